from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign.asbuilt import Verification, read_lines, verify
from clusterdesign.subnet import Subnet, Wire, netfile
from tests.subnet.fabrics import compute, design

FABRIC = compute(64)
DESIGN = design(64)
NODE_WIRES = [wire for wire in FABRIC.wires if FABRIC.by_guid[wire.a[0]].kind == "adapter"]
UP_WIRES = [wire for wire in FABRIC.wires if FABRIC.by_guid[wire.a[0]].kind == "switch"]
PROPERTY = settings(max_examples=25, deadline=None)


def built(fabric: Subnet, text: str = "") -> Verification:
    return verify(DESIGN, [FABRIC], read_lines((text or netfile(fabric)).splitlines()))


TEXT = netfile(FABRIC)


def foreign(text: str) -> str:
    """Return a dump as real hardware would give it: GUIDs of its own, the full speed."""
    return text.replace('"S-02', '"S-fc').replace('"H-02', '"H-b8').replace("4xHDR", "4xNDR")


def rewired(*changes: tuple[Wire, Wire | None]) -> Subnet:
    """Return the fabric with some wires replaced, or taken away."""
    new = {old.link: wire for old, wire in changes}
    wires = tuple(found for wire in FABRIC.wires if (found := new.get(wire.link, wire)) is not None)
    return replace(FABRIC, wires=wires)


def swapped(one: Wire, two: Wire) -> Subnet:
    return rewired((one, replace(one, b=two.b)), (two, replace(two, b=one.b)))


pairs = st.lists(st.sampled_from(NODE_WIRES), min_size=2, max_size=2, unique=True)


@PROPERTY
@given(pairs)
def test_two_exchanged_node_cables_are_one_finding_that_names_both(two: list[Wire]) -> None:
    (difference,) = built(swapped(*two)).differences
    assert difference.kind == "swapped"
    assert set(difference.cables) == {wire.cable or wire.link for wire in two}
    assert difference.fix.startswith("exchange the plugs at ")


def test_a_rail_swapped_within_a_node_is_found_though_routing_does_not_mind() -> None:
    first, second = NODE_WIRES[0], NODE_WIRES[1]
    assert FABRIC.by_guid[first.a[0]].device == FABRIC.by_guid[second.a[0]].device
    (difference,) = built(swapped(first, second)).differences
    assert difference.kind == "swapped"


@PROPERTY
@given(st.lists(st.sampled_from(NODE_WIRES), min_size=3, max_size=3, unique=True))
def test_three_cables_moved_on_in_a_ring_are_one_finding(three: list[Wire]) -> None:
    a, b, c = three
    (difference,) = built(rewired((a, replace(a, b=b.b)), (b, replace(b, b=c.b)), (c, replace(c, b=a.b)))).differences
    assert difference.kind == "rotated"
    assert len(difference.cables) == len({wire.cable or wire.link for wire in three})


@PROPERTY
@given(st.sampled_from(FABRIC.wires))
def test_a_missing_cable_is_one_finding(wire: Wire) -> None:
    (difference,) = built(rewired((wire, None))).differences
    assert difference.kind == "missing-cable"
    assert difference.cables == (wire.cable or wire.link,)


@PROPERTY
@given(st.sampled_from([element.name for element in FABRIC.switches]))
def test_an_absent_switch_is_one_finding(name: str) -> None:
    switch = next(element for element in FABRIC.switches if element.name == name)
    (difference,) = built(FABRIC.without(devices=[switch.device])).differences
    assert difference.kind == "absent-device"
    assert difference.device == switch.device
    assert len(difference.cables) == len({w.cable or w.link for w in FABRIC.wires if switch.guid in (w.a[0], w.b[0])})


def test_a_plug_in_a_free_port_of_the_right_switch_is_a_wrong_port() -> None:
    small = compute(31)
    wire = next(w for w in small.wires if small.by_guid[w.a[0]].kind == "adapter")
    free = next(n for n in range(1, 65) if (wire.b[0], n) not in small.wire_at)
    moved = replace(small, wires=tuple(replace(w, b=(w.b[0], free)) if w == wire else w for w in small.wires))
    (difference,) = verify(design(31), [small], read_lines(netfile(moved).splitlines())).differences
    assert difference.kind == "wrong-port"


def test_a_plug_in_a_free_port_of_another_rail_is_a_wrong_rail() -> None:
    small = compute(31)
    wire = next(w for w in small.wires if small.by_guid[w.a[0]].kind == "adapter")
    other = next(e for e in small.switches if e.role == "leaf" and e.guid != wire.b[0])
    free = next(n for n in range(1, 65) if (other.guid, n) not in small.wire_at)
    moved = replace(small, wires=tuple(replace(w, b=(other.guid, free)) if w == wire else w for w in small.wires))
    (difference,) = verify(design(31), [small], read_lines(netfile(moved).splitlines())).differences
    assert difference.kind == "wrong-rail"
    assert "move its plug from" in difference.fix


def test_a_cable_between_two_free_ports_is_extra() -> None:
    small = compute(31)
    one, two = [e for e in small.switches if e.role == "leaf"][:2]
    free = next(n for n in range(1, 65) if (one.guid, n) not in small.wire_at and (two.guid, n) not in small.wire_at)
    more = Wire((one.guid, free), (two.guid, free), "link/extra", "", 400)
    with_more = replace(small, wires=(*small.wires, more))
    (difference,) = verify(design(31), [small], read_lines(netfile(with_more).splitlines())).differences
    assert difference.kind == "extra-cable"


def test_a_slow_link_is_degraded() -> None:
    wire = NODE_WIRES[5]
    (difference,) = built(rewired((wire, replace(wire, rate=100)))).differences
    assert difference.kind == "degraded"
    assert "4xEDR" in difference.what


def test_factory_names_are_recognised_by_what_they_are_plugged_into() -> None:
    result = built(FABRIC, foreign(re.sub(r"compute-(spine|leaf)[a-z0-9-]*", "Quantum Mellanox Technologies", TEXT)))
    # Nothing identifies a switch but its neighbours, and these are known by name.
    assert result.differences == ()
    assert sum("was taken for" in note for note in result.notes) == len(list(FABRIC.switches))


def test_names_are_compared_without_case_and_blanks() -> None:
    result = built(FABRIC, foreign(re.sub(r'"(compute-[a-z0-9-]*)"', lambda found: f'"{found[1].upper()}  "', TEXT)))
    assert result.differences == ()
    assert result.notes == ()


def test_a_real_fabric_must_run_at_its_full_speed() -> None:
    # With GUIDs of its own the dump is no simulation: 4xHDR is half of what is designed.
    result = built(FABRIC, foreign(TEXT).replace("4xNDR", "4xHDR"))
    assert {difference.kind for difference in result.differences} == {"degraded"}
    assert len(result.differences) == len({wire.cable or wire.link for wire in FABRIC.wires})


@pytest.mark.parametrize("name", ["compute/leaf/su1-r1", "compute/spine/01"])
def test_the_work_order_names_cage_and_port_of_the_panel(name: str) -> None:
    (difference,) = built(FABRIC.without(devices=[name])).differences
    assert name in difference.what
