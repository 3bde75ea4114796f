"""Faults of transceivers and of what is plugged into them."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design import Design, End, Transceiver
from clusterdesign.testing.mutations.base import drop, longest_fibre, mutation, node_link, put, variant


def _module(design: Design, device: str) -> Transceiver:
    return next(module for module in design.transceivers if module.device == device)


@mutation("CBL006")
def a_node_gets_the_transceiver_of_a_switch(design: Design) -> Design:
    """A finned module is ordered for a node, where only a flat one fits."""
    link = node_link(design, 0, 1)
    return put(design, replace(_module(design, link.a.device), part=_module(design, link.b.device).part))


@mutation("CBL008")
def a_transceiver_is_missing(design: Design) -> Design:
    """A fibre ends at an empty cage."""
    return drop(design, _module(design, node_link(design, 0, 1).a.device).path)


@mutation("CBL009")
def a_transceiver_is_of_another_generation(design: Design) -> Design:
    """An HDR module faces an NDR module."""
    module = _module(design, node_link(design, 0, 1).a.device)
    design, other = variant(design, module.part, "hdr", signalling="hdr")
    return put(design, replace(module, part=other.id))


@mutation("CBL007")
def a_fibre_has_the_wrong_polish(design: Design) -> Design:
    """A UPC fibre is plugged into APC transceivers."""
    cable = longest_fibre(design)
    design, part = variant(design, cable.part, "upc", connector="mpo12-upc")
    return put(design, replace(cable, part=part.id))


@mutation("CBL011")
def a_splitter_sits_beside_a_straight_fibre(design: Design) -> Design:
    """One of two fibres in a transceiver becomes a splitter with a parked tail."""
    cable = design.cable_of[node_link(design, 0, 1).path]
    design, part = variant(design, cable.part, "split", split=2)
    switch_end = next(end for end in cable.ends if end.device != node_link(design, 0, 1).a.device)
    node_end = next(end for end in cable.ends if end is not switch_end)
    return put(design, replace(cable, part=part.id, ends=(switch_end, node_end, End("", "", None, ()))))


OPTICS = (
    a_node_gets_the_transceiver_of_a_switch,
    a_fibre_has_the_wrong_polish,
    a_transceiver_is_missing,
    a_transceiver_is_of_another_generation,
    a_splitter_sits_beside_a_straight_fibre,
)
