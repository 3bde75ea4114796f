"""Differences in the installer's words: rack, unit, front-panel port, and what to do there."""

from __future__ import annotations

from collections.abc import Sequence

from clusterdesign.asbuilt.dump import Dump, Speed
from clusterdesign.asbuilt.findings import Difference, Kind
from clusterdesign.asbuilt.identify import Identities
from clusterdesign.design import Design
from clusterdesign.names import natural_sorted
from clusterdesign.subnet import Element, Subnet, Wire
from clusterdesign.subnet.model import Socket

_PAIR = 2
_SIMULATED = 200
"""Gb/s that the simulator writes for every faster link."""


class Teller:
    """Words for the differences of one fabric."""

    def __init__(self, design: Design, fabric: Subnet, dump: Dump, found: Identities) -> None:
        self._design = design
        self._fabric = fabric
        self._dump = dump
        self._simulated = found.simulated

    def rate(self, wire: Wire) -> int:
        """Return the Gb/s that a link should run at; a simulator knows none above 200."""
        return min(wire.rate, _SIMULATED) if self._simulated else wire.rate

    def absent(self, device: str, elements: Sequence[Element]) -> Difference:
        """Tell that nothing of a device is there."""
        guids = {element.guid for element in elements}
        wires = [wire for wire in self._fabric.wires if wire.a[0] in guids or wire.b[0] in guids]
        return Difference(
            "absent-device",
            _cables(wires),
            device,
            f"{self._device(device)} is not in the fabric, nor are its {len(wires)} links",
            "switch it on and see that its ports are up; if it is on, check that it belongs to this fabric",
        )

    def missing(self, wire: Wire, at_b: Socket | None) -> Difference:
        """Tell that a link is not there."""
        held = f"; the latter is taken by {self._end(at_b)}" if at_b is not None else ""
        return Difference(
            "missing-cable",
            _cables([wire]),
            self._owner(wire.a),
            f"no link between {self._end(wire.a)} and {self._end(wire.b)}{held}",
            f"plug in cable {_cable(wire)}, or replace it or its transceivers if it is plugged in",
        )

    def exchanged(self, ring: Sequence[Wire]) -> Difference:
        """Tell that plugs were exchanged among some wires: two of them swapped, more of them rotated."""
        # The plugs are put right where they are nearest to each other.
        upper = self._spread([wire.b for wire in ring]) <= self._spread([wire.a for wire in ring])
        ends = [wire.b if upper else wire.a for wire in ring]
        kind: Kind = "swapped" if len(ring) == _PAIR else "rotated"
        return Difference(
            kind,
            _cables(ring),
            self._owner(ends[0]),
            f"the plugs of {len(ring)} links are exchanged: "
            + "; ".join(f"{_cable(wire)} belongs from {self._end(wire.a)} to {self._end(wire.b)}" for wire in ring),
            f"exchange the plugs at {' and '.join(self._end(end) for end in ends)}",
        )

    def misplaced(self, wire: Wire, actual: Socket) -> Difference:
        """Tell that a cable ends in the wrong place."""
        kind: Kind = "wrong-device"
        element = self._fabric.by_guid.get(actual[0])
        planned = self._fabric.by_guid[wire.b[0]]
        if actual[0] == wire.b[0]:
            kind = "wrong-port"
        elif element is not None and element.role == "leaf" and element.rail != planned.rail:
            kind = "wrong-rail"
        return Difference(
            kind,
            _cables([wire]),
            self._owner(wire.b),
            f"cable {_cable(wire)} leads from {self._end(wire.a)} to {self._end(actual)}, not to {self._end(wire.b)}",
            f"move its plug from {self._end(actual)} to {self._end(wire.b)}",
        )

    def unplanned(self, here: Socket, there: Socket) -> Difference:
        """Tell a link that the design does not have."""
        known = there[0] in self._fabric.by_guid
        return Difference(
            "extra-cable" if known else "unknown-device",
            (),
            self._owner(here),
            f"{self._end(here)} leads to {self._end(there)}, which the design does not have",
            "unplug it, or enter it in the design",
        )

    def degraded(self, wire: Wire, speed: Speed) -> Difference:
        """Tell that a link is slower than designed."""
        return Difference(
            "degraded",
            _cables([wire]),
            self._owner(wire.a),
            f"the link between {self._end(wire.a)} and {self._end(wire.b)} runs at {speed}, {speed.rate:g} Gb/s, "
            f"not at {self.rate(wire)} Gb/s",
            f"clean and reseat both plugs of cable {_cable(wire)}; replace it if that does not help",
        )

    def _end(self, end: Socket) -> str:
        element = self._fabric.by_guid.get(end[0])
        if element is None:
            return f"{self._dump.name(end[0])!r} port {end[1]}"
        port = element.port_names[end[1] - 1] if 0 < end[1] <= len(element.port_names) else f"number {end[1]}"
        return f"{self._device(element.device)} port {port}"

    def _device(self, device: str) -> str:
        placement = self._design.placement.get(device)
        if placement is None:
            return device
        return f"{device} ({placement.rack.removeprefix('rack/')} U{placement.u})"

    def _owner(self, end: Socket) -> str:
        element = self._fabric.by_guid.get(end[0])
        return element.device if element else ""

    def _spread(self, ends: Sequence[Socket]) -> tuple[int, int]:
        """Return over how many racks and devices some ends are spread."""
        devices = {self._owner(end) for end in ends}
        racks = {p.rack if (p := self._design.placement.get(device)) else device for device in devices}
        return len(racks), len(devices)


def _cable(wire: Wire) -> str:
    return (wire.cable or wire.link).partition("/")[2]


def _cables(wires: Sequence[Wire]) -> tuple[str, ...]:
    return tuple(natural_sorted({wire.cable or wire.link for wire in wires}))
