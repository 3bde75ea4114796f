"""Faults of the parts that a design names."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design import Design
from clusterdesign.parts import Source
from clusterdesign.testing.mutations.base import changed_part, longest_fibre, mutation, put
from clusterdesign.units import kW


@mutation("CAT001", also={"CBL110": "the fill of its trays needs the diameter of the cable"})
def a_cable_is_ordered_as_a_transceiver(design: Design) -> Design:
    """The part of a cable is a module."""
    return put(design, replace(longest_fibre(design), part=design.transceivers[0].part))


@mutation(
    "CAT002",
    also={"RCK102": "the load of a rack needs the weight", "RCK105": "and so does the load on its casters"},
)
def the_weight_of_a_switch_is_unknown(design: Design) -> Design:
    """A switch has no weight: its rules say that they could not be checked."""
    return changed_part(design, next(design.switches("compute")).part, weight=None)


@mutation("CAT901")
def the_weight_of_a_switch_is_assumed(design: Design) -> Design:
    """The weight of a switch has no source."""
    part = design.parts[next(design.switches("compute")).part]
    guess = Source(ref="taken from a similar switch", confidence="assumed")
    return changed_part(design, part.id, sources={**part.sources, "weight": guess})


@mutation("CAT902", also={"CLG102": "the larger figure is the heat, more than a rack usually gives to the air"})
def a_datasheet_contradicts_itself(design: Design) -> Design:
    """The datasheet of a switch states more heat than power."""
    part = design.parts[next(design.switches("compute")).part]
    return changed_part(design, part.id, power=part.value("power").with_(source_conflict=kW(9)))


@mutation("CAT903")
def a_switch_is_no_longer_sold(design: Design) -> Design:
    """The vendor has discontinued the switch."""
    return changed_part(design, next(design.switches("compute")).part, discontinued=True)


@mutation("STO104")
def the_nodes_have_no_drives(design: Design) -> Design:
    """The node is ordered without a local drive."""
    return changed_part(design, next(design.nodes()).part, nvme_data=None, nvme_bays=0)


PARTS = (
    the_nodes_have_no_drives,
    a_cable_is_ordered_as_a_transceiver,
    the_weight_of_a_switch_is_unknown,
    the_weight_of_a_switch_is_assumed,
    a_datasheet_contradicts_itself,
    a_switch_is_no_longer_sold,
)
