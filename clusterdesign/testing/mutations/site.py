"""Faults of racks, places, power and cooling."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from clusterdesign.design import Cord, Design, Placement, Trouble
from clusterdesign.parts import OutletGroup
from clusterdesign.testing.mutations.base import changed_part, mutation, put
from clusterdesign.units import Length, Pressure, kg, kW, mm


@mutation("RCK001")
def a_node_has_no_place(design: Design) -> Design:
    """A node stands in no rack."""
    node = next(design.nodes()).path
    return replace(design, placements=tuple(p for p in design.placements if p.device != node))


@mutation("RCK002")
def two_nodes_overlap(design: Design) -> Design:
    """A node stands a unit too low."""
    lower, upper = _neighbours(design)
    return put(design, replace(upper, u=lower.u + lower.height_u - 1))


def _neighbours(design: Design) -> tuple[Placement, Placement]:
    """Return two nodes of a rack, the upper one right above the lower."""
    nodes = {node.path for node in design.nodes()}
    placed = sorted((p for p in design.placements if p.device in nodes), key=lambda p: (p.rack, p.u))
    return next((a, b) for a, b in pairwise(placed) if a.rack == b.rack and a.u + a.height_u == b.u)


@mutation("RCK003")
def a_switch_is_above_the_rack(design: Design) -> Design:
    """A switch stands in unit 49 of 48."""
    spine = next(device.path for device in design.switches("compute") if device.role == "spine")
    return put(design, replace(design.placement[spine], u=49))


@mutation("RCK004")
def a_place_is_higher_than_the_device(design: Design) -> Design:
    """The topmost node of a rack is entered a unit higher than it is."""
    nodes = {node.path for node in design.nodes()}
    top = max((p for p in design.placements if p.device in nodes), key=lambda p: p.u)
    return put(design, replace(top, height_u=top.height_u + 1))


@mutation("RCK005", also={"CAT901": "the depth is an assumption, and the remark quotes it"})
def the_racks_are_shallow(design: Design) -> Design:
    """The cabinet is 1000 mm deep."""
    part = design.parts[design.racks[0].part]
    return changed_part(design, part.id, size=part.size.with_(depth=mm(1000)), mounting_depth=None)


@mutation("RCK101")
def a_node_finds_no_room(design: Design) -> Design:
    """Elaboration found the racks full."""
    trouble = Trouble("RCK101", next(design.nodes()).path, "finds no room in rack A01", "add racks")
    return replace(design, troubles=(*design.troubles, trouble))


@mutation("RCK102")
def the_nodes_are_heavy(design: Design) -> Design:
    """A node weighs half a tonne."""
    return changed_part(design, next(design.nodes()).part, weight=kg(500))


_WEAKER = {
    "PWR105": "three supplies carry what four did when a further feed is lost",
    "PWR202": "the next loss leaves too few for full load",
    "PWR301": "the other supplies take over, on other phases",
}


@mutation("PWR001", also=_WEAKER)
def a_supply_is_unplugged(design: Design) -> Design:
    """One supply of a node has no cord."""
    node = next(design.nodes()).path
    gone = next(cord for cord in design.cords if cord.device == node)
    return replace(design, cords=tuple(cord for cord in design.cords if cord != gone))


@mutation("PWR101", also={"PWR001": "each of its supplies is unplugged"})
def a_node_is_not_plugged_in(design: Design) -> Design:
    """No supply of a node has a cord."""
    node = next(design.nodes()).path
    return replace(design, cords=tuple(cord for cord in design.cords if cord.device != node))


@mutation("PWR002")
def a_cord_is_for_a_supply_too_many(design: Design) -> Design:
    """A node of six supplies has a seventh cord."""
    cord = next(cord for cord in design.cords if cord.device == next(design.nodes()).path)
    return put(design, Cord(f"cord/{cord.device}:psu99", cord.device, 99, cord.pdu))


@mutation("PWR003", also={**_WEAKER, "PWR201": "the next loss leaves too few to run"})
def a_pdu_is_not_fed(design: Design) -> Design:
    """A PDU hangs on no feed."""
    return replace(design, pdu_feeds=design.pdu_feeds[1:])


_CROWDED = {
    "PWR004": "the cords lead to outlets that are not there",
    "PWR103": "the phases of the two outlets are unknown",
    "PWR104": "and so are their banks",
}


@mutation("PWR102", also=_CROWDED)
def a_pdu_has_too_few_outlets(design: Design) -> Design:
    """The PDU has one outlet of each type."""
    pdu = next(device for device in design.devices if device.kind == "pdu")
    outlets = (OutletGroup(type="C13", count=1), OutletGroup(type="C19", count=1))
    return changed_part(design, pdu.part, outlets=outlets)


@mutation("RCK006")
def the_switches_blow_the_wrong_way(design: Design) -> Design:
    """The switches of the fabric take air in at the hot side."""
    return changed_part(design, next(design.switches("compute")).part, airflow="C2P")


@mutation("RCK103")
def the_racks_have_thirty_kilowatts(design: Design) -> Design:
    """Four nodes of 10.2 kW in a rack of 30 kW."""
    return replace(design, racks=tuple(replace(rack, power_limit=kW(30)) for rack in design.racks))


@mutation("RCK104")
def the_floor_is_weak(design: Design) -> Design:
    """A floor that bears 5 kPa."""
    limit = Pressure.of(5, "kPa")
    return replace(design, racks=tuple(replace(rack, floor_limit=limit) for rack in design.racks))


@mutation("RCK105", also={"CAT901": "the cabinet is an assumption, and the remark quotes its figures"})
def the_casters_are_weak(design: Design) -> Design:
    """A cabinet whose casters carry 200 kg."""
    return changed_part(design, design.racks[0].part, load_rolling=kg(200))


@mutation("RCK106")
def the_rows_stand_close(design: Design) -> Design:
    """Rows at half their pitch."""
    return replace(design, racks=tuple(replace(rack, y=Length(rack.y.base // 2)) for rack in design.racks))


def _longer(design: Design, more: int, *, dead_end: bool) -> Design:
    """Return the design with further racks in its first row, and a word on its aisles."""
    last = max((rack for rack in design.racks if rack.row == 1), key=lambda rack: rack.column)
    step = Length(last.x.base // (last.column - 1))
    further = (
        replace(last, path=f"rack/A{last.column + n:02}", column=last.column + n, x=last.x + step * n)
        for n in range(1, more + 1)
    )
    return replace(design, racks=tuple(replace(rack, dead_end=dead_end) for rack in (*design.racks, *further)))


@mutation("RCK107")
def a_row_is_long(design: Design) -> Design:
    """Twenty further racks in the first row."""
    return _longer(design, 20, dead_end=False)


@mutation("RCK108")
def an_aisle_is_closed(design: Design) -> Design:
    """Ten further racks in the first row, its aisles closed at one end."""
    return _longer(design, 10, dead_end=True)


@mutation("RCK301", also={"PWR110": "their cords no longer reach the outlets further down"})
def the_nodes_stand_high(design: Design) -> Design:
    """The four nodes of a rack stand at its top."""
    nodes = {node.path for node in design.nodes()}
    rack = next(p.rack for p in design.placements if p.device in nodes)
    return put(design, *(replace(p, u=p.u + 16) for p in design.placements if p.device in nodes and p.rack == rack))


SITE = (
    the_switches_blow_the_wrong_way,
    the_racks_have_thirty_kilowatts,
    the_floor_is_weak,
    the_casters_are_weak,
    the_rows_stand_close,
    a_row_is_long,
    an_aisle_is_closed,
    the_nodes_stand_high,
    a_supply_is_unplugged,
    a_cord_is_for_a_supply_too_many,
    a_pdu_is_not_fed,
    a_node_is_not_plugged_in,
    a_pdu_has_too_few_outlets,
    a_node_has_no_place,
    two_nodes_overlap,
    a_switch_is_above_the_rack,
    a_place_is_higher_than_the_device,
    the_racks_are_shallow,
    a_node_finds_no_room,
    the_nodes_are_heavy,
)
