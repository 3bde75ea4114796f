"""Intent: what a designer declares. Nothing here is computed; elaboration turns it into a design."""

from clusterdesign.intent.cluster import Cluster
from clusterdesign.intent.exceptions import Cables, Override, Pin
from clusterdesign.intent.house_rules import OwnLimit, Waiver
from clusterdesign.intent.managed import Hosts, ManagementPlane
from clusterdesign.intent.nodes import Nodes, Servers
from clusterdesign.intent.origins import origins

__all__ = [
    "Cables",
    "Cluster",
    "Hosts",
    "ManagementPlane",
    "Nodes",
    "Override",
    "OwnLimit",
    "Pin",
    "Servers",
    "Waiver",
    "origins",
]
