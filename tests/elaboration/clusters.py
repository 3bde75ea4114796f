"""Clusters of the worked examples, with the usual parts filled in."""

from __future__ import annotations

from typing import Any

from clusterdesign import catalog
from clusterdesign.fabric import Management, Managers, RailOptimized, StorageFabric
from clusterdesign.intent import Cluster, Nodes
from clusterdesign.parts import Hca, Node, Switch
from clusterdesign.site import Feeds, RackRow

H100 = catalog.node("nvidia/dgx-h100")
A100 = catalog.node("nvidia/dgx-a100-640gb")
HGX = catalog.node("supermicro/sys-821ge-tnhr")
CX7 = catalog.hca("nvidia/mcx75310aas-neat")
HDR100 = catalog.hca("nvidia/mcx653105a-ecat")
NDR = catalog.switch("nvidia/mqm9700-ns2f")
HDR = catalog.switch("nvidia/mqm8700-hs2f")
ETHERNET = catalog.switch("nvidia/msn2201-cb2fc")
UFM = catalog.appliance("nvidia/ufm-3.1")
RACK = catalog.rack("generic/48u-800x1200")
PDU = catalog.pdu("generic/400v-32a-3ph")


def cluster(
    count: int = 4, *, part: Node = H100, hca: Hca | None = None, switch: Switch = NDR, tree: Any = None, **rest: Any
) -> Cluster:
    """Return a cluster with one rail-optimised fabric; ``tree`` holds its further fields."""
    compute = RailOptimized(switch=switch, **(tree or {}))
    fields: dict[str, Any] = {"name": "example", "fabrics": (compute,)} | rest
    return Cluster(nodes=Nodes(part=part, hca=hca, count=count), **fields)


def racks(per_rack: int = 4, **rest: Any) -> RackRow:
    """Return rows of the usual rack."""
    return RackRow(part=RACK, nodes_per_rack=per_rack, **rest)


def complete(count: int, **rest: Any) -> Cluster:
    """Return a cluster with everything: three fabrics, racks, power."""
    fabrics = (RailOptimized(switch=NDR), StorageFabric(switch=NDR), Management(switch=ETHERNET))
    fields: dict[str, Any] = {"fabrics": fabrics, "racks": racks(), "power": Feeds(count=3, pdu=PDU)} | rest
    return cluster(count, **fields)


def managed(count: int, **rest: Any) -> Cluster:
    """Return a cluster whose fabric has two managers that displace one node, as in NVIDIA's table 4."""
    return cluster(count, tree={"managers": Managers(part=UFM, count=2, share_cage=True)} | rest)
