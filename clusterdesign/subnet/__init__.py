"""An InfiniBand fabric as a subnet manager sees it: elements with GUIDs, numbered ports, wires between them.

The simulator, the fabric files and the comparison with a built fabric share this view, so that a name, a GUID
and a port number are the same everywhere.
"""

from clusterdesign.subnet.model import Element, Subnet, Wire, host_names
from clusterdesign.subnet.naming import guid, guid_text, host_name
from clusterdesign.subnet.netfile import netfile
from clusterdesign.subnet.reading import subnet, subnets, undelivered

__all__ = [
    "Element",
    "Subnet",
    "Wire",
    "guid",
    "guid_text",
    "host_name",
    "host_names",
    "netfile",
    "subnet",
    "subnets",
    "undelivered",
]
