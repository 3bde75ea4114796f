"""Single faults for a sound design: each breaks one thing and names the rules that must say so, and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable, Deviation, End, Link, PortRef
from clusterdesign.parts import Fibre, Transceiver
from clusterdesign.units import m, mm
from tests.rules.designs import drop, put, with_part


@dataclass(frozen=True, slots=True)
class Mutation:
    """A fault and the codes of the rules that must find it."""

    name: str
    apply: Callable[[Design], Design]
    codes: frozenset[str]


MUTATIONS: list[Mutation] = []


def mutation(*codes: str) -> Callable[[Callable[[Design], Design]], Callable[[Design], Design]]:
    """Enter a function among the mutations."""

    def enter(function: Callable[[Design], Design]) -> Callable[[Design], Design]:
        MUTATIONS.append(Mutation(function.__name__, function, frozenset(codes)))
        return function

    return enter


def _link(design: Design, node: int, rail: int) -> Link:
    """Return the compute link of a node by index and rail."""
    path = [device.path for device in design.nodes()][node]
    return next(x for x in design.links if x.a.device == path and x.rail == rail and x.fabric == "compute")


def _uplink(design: Design) -> Link:
    return next(x for x in design.links if x.tier == "leaf-spine")


def _far(cable: Cable, link: Link) -> End:
    return next(end for end in cable.ends if end.device == link.b.device)


def _moved(cable: Cable, old: Link, new: End) -> Cable:
    """Return a cable whose end at the upper port of a link goes elsewhere."""
    return replace(cable, ends=tuple(new if end == _far(cable, old) else end for end in cable.ends))


def _exchange(design: Design, one: Link, other: Link, *, links_too: bool) -> Design:
    first, second = design.cable_of[one.path], design.cable_of[other.path]
    design = put(design, _moved(first, one, _far(second, other)), _moved(second, other, _far(first, one)))
    return put(design, replace(one, b=other.b), replace(other, b=one.b)) if links_too else design


@mutation("NET007")
def two_rails_of_a_node_are_swapped(design: Design) -> Design:
    return _exchange(design, _link(design, 1, 1), _link(design, 1, 2), links_too=True)


@mutation("NET007")
def nodes_of_two_units_are_swapped(design: Design) -> Design:
    return _exchange(design, _link(design, 0, 3), _link(design, 4, 3), links_too=True)


@mutation("CBL004")
def two_cables_are_swapped_on_the_sheet_only(design: Design) -> Design:
    return _exchange(design, _link(design, 0, 1), _link(design, 1, 1), links_too=False)


@mutation("NET002", "CBL002")
def two_nodes_share_a_port(design: Design) -> Design:
    kept, moved = _link(design, 0, 1), _link(design, 1, 1)
    end = _far(design.cable_of[kept.path], kept)
    return put(design, replace(moved, b=kept.b), _moved(design.cable_of[moved.path], moved, end))


@mutation("NET001", "CBL001")
def a_link_ends_beyond_the_panel(design: Design) -> Design:
    link = _link(design, 0, 1)
    end = End(link.b.device, "99", 0, ("99/1",))
    moved = _moved(design.cable_of[link.path], link, end)
    return put(design, replace(link, b=PortRef(link.b.device, "99/1")), moved)


@mutation("NET301", "NET302")
def an_uplink_is_missing(design: Design) -> Design:
    cable = design.cable_of[_uplink(design).path]
    return drop(design, cable.path, *cable.links)


@mutation("NET006")
def a_rail_is_missing(design: Design) -> Design:
    link = _link(design, 2, 5)
    return drop(design, link.path, design.cable_of[link.path].path)


@mutation("NET003")
def a_cable_is_missing(design: Design) -> Design:
    return drop(design, design.cable_of[_link(design, 2, 5).path].path)


@mutation("CBL002", "CBL003")
def a_cable_is_laid_twice(design: Design) -> Design:
    return put(design, replace(design.cable_of[_link(design, 0, 1).path], path="cable/twice"))


@mutation("NET004")
def a_link_is_half_as_fast(design: Design) -> Design:
    link = _link(design, 0, 1)
    return put(design, replace(link, speed=link.speed / 2))


def _module(design: Design, device: str) -> Any:
    return next(module for module in design.transceivers if module.device == device)


@mutation("CBL006")
def a_node_gets_the_transceiver_of_a_switch(design: Design) -> Design:
    link = _link(design, 0, 1)
    return put(design, replace(_module(design, link.a.device), part=_module(design, link.b.device).part))


@mutation("CBL008")
def a_transceiver_is_missing(design: Design) -> Design:
    return drop(design, _module(design, _link(design, 0, 1).a.device).path)


@mutation("CBL009")
def a_transceiver_is_of_another_generation(design: Design) -> Design:
    module = _module(design, _link(design, 0, 1).a.device)
    part = design.parts[module.part]
    assert isinstance(part, Transceiver)
    other = part.with_(id=f"{part.id}-hdr", signalling="hdr")
    return put(with_part(design, other), replace(module, part=other.id))


def _fibre(design: Design) -> tuple[Cable, Fibre]:
    cable = max((c for c in design.cables if isinstance(design.parts[c.part], Fibre)), key=lambda c: c.run.base)
    part = design.parts[cable.part]
    assert isinstance(part, Fibre)
    return cable, part


@mutation("CBL104")
def a_cable_is_ordered_a_size_too_short(design: Design) -> Design:
    cable, part = _fibre(design)
    shorter = max((offer for offer in part.lengths if offer.length < cable.run), key=lambda offer: offer.length)
    return put(design, replace(cable, length=shorter.length, part_number=shorter.part_number))


@mutation("CBL105")
def a_run_grows_into_the_slack(design: Design) -> Design:
    cable, _ = _fibre(design)
    return put(design, replace(cable, run=cable.length - m(0.1)))


@mutation("CBL106")
def a_length_is_invented(design: Design) -> Design:
    cable, _ = _fibre(design)
    return put(design, replace(cable, length=cable.length + m(0.3)))


@mutation("CBL107")
def a_fibre_is_longer_than_its_channel(design: Design) -> Design:
    cable, part = _fibre(design)
    offer = part.lengths[-1].with_(length=part.channel_maximum + m(1), part_number="TOO-LONG")
    design = with_part(design, part.with_(lengths=(*part.lengths, offer)))
    return put(design, replace(cable, length=offer.length, part_number=offer.part_number))


@mutation("RCK001")
def a_node_has_no_place(design: Design) -> Design:
    return replace(design, placements=design.placements[1:])


@mutation("RCK002")
def two_nodes_overlap(design: Design) -> Design:
    first = next(p for p in design.placements if p.height_u > 1)
    neighbour = next(p for p in design.placements if p.rack == first.rack and p.u == first.u + first.height_u)
    return put(design, replace(neighbour, u=neighbour.u - 1))


@mutation("RCK003")
def a_switch_is_above_the_rack(design: Design) -> Design:
    spine = next(device.path for device in design.switches("compute") if device.role == "spine")
    return put(design, replace(design.placement[spine], u=49))


@mutation("RCK005")
def the_racks_are_shallow(design: Design) -> Design:
    part = design.parts[design.racks[0].part]
    return with_part(design, part.with_(size=part.size.with_(depth=mm(1000)), mounting_depth=None))


@mutation("PWR001")
def a_supply_is_unplugged(design: Design) -> Design:
    return replace(design, cords=design.cords[1:])


@mutation("PWR001", "PWR101")
def a_node_is_not_plugged_in(design: Design) -> Design:
    node = next(design.nodes()).path
    return replace(design, cords=tuple(cord for cord in design.cords if cord.device != node))


@mutation("PWR003")
def a_pdu_is_not_fed(design: Design) -> Design:
    return replace(design, pdu_feeds=design.pdu_feeds[1:])


@mutation("CAT001")
def a_cable_is_ordered_as_a_transceiver(design: Design) -> Design:
    cable, _ = _fibre(design)
    return put(design, replace(cable, part=design.transceivers[0].part))


@mutation("INT001")
def an_override_hits_nothing(design: Design) -> Design:
    return replace(design, deviations=(Deviation("override", "gpu/999", "part x/y", "a test", 0, ()),))
