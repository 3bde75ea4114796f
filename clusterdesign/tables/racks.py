"""Rack sheets: what each rack holds and weighs and which limit binds it, and its elevation unit by unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design import Design, Placement
from clusterdesign.engineering.racks import LIMITS, RackLoad, foot, rack_loads
from clusterdesign.names import natural_key
from clusterdesign.tables.reservations import reservation_sheet
from clusterdesign.tables.sheet import Book, Column, Sheet


def racks_book(design: Design) -> Book:
    """Return the rack workbook: racks, their elevations, and the places kept free, where there are any."""
    kept = (reservation_sheet(design),) if design.reservations else ()
    return Book(name="racks", title=design.name, sheets=(_racks(design), _elevations(design), *kept))


def _racks(design: Design) -> Sheet[RackLoad]:
    loads = rack_loads(design)
    return Sheet(
        name="Rack loads",
        rows=tuple(loads[path] for path in sorted(loads, key=natural_key)),
        columns=(
            Column("Rack", lambda row: row.rack.path.removeprefix("rack/"), width=8),
            Column("Role", lambda row: row.rack.role, kind="word", width=10),
            Column("Nodes", lambda row: row.nodes, kind="integer", width=8, total=True),
            Column("Units used", lambda row: row.used, kind="integer", width=9, total=True),
            Column(
                "Units free", lambda row: None if row.height is None else row.height - row.used, kind="integer", width=9
            ),
            Column("Kept for cables", lambda row: row.rack.top_free, kind="integer", width=10),
            Column("Power", lambda row: row.watts / 1000, kind="number", unit="kW", digits=2, width=9, total=True),
            Column("Power limit", lambda row: row.rack.power_limit, kind="number", unit="kW", digits=1, width=9),
            Column("Mass", lambda row: row.mass, kind="number", unit="kg", digits=1, width=9, total=True),
            Column("Centre of gravity", lambda row: row.gravity or None, kind="number", unit="m", digits=2, width=10),
            Column("Floor load", lambda row: row.floor, kind="number", unit="kPa", digits=2, width=9),
            Column("Load of a foot", lambda row: foot(row.mass), kind="number", unit="kN", digits=2, width=9),
            Column("Binding limit", lambda row: row.binding, kind="word", width=12),
            *(
                Column(
                    f"Nodes by {name}",
                    lambda row, name=name: row.fits.get(name),  # type: ignore[misc]  # a default binds the limit
                    kind="integer",
                    width=9,
                )
                for name in LIMITS
            ),
            Column("Weight unknown", lambda row: len(row.weightless), kind="integer", width=10),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Unit:
    """One device in a rack."""

    rack: str
    place: Placement
    part: str


def _elevations(design: Design) -> Sheet[_Unit]:
    return Sheet(
        name="Elevations",
        rows=tuple(_units(design)),
        columns=(
            Column("Rack", lambda row: row.rack, width=8),
            Column("From unit", lambda row: row.place.u or None, kind="integer", width=9),
            Column(
                "To unit",
                lambda row: row.place.u + row.place.height_u - 1 if row.place.height_u else None,
                kind="integer",
                width=9,
            ),
            Column("Device", lambda row: row.place.device, width=34),
            Column("Name", lambda row: row.part, width=48),
            Column("Connectors at", lambda row: row.place.face, kind="word", width=12),
            Column("Placed", lambda _: None, width=10),
        ),
    )


def _units(design: Design) -> Iterator[_Unit]:
    loads = rack_loads(design)
    for path in sorted(loads, key=natural_key):
        for place in reversed(loads[path].placements):
            name = design.parts[design.device[place.device].part].name
            yield _Unit(path.removeprefix("rack/"), place, name)
