"""Faults of power: outlets, breakers, feeds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clusterdesign.design import Design
from clusterdesign.design.records import Premise
from clusterdesign.parts import Supplies
from clusterdesign.testing.mutations.base import changed_part, mutation, put
from clusterdesign.units import A, ApparentPower, kW, m


def _feeds(design: Design, **changes: Any) -> Design:
    return replace(design, feeds=tuple(replace(feed, **changes) for feed in design.feeds))


def _pdu(design: Design, **changes: Any) -> Design:
    pdu = next(device for device in design.devices if device.kind == "pdu")
    return changed_part(design, pdu.part, **changes)


@mutation("PWR004", also={"PWR104": "the bank of the outlet carries both"})
def two_cords_share_an_outlet(design: Design) -> Design:
    """The cords of two supplies are in one outlet."""
    node = next(design.nodes()).path
    first = next(cord for cord in design.cords if cord.device == node)
    second = next(cord for cord in design.cords if cord.pdu == first.pdu and cord.device != node)
    return put(design, replace(second, outlet=first.outlet))


@mutation("PWR103", also={"PWR106": "phases that still hold are near the limit"})
def the_breakers_are_smaller_than_the_plugs(design: Design) -> Design:
    """Circuits of 32 A behind plugs of 63 A."""
    return _feeds(design, breaker=A(32))


@mutation("PWR104")
def the_banks_are_of_ten_amperes(design: Design) -> Design:
    """Bank breakers of 10 A."""
    return _pdu(design, bank_current=A(10))


@mutation("PWR105", also={"PWR104": "the banks carry the same currents"})
def the_switches_draw_more(design: Design) -> Design:
    """The switches draw 2.5 kW through couplers for 10 A."""
    switch = next(design.switches("compute"))
    part = design.parts[switch.part]
    return changed_part(design, part.id, power=part.value("power").with_(maximum=kW(2.5)))


@mutation("PWR106")
def the_breakers_leave_little(design: Design) -> Design:
    """Circuits of 40 A for phases of up to 35 A."""
    return _feeds(design, breaker=A(40))


@mutation("PWR107")
def the_feeds_are_small(design: Design) -> Design:
    """Each feed has 30 kW."""
    return _feeds(design, capacity=kW(30))


@mutation("PWR108")
def the_pdus_are_good_for_less(design: Design) -> Design:
    """The data sheet of the PDU states 20 kVA."""
    return _pdu(design, rated_power=ApparentPower.of(20, "kVA"))


@mutation("PWR110")
def the_cords_are_short(design: Design) -> Design:
    """The cords of a node are 0.5 m long."""
    node = next(design.nodes()).path
    return put(design, *(replace(cord, length=m(0.5)) for cord in design.cords if cord.device == node))


@mutation("PWR201")
def the_supplies_of_a_switch_hang_on_one_feed(design: Design) -> Design:
    """Both supplies of a switch lead to one PDU."""
    switch = next(design.switches("compute")).path
    first, second = (cord for cord in design.cords if cord.device == switch)
    free = [cord.outlet for cord in design.cords if cord.pdu == first.pdu]
    part: Any = design.part_of(design.device[first.pdu])
    outlet = next(socket.name for socket in reversed(part.in_turn("C13")) if socket.name not in free)
    return put(design, replace(second, pdu=first.pdu, outlet=outlet))


@mutation("PWR202")
def the_nodes_need_five_supplies(design: Design) -> Design:
    """Four of six supplies no longer carry a node."""
    node = next(design.nodes())
    supplies: Supplies = design.parts[node.part].value("supplies")
    return changed_part(design, node.part, supplies=supplies.with_(needed=5))


@mutation("PWR203", also={"NET204": "the managers hang on it as well"})
def there_is_one_feed(design: Design) -> Design:
    """Every PDU hangs on feed A, and there is no other."""
    first = design.feeds[0]
    return replace(design, feeds=(first,), pdu_feeds=tuple(replace(pair, feed=first.path) for pair in design.pdu_feeds))


@mutation("PWR204")
def the_feeds_come_from_one_generator(design: Design) -> Design:
    """Three feeds behind one generator."""
    return _feeds(design, upstream=("generator",))


@mutation(
    "PWR301",
    also={
        "PWR103": "the phase carries two thirds",
        "PWR106": "or nearly so",
        "PWR110": "outlets are taken to stand phase after phase",
    },
)
def the_cords_begin_on_one_phase(design: Design) -> Design:
    """The bank of every outlet hangs on the first phase but one."""
    part: Any = design.part_of(next(device for device in design.devices if device.kind == "pdu"))
    outlets = tuple(group.with_(phase="L1" if group.phase == "L2" else group.phase) for group in part.outlets)
    return changed_part(design, part.id, outlets=outlets)


@mutation("PWR901")
def a_default_is_not_declared(design: Design) -> Design:
    """The voltage of a feed is a default."""
    premise = Premise("feed/A", "voltage", "400 V", "what the PDU is made for")
    return replace(design, premises=(*design.premises, premise))


POWER = (
    two_cords_share_an_outlet,
    the_breakers_are_smaller_than_the_plugs,
    the_banks_are_of_ten_amperes,
    the_switches_draw_more,
    the_breakers_leave_little,
    the_feeds_are_small,
    the_pdus_are_good_for_less,
    the_cords_are_short,
    the_supplies_of_a_switch_hang_on_one_feed,
    the_nodes_need_five_supplies,
    there_is_one_feed,
    the_feeds_come_from_one_generator,
    the_cords_begin_on_one_phase,
    a_default_is_not_declared,
)
