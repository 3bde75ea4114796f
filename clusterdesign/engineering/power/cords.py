"""Power cords: the way from the inlet of a supply to its outlet, and what it asks of a cord.

Nobody publishes how high the outlets of a PDU are, or where in a chassis its inlets are. What a part does not say is
taken as stated: inlets at the middle of the device; outlets of each type spread evenly over a vertical PDU, one phase
after the other, or at the middle of a horizontal one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cord, Placement
from clusterdesign.parts import CduPart, PduPart, RackPart, Supplies
from clusterdesign.parts import Device as DevicePart
from clusterdesign.units import Length, m

Powered: TypeAlias = DevicePart | CduPart
"""Parts that have supplies."""

RACK_UNIT = 44_450
"""Height of a rack unit in micrometres (EIA-310)."""

SIDE, LOOP = m(0.3), m(0.2)
"""Way from the chassis to the PDU at its side, and spare for plugging (planning values)."""

ASSUMED = "outlets of each type spread evenly over the PDU, one phase after the other; inlets at mid-height"
"""What is taken where the heights are not published."""

_PORT_SIDE = frozenset({"P2C", "C2P"})
"""Directions of air that say that supplies and ports are on opposite faces."""


@dataclass(frozen=True, slots=True)
class CordWay:
    """The way of a cord.

    Attributes:
        face: face of the rack at which the inlet is; PDUs are at the rear.
        inlet, outlet: heights above the lowest rack unit.
        through: way from an inlet at the front to the rear.
        side: where the PDU hangs as seen from behind; empty for a horizontal one.
        assumed: whether the height of the outlet is an assumption.
    """

    face: Literal["front", "rear"]
    inlet: Length
    outlet: Length
    through: Length
    side: Literal["left", "right", ""]
    assumed: bool

    def run(self, side: Length = SIDE, loop: Length = LOOP) -> Length:
        """Return what a cord must cover: ``|z_inlet - z_outlet|``, the way through the rack, to the side, a loop."""
        return Length(abs(self.inlet.base - self.outlet.base) + self.through.base + side.base + loop.base)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value without which the way is not known."""

    part: str
    field: str


@dataclass(frozen=True, slots=True)
class Ends:
    """What a way is computed from: the device, the PDU, and where they stand."""

    device: Powered
    place: Placement
    pdu: PduPart
    pdu_place: Placement
    pdu_index: int
    rack: RackPart


