"""Cords are bought for every supply that is plugged in, but not for what is delivered with its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design, Placement
from clusterdesign.engineering.power.cords import LOOP, SIDE, CordWay, Ends, Unknown, cord_ways, way
from clusterdesign.errors import DesignError
from clusterdesign.fabric import RailOptimized
from clusterdesign.parts import Hca, Node, PduPart, Switch
from clusterdesign.procurement.bill import bill
from clusterdesign.rules import Finding, named
from clusterdesign.site import Feeds, RackRow
from clusterdesign.units import Length, m

DGX = catalog.node("nvidia/dgx-h100")
QM9700 = catalog.switch("nvidia/mqm9700-ns2f")
PDU = catalog.pdu("generic/400v-32a-3ph")
RACK = catalog.rack("generic/48u-800x1200")
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
    assert count == {"generic/c13-c14-1.5m": 2 * switches}


def test_a_cord_for_every_plugged_supply() -> None:
    design, count = cords(HGX, catalog.hca("nvidia/mcx75310aas-neat"))
    plugged = Counter(design.device[cord.device].kind for cord in design.cords)
    assert count == {"generic/c13-c14-1.5m": plugged["switch"], "generic/c19-c20-1m": plugged["node"]}
    assert plugged["node"] == 2 * 6


def test_an_inlet_that_nobody_published_gets_none() -> None:
    assert HGX.supplies is not None
    bare = HGX.with_(supplies=HGX.supplies.with_(inlet=None))
    _, count = cords(bare, catalog.hca("nvidia/mcx75310aas-neat"))
    assert set(count) == {"generic/c13-c14-1.5m"}


def ends(u: int, *, part: Node | Switch = DGX, face: str = "rear", pdu: PduPart = PDU, horizontal: int = 0) -> Ends:
    place = Placement("gpu/1", "rack/A01", u, part.size.height_u or 1, face)  # type: ignore[arg-type]  # of two
    at = Placement("pdu/A01-A", "rack/A01", horizontal, 1 if horizontal else 0)
    return Ends(part, place, pdu, at, 0, RACK)


def test_the_worked_example_of_reach() -> None:
    """A supply at 1.1 m and an outlet at 0.3 m: 0.8 m, 0.3 m to the side and 0.2 m of loop are 1.3 m."""
    node = DGX.with_(size=DGX.size.with_(height_u=1))
    strip = PDU.with_(outlet_heights={"B1-C19-1": Length(22_225 * 49 - 800_000)})
    found = way(ends(25, part=node, pdu=strip), "B1-C19-1")
    assert isinstance(found, CordWay)
    assert found.inlet.text("m", 2) == "1.09 m"
    assert (found.run().text("m", 2), found.assumed, found.face, found.side) == ("1.3 m", False, "rear", "left")
    assert DGX.supplies is not None
    assert DGX.supplies.cord_length == m(1.2) < found.run()


def test_outlets_are_taken_to_be_spread_evenly_one_phase_after_the_other() -> None:
    """Twelve C19 over 48 units of 44.45 mm: 88.9 mm from the ends, 177.8 mm apart, beginning with L1, L2, L3."""
    names = [socket.name for socket in PDU.in_turn("C19")]
    found = [way(ends(1), name) for name in names]
    heights = [each.outlet for each in found if isinstance(each, CordWay)]
    assert heights == [Length(88_900 + 177_800 * n) for n in range(12)]
    assert [PDU.sockets[name].phase for name in names[:3]] == ["L1", "L2", "L3"]
    assert all(each.assumed for each in found if isinstance(each, CordWay))


def test_a_horizontal_pdu_has_its_outlets_at_its_own_height() -> None:
    found = way(ends(1, horizontal=40), "B1-C19-1")
    assert isinstance(found, CordWay)
    assert (found.outlet, found.side, found.assumed) == (Length(44_450 * 79 // 2), "", False)


def test_a_switch_with_its_ports_at_the_rear_is_fed_from_the_front() -> None:
    """Air goes from the power side to the ports: the cord passes the depth of the switch, 660 mm."""
    rear, front = (way(ends(40, part=QM9700, face=face), "B1-C13-1") for face in ("rear", "front"))
    assert isinstance(rear, CordWay)
    assert isinstance(front, CordWay)
    assert (rear.face, rear.through, front.face, front.through) == ("front", m(0.66), "rear", m(0))
    shallow = QM9700.with_(size=QM9700.size.with_(depth=None))
    assert way(ends(40, part=shallow), "B1-C13-1") == Unknown(QM9700.id, "size.depth")


def test_what_is_not_known_is_said() -> None:
    bare = PDU.with_(outlets=())
    assert way(ends(1, pdu=bare), "B1-C19-1") == Unknown(PDU.id, "outlets")
    cabinet = RACK.with_(size=RACK.size.with_(height_u=None))
    assert way(replace(ends(1), rack=cabinet), "B1-C19-1") == Unknown(RACK.id, "size.height_u")


def test_every_cord_covers_its_way_with_the_shortest_that_is_sold() -> None:
    design, _ = cords(HGX, catalog.hca("nvidia/mcx75310aas-neat"))
    sold = sorted(part.length for part in catalog.parts("fitting") if part.form == "power-cord" and part.length)
    seen = 0
    for cord, found in cord_ways(design):
        assert isinstance(found, CordWay)
        assert cord.length == min(length for length in sold if length >= found.run())
        seen += 1
    assert seen == len(design.cords)
    assert not list(named("PWR110")(design))
    assert {premise.field for premise in design.premises} >= {"outlet_heights"}


def test_a_way_that_no_cord_covers_is_a_finding_and_the_longest_is_bought() -> None:
    high = catalog.pdu("generic/400v-32a-3ph")
    high = high.with_(outlet_heights=dict.fromkeys(high.sockets, m(5)))
    design = elaborate(
        Cluster(
            name="high",
            nodes=Nodes(part=HGX, hca=catalog.hca("nvidia/mcx75310aas-neat"), count=1),
            racks=RackRow(part=RACK, nodes_per_rack=1),
            power=Feeds(count=3, pdu=high),
        )
    )
    assert {cord.length for cord in design.cords} == {m(5)}
    (finding,) = (found for found in named("PWR110")(design) if isinstance(found, Finding))
    assert finding.message == (
        "the longest cord, generic/c19-c20-5m, is 5 m long, from supply 1 of gpu/001 to outlet B1-C19-1 of pdu/A01-A "
        "are 5.32 m (6 cords)"
    )


@given(u=st.integers(1, 41), outlet=st.integers(0, 11), first=st.floats(0, 3), name=st.sampled_from(["a", "b"]))
def test_a_way_is_never_shorter_than_the_heights_are_apart(u: int, outlet: int, first: float, name: str) -> None:
    socket = PDU.in_turn("C19")[outlet].name
    strip = PDU.with_(outlet_heights={socket: m(first)} if name == "a" else {})
    found = way(ends(u, pdu=strip), socket)
    assert isinstance(found, CordWay)
    assert found.run() >= Length(abs(found.inlet.base - found.outlet.base)) + SIDE + LOOP


def test_heights_of_what_is_no_outlet_are_refused() -> None:
    with pytest.raises(DesignError) as error:
        PDU.with_(outlet_heights={"B9-C19-1": m(1)})
    assert (error.value.what, error.value.fix) == (
        "outlet_heights names B9-C19-1, which is no outlet",
        "its outlets are B1-C13-1, B1-C13-2, B1-C13-3 ...",
    )
    with pytest.raises(DesignError, match=r"outlet B1-C19-1 cannot be -1 m high"):
        PDU.with_(outlet_heights={"B1-C19-1": m(-1)})
