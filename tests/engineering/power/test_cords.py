"""Cords are bought for every supply that is plugged in, but not for what is delivered with its own."""

from __future__ import annotations

from collections import Counter

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design
from clusterdesign.fabric import RailOptimized
from clusterdesign.parts import Hca, Node
from clusterdesign.procurement.bill import bill
from clusterdesign.site import Feeds, RackRow

DGX = catalog.node("nvidia/dgx-h100")
HGX = catalog.node("supermicro/sys-821ge-tnhr")


def cords(node: Node, hca: Hca | None = None, feeds: int = 3) -> tuple[Design, Counter[str]]:
    """Return two nodes with their fabric, and how many cords of each part the bill has."""
    design = elaborate(
        Cluster(
            name="cords",
            nodes=Nodes(part=node, hca=hca, count=2),
            fabrics=(RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f")),),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=1),
            power=Feeds(count=feeds, pdu=catalog.pdu("generic/400v-32a-3ph")),
        )
    )
    found: Counter[str] = Counter()
    for line in bill(design):
        if line.section == "Cords":
            found[line.parts[0]] += line.quantity
    return design, found


def test_a_dgx_brings_its_own() -> None:
    design, count = cords(DGX)
    switches = sum(device.kind == "switch" for device in design.devices)
    assert count == {"generic/c13-c14-2m": 2 * switches}


def test_a_cord_for_every_plugged_supply() -> None:
    design, count = cords(HGX, catalog.hca("nvidia/mcx75310aas-neat"))
    plugged = Counter(design.device[cord.device].kind for cord in design.cords)
    assert count == {"generic/c13-c14-2m": plugged["switch"], "generic/c19-c20-2m": plugged["node"]}
    assert plugged["node"] == 2 * 6


def test_an_inlet_that_nobody_published_gets_none() -> None:
    assert HGX.supplies is not None
    bare = HGX.with_(supplies=HGX.supplies.with_(inlet=None))
    _, count = cords(bare, catalog.hca("nvidia/mcx75310aas-neat"))
    assert set(count) == {"generic/c13-c14-2m"}
