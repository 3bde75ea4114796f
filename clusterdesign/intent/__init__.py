"""Intent: what a designer declares. Nothing here is computed; elaboration turns it into a design."""

from clusterdesign.intent.cluster import Cluster, Nodes
from clusterdesign.intent.exceptions import Cables, Override, Pin

__all__ = ["Cables", "Cluster", "Nodes", "Override", "Pin"]
