"""Rows of the cabling sheets: one a bought cable, with everything that the design says about it."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Cable, Design, End, PortRef
from clusterdesign.design.pulls import Pull, PullGroup, pull_groups, pulls
from clusterdesign.names import natural_key
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre as FibrePart
from clusterdesign.tables.cabling.colours import jacket_colour, rail_colour
from clusterdesign.tables.cabling.ways import Sides, route_text
from clusterdesign.tables.ids import MARKS, cable_id
from clusterdesign.tables.labels import Label, labels
from clusterdesign.tables.places import rack_name, rack_unit, walk_key
from clusterdesign.units import Length, Rate


@dataclass(frozen=True, slots=True)
class CableEnd:
    """One end of a cable as a sheet prints it. A tail parked for later growth has no device.

    Attributes:
        system: names that the operating system has for its ports, where they are published.
        module: part number of the transceiver that it is plugged into.
        connector: 1-based connector of that transceiver; None where the plug fills the cage.
        side: on which side of the rack it comes in.
        label: what stands on it.
    """

    mark: str
    device: str
    rack: str
    unit: int | None
    cage: str
    port: str
    system: str
    module: str
    connector: int | None
    side: str
    label: Label


@dataclass(frozen=True, slots=True)
class CableRow:
    """A cable with what its links and its place in the plan say about it."""

    cable: Cable
    part: CablePart | FibrePart
    ends: tuple[CableEnd, ...]
    pull: Pull
    route: str
    speed: Rate | None
    rail: int | None

    @property
    def id(self) -> str:
        """Identity of the cable for programs: the device and port of its first end."""
        return cable_id(self.cable)

    @property
    def tag(self) -> str:
        """Short id, as on its labels."""
        return self.ends[0].label.tag

    @property
    def medium(self) -> str:
        """What carries the signal."""
        return self.part.medium if isinstance(self.part, CablePart) else self.part.fibre

    @property
    def slack(self) -> Length:
        """Bought length minus run."""
        return self.cable.length - self.cable.run

    @property
    def jacket(self) -> str:
        """Colour of the jacket."""
        return jacket_colour(self.part)

    @property
    def tape(self) -> str:
        """Colour of the mark on both ends: that of the rail."""
        return rail_colour(self.rail)


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows of a design in the order of pulling, and the groups that they are pulled in."""

    rows: tuple[CableRow, ...]
    groups: tuple[PullGroup, ...]

    def by_end(self, n: int) -> tuple[CableRow, ...]:
        """Return the rows in the order of a walk along the racks of one end, each from the top down."""
        return tuple(sorted(self.rows, key=lambda row: (*end_key(row.ends[n]), row.id)))


def plan(design: Design) -> Plan:
    """Return the cabling plan of a design."""
    groups = pull_groups(design)
    turns = pulls(groups)
    read = _Reader(design)
    by_path = {cable.path: cable for cable in design.cables}
    rows = (read(by_path[path], turns[path]) for group in groups for path in group.cables)
    return Plan(tuple(rows), groups)


def end_key(end: CableEnd) -> tuple[object, ...]:
    """Sort key of an end in a walk along the racks; parked tails come last."""
    return (not end.device, *walk_key(end.rack, end.unit, end.device), natural_key(end.port), end.connector or 0)


class _Reader:
    """Reads the rows off a design; what many of them share is looked up once."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._labels = labels(design)
        self._sides = Sides(design)
        self._routes = {route.path: route_text(route) for route in design.routes}

    def __call__(self, cable: Cable, pull: Pull) -> CableRow:
        design = self._design
        links = [design.link[path] for path in cable.links if path in design.link]
        rails = {link.rail for link in links}
        return CableRow(
            cable=cable,
            part=design.cable_part(cable),
            ends=tuple(map(self._end, MARKS, cable.ends, self._labels[cable.path])),
            pull=pull,
            route=self._routes.get(cable.route, ""),
            speed=links[0].speed if links else None,
            rail=rails.pop() if len(rails) == 1 else None,
        )

    def _end(self, mark: str, end: End, label: Label) -> CableEnd:
        design = self._design
        ports = [design.port(PortRef(end.device, name)) for name in end.ports] if end.device else []
        module = None if end.connector is None else design.transceiver_in.get((end.device, end.cage))
        return CableEnd(
            mark=mark,
            device=end.device,
            rack=rack_name(design, end.device),
            unit=rack_unit(design, end.device),
            cage=end.cage,
            port=", ".join(end.ports),
            system=", ".join(name for port in ports if port and (name := port.os_name or port.netdev)),
            module=(design.part_of(module).part_number or module.part) if module else "",
            connector=None if end.connector is None else end.connector + 1,
            side=self._sides(end.device, end.cage),
            label=label,
        )


__all__ = ["CableEnd", "CableRow", "Plan", "end_key", "plan"]