class Ways:
    """Ways that were computed before: thousands of cords share a few."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], dict[str, CordWay | Unknown]] = {}

    def to(self, ends: Ends, outlet: str) -> CordWay | Unknown:
        """Return the way to an outlet, or what is not known about it. Parts are told apart by their ids."""
        known = self.between(ends)
        found = known.get(outlet)
        if found is None:
            found = known[outlet] = way(ends, outlet)
        return found

    def between(self, ends: Ends) -> dict[str, CordWay | Unknown]:
        """Return the ways found so far from devices to PDUs that stand as these do, by outlet."""
        place, at = ends.place, ends.pdu_place
        device = (ends.device.id, place.u, place.height_u, place.face)
        return self._known.setdefault((device, ends.pdu.id, at.u, at.height_u, ends.pdu_index % 2, ends.rack.id), {})


def way(ends: Ends, outlet: str) -> CordWay | Unknown:
    """Return the way to an outlet, or what is not known about it."""
    height = _height(ends)
    if isinstance(height, Unknown):
        return height
    found = _outlet(ends, outlet, height)
    if found is None:
        return Unknown(ends.pdu.id, "outlets")
    front = inlet_face(ends.device, ends.place) == "front"
    depth = ends.device.size.depth
    if front and depth is None:
        return Unknown(ends.device.id, "size.depth")
    return CordWay(
        face="front" if front else "rear",
        inlet=Length((2 * ends.place.u - 2 + ends.place.height_u) * RACK_UNIT // 2),
        outlet=found,
        through=depth if front and depth is not None else Length.zero(),
        side="" if ends.pdu_place.height_u else ("left", "right")[ends.pdu_index % 2],
        assumed=not ends.pdu_place.height_u and outlet not in ends.pdu.outlet_heights,
    )


def inlet_face(part: Powered, place: Placement) -> Literal["front", "rear"]:
    """Return the face of the rack at which the inlets of a device are: of switches, opposite to the ports."""
    if isinstance(part, DevicePart) and part.airflow in _PORT_SIDE:
        return "front" if place.face == "rear" else "rear"
    return "rear"


def _height(ends: Ends) -> Length | Unknown:
    """Return the length of a vertical PDU: its own where it is published, else that of the rack."""
    if ends.pdu_place.height_u or ends.pdu.size.height is not None:
        return ends.pdu.size.height or Length.zero()
    if ends.rack.size.height_u is None:
        return Unknown(ends.rack.id, "size.height_u")
    return Length(ends.rack.size.height_u * RACK_UNIT)


def _outlet(ends: Ends, outlet: str, height: Length) -> Length | None:
    """Return the height of an outlet; None where the PDU has none of that name."""
    found = ends.pdu.outlet_places.get(outlet)
    if found is None:
        return None
    if outlet in ends.pdu.outlet_heights:
        return ends.pdu.outlet_heights[outlet]
    place = ends.pdu_place
    if place.height_u:
        return Length((2 * place.u - 2 + place.height_u) * RACK_UNIT // 2)
    number, count = found
    return Length((2 * number + 1) * height.base // (2 * count))


def supplies_of(part: object) -> Supplies | None:
    """Return the supplies of a part; None for what has none."""
    return part.supplies if isinstance(part, DevicePart | CduPart) else None


def ends_of(design: Design, cord: Cord) -> Ends | None:
    """Return what the way of a cord is computed from; None where an end is missing or in another rack."""
    device, pdu = design.device.get(cord.device), design.device.get(cord.pdu)
    place, at = design.placement.get(cord.device), design.placement.get(cord.pdu)
    if device is None or pdu is None or place is None or at is None or place.rack != at.rack:
        return None
    part, strip = design.parts.get(device.part), design.parts.get(pdu.part)
    rack = design.rack.get(place.rack)
    cabinet = design.parts.get(rack.part) if rack is not None else None
    if (
        not isinstance(part, DevicePart | CduPart)
        or not isinstance(strip, PduPart)
        or not isinstance(cabinet, RackPart)
    ):
        return None
    return Ends(part, place, strip, at, pdu.index, cabinet)


def cord_ways(design: Design) -> Iterator[tuple[Cord, CordWay | Unknown]]:
    """Yield every cord that leads to a PDU of its own rack, with its way or what is not known about it.

    Cords for which the PDU has no outlet left, or not the one that they name, are left out, and supplies that are
    wired: that is the matter of other rules.
    """
    ways = Ways()
    pair, ends = ("", ""), None
    known: dict[str, CordWay | Unknown] = {}
    for cord in design.cords:
        # The cords of a device follow each other, and some of them lead to one PDU.
        if pair != (cord.device, cord.pdu):
            pair, ends = (cord.device, cord.pdu), ends_of(design, cord)
            known = {} if ends is None else ways.between(ends)
        if ends is None:
            continue
        if cord.outlet in known:
            yield cord, known[cord.outlet]
        elif cord.outlet in ends.pdu.outlet_places:
            yield cord, ways.to(ends, cord.outlet)
        elif not (cord.outlet and ends.pdu.outlets) and (unknown := _no_outlet(ends)) is not None:
            yield cord, unknown


def _no_outlet(ends: Ends) -> Unknown | None:
    """Return why no outlet is named, where that is a value that nobody published."""
    supplies = ends.device.supplies
    if supplies is not None and supplies.inlet is None:
        return Unknown(ends.device.id, "supplies.inlet")
    return None if ends.pdu.outlets else Unknown(ends.pdu.id, "outlets")


__all__ = [
    "ASSUMED",
    "LOOP",
    "SIDE",
    "CordWay",
    "Ends",
    "Unknown",
    "Ways",
    "cord_ways",
    "ends_of",
    "inlet_face",
    "supplies_of",
    "way",
]
