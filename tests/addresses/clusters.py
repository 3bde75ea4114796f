"""Clusters to plan addresses for: small, or drawn in pairs of which one has grown out of the other."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from clusterdesign import catalog
from clusterdesign.fabric import Addressing, InBand, Management, Reserve, StorageFabric, StorageSystem, Subnet
from clusterdesign.intent import Cluster, ManagementPlane, Nodes, Servers
from clusterdesign.site import Feeds, RackRow
from clusterdesign.testing.strategies import clusters

H100 = catalog.node("nvidia/dgx-h100")
NDR = catalog.switch("nvidia/mqm9700-ns2f")
OOB = catalog.switch("nvidia/msn2201-cb2fc")
SERVER = catalog.node("generic/server-1u")


def small(nodes: int = 2, **changes: Any) -> Cluster:
    """Return a cluster with a storage fabric, in-band and out-of-band networks, racks, power, three servers."""
    scratch = StorageSystem(name="scratch", part=catalog.storage("generic/flash-2u-ndr"), count=1, product="lustre")
    declared: dict[str, Any] = {
        "name": "small",
        "nodes": Nodes(part=H100, count=nodes),
        "fabrics": (
            StorageFabric(switch=NDR, systems=(scratch,), switch_manager=True),
            InBand(switch=catalog.switch("nvidia/msn4600-vs2fc")),
            Management(switch=OOB),
        ),
        "servers": (Servers(part=SERVER, count=3),),
        "racks": RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2),
        "power": Feeds(count=2, pdu=catalog.pdu("generic/400v-63a-3ph")),
        "management": ManagementPlane(scheduler="hybrid"),
    }
    return Cluster(**(declared | changes))


def compact(prefix: str, **reserve: int) -> Addressing:
    """Return a plan with an in-band network of one prefix, which keeps few addresses beside those of the nodes."""
    kept = {"site": 4, "hosts": 72, "servers": 8, "managers": 0, "storage": 4} | reserve
    return Addressing(inband=Subnet(ipv4=prefix, vlan=20), reserve=Reserve(**kept))


@st.composite
def grown(draw: st.DrawFn) -> tuple[Cluster, Cluster]:
    """Draw a cluster and the same with more nodes, more servers, or both."""
    before = draw(clusters(counts=st.integers(1, 40), removals=st.just(0)))
    group = before.groups[-1]
    more = draw(st.integers(0, 40))
    after = before.with_(nodes=(*before.groups[:-1], group.with_(count=group.count + more)))
    servers = draw(st.integers(0, 3))
    if servers:
        before = before.with_(servers=(Servers(part=SERVER, count=servers),))
        after = after.with_(servers=(Servers(part=SERVER, count=servers + draw(st.integers(0, 2))),))
    return before, after
