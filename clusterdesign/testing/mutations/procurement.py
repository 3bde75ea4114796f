"""Faults of procurement: what a lot needs arrives with another one, or not at all."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design import Design
from clusterdesign.design.procurement import Lot
from clusterdesign.parts import Node
from clusterdesign.testing.mutations.base import mutation, with_part


@mutation("PRC001")
def nodes_come_without_cords(design: Design) -> Design:
    """The nodes are delivered without cords and nobody bought any."""
    node = design.part_of(design.device["gpu/001"])
    if not isinstance(node, Node) or node.supplies is None:
        raise TypeError("the example has nodes with supplies")
    design = with_part(design, node.with_(supplies=node.supplies.with_(cords_included=False)))
    nodes = {device.path for device in design.nodes()}
    cords = (replace(cord, part="") if cord.device in nodes else cord for cord in design.cords)
    return replace(design, cords=tuple(cords))


@mutation("PRC002")
def all_cords_are_a_lot_of_their_own(design: Design) -> Design:
    """The cords are ordered together, and nothing says that they come first."""
    return replace(design, procurement=replace(design.procurement, lots=(Lot("cords", ("Cords",)),)))


PROCUREMENT = (nodes_come_without_cords, all_cords_are_a_lot_of_their_own)
