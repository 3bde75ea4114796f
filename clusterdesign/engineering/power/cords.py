"""Power cords: the way from the inlet of a supply to its outlet, and what it asks of a cord.

Nobody publishes how high the outlets of a PDU are, or where in a chassis its inlets are. What a part does not say is
taken as stated: inlets at the middle of the device; outlets of each type spread evenly over a vertical PDU, one phase
after the other, or at the middle of a horizontal one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cord, Device, Placement, Rack
from clusterdesign.parts import AnyPart, CduPart, PduPart, RackPart
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
    """Ways of cords among records by path, of a design or of one in the making; thousands of cords share a few."""

    def __init__(
        self,
        *,
        devices: Mapping[str, Device],
        placements: Mapping[str, Placement],
        racks: Mapping[str, Rack],
        parts: Mapping[str, AnyPart],
    ) -> None:
        self._devices = devices
        self._placements = placements
        self._racks = racks
        self._parts = parts
        self._known: dict[tuple[object, ...], CordWay | Unknown] = {}
        self._last: tuple[tuple[str, str], Ends | None] = (("", ""), None)

    def ends(self, cord: Cord) -> Ends | None:
        """Return what the way of a cord is computed from; None where an end is missing or in another rack."""
        pair = (cord.device, cord.pdu)
        # The cords of a device follow each other, and some of them lead to one PDU.
        if self._last[0] != pair:
            self._last = pair, self._find_ends(cord)
        return self._last[1]

    def _find_ends(self, cord: Cord) -> Ends | None:
        device, pdu = self._devices.get(cord.device), self._devices.get(cord.pdu)
        place, at = self._placements.get(cord.device), self._placements.get(cord.pdu)
        if device is None or pdu is None or place is None or at is None or place.rack != at.rack:
            return None
        part, strip = self._parts.get(device.part), self._parts.get(pdu.part)
        rack = self._racks.get(place.rack)
        cabinet = self._parts.get(rack.part) if rack is not None else None
        if (
            not isinstance(part, DevicePart | CduPart)
            or not isinstance(strip, PduPart)
            or not isinstance(cabinet, RackPart)
        ):
            return None
        return Ends(part, place, strip, at, pdu.index, cabinet)

    def to(self, ends: Ends, outlet: str) -> CordWay | Unknown:
        """Return the way to an outlet, or what is not known about it. Parts are told apart by their ids."""
        place, at = ends.place, ends.pdu_place
        key = (
            *(ends.device.id, place.u, place.height_u, place.face),
            *(ends.pdu.id, at.u, at.height_u, ends.pdu_index % 2, ends.rack.id, outlet),
        )
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = way(ends, outlet)
        return found


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


def cord_ways(design: Design) -> Iterator[tuple[Cord, CordWay | Unknown]]:
    """Yield every cord that leads to a PDU of its own rack, with its way or what is not known about it.

    Cords for which the PDU has no outlet left, or not the one that they name, are left out, and supplies that are
    wired: that is the matter of other rules.
    """
    ways = Ways(devices=design.device, placements=design.placement, racks=design.rack, parts=design.parts)
    for cord in design.cords:
        ends = ways.ends(cord)
        if ends is None:
            continue
        if cord.outlet in ends.pdu.outlet_places:
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
    "inlet_face",
    "way",
]
