"""What sheets say about where a component is: rack, unit, and many paths in few words."""

from __future__ import annotations

from typing import TypeAlias

from clusterdesign.design import Design
from clusterdesign.names import NaturalKey, family, natural_key, summary

PlaceKey: TypeAlias = tuple[NaturalKey, int, NaturalKey]


def rack_name(design: Design, device: str) -> str:
    """Return the name of the rack a device stands in, without ``rack/``; empty where it is not placed."""
    placement = design.placement.get(device)
    return placement.rack.removeprefix("rack/") if placement else ""


def rack_unit(design: Design, device: str) -> int | None:
    """Return the lowest rack unit of a device; None where it is not placed or hangs beside the equipment."""
    placement = design.placement.get(device)
    return placement.u or None if placement else None


def walk_key(rack: str, unit: int | None, device: str) -> PlaceKey:
    """Sort key of the order in which a room is walked: rack by rack, each from the top down."""
    return natural_key(rack), -(unit or 0), natural_key(device)


__all__ = ["PlaceKey", "family", "rack_name", "rack_unit", "summary", "walk_key"]
