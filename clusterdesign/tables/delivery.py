"""The delivery plan as sheets: stages, lots, lead times that are unknown, racks and cables by lot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clusterdesign.design import Cable, Design
from clusterdesign.names import natural_sorted
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.delivery import Activity, Arrival, DeliveryPlan, Need, Window
from clusterdesign.procurement.delivery.needs import ready
from clusterdesign.procurement.delivery.report import day_text, days_of
from clusterdesign.tables.ids import cable_id
from clusterdesign.tables.places import rack_name
from clusterdesign.tables.sheet import Book, Column, Kind, Sheet


@dataclass(frozen=True, slots=True)
class Step:
    """A lot, and what is possible when it and all before it are there."""

    arrival: Arrival
    days: tuple[int, int]
    racks: int
    devices: int
    cables: int
    links: int


@dataclass(frozen=True, slots=True)
class RackRow:
    """A rack, the lots that it and its devices wait for."""

    rack: str
    needs: Need
    filled: Need
    devices: int


@dataclass(frozen=True, slots=True)
class CableRow:
    """A cable, the lots without which it cannot be laid, and those without which its links cannot be tested."""

    cable: Cable
    laid: Need
    tested: Need


@dataclass(frozen=True, slots=True)
class UnknownRow:
    """A line of the bill without a lead time."""

    lot: str
    line: BillLine


def delivery_book(design: Design, plan: DeliveryPlan) -> Book:
    """Return the workbook of a delivery plan. Sheets of what the design does not have are left out."""
    sheets: list[Sheet[Any]] = [stage_sheet(plan), lot_sheet(plan)]
    if any(one.unknown for one in plan.arrivals):
        sheets.append(unknown_sheet(plan))
    if design.racks:
        sheets.append(rack_sheet(design, plan))
    if design.cables:
        sheets.append(cable_sheet(design, plan))
    sheets.append(premise_sheet(plan))
    return Book(name="delivery", title=design.name, sheets=tuple(sheets))


def stage_sheet(plan: DeliveryPlan) -> Sheet[Activity]:
    """Return the stages and the lots with their days, in the order in which they can begin."""

    def day(get: Callable[[Window], int]) -> Callable[[Activity], int | str | None]:
        return lambda row: None if row.window is None else _day(get(row.window), plan)

    kind = _kind(plan)
    return Sheet(
        name="Delivery plan",
        rows=plan.activities,
        columns=(
            Column("Kind of row", lambda row: "lot" if row.is_lot else "stage", kind="word", width=10),
            Column("Activity", lambda row: row.name, kind="word", width=26),
            Column("After", lambda row: row.after, kind="word", width=24),
            Column("At least", lambda row: row.least, kind="integer", unit="d", width=10),
            Column("At most", lambda row: row.most, kind="integer", unit="d", width=10),
            Column("Days", lambda row: None if row.least is None else f"{row.days} days", kind="word", width=16),
            Column("Begins", day(lambda window: window.start), kind=kind, width=13),
            Column("Begins at the latest", day(lambda window: window.late_start), kind=kind, width=14),
            Column("Ends", day(lambda window: window.end), kind=kind, width=13),
            Column("Ends at the latest", day(lambda window: window.late_end), kind=kind, width=14),
            Column("Basis", lambda row: row.because, kind="word", width=56),
        ),
    )


def lot_sheet(plan: DeliveryPlan) -> Sheet[Step]:
    """Return the lots in the order of installation, with what each makes possible together with those before it."""
    rows = [
        Step(
            one,
            days_of(plan, step.arrived),
            len(step.racks),
            len(step.devices),
            len(step.cables),
            len(step.links),
        )
        for one, step in zip(plan.arrivals, plan.steps, strict=True)
    ]
    kind = _kind(plan)
    columns: list[Column[Step]] = [
        Column("Lot", lambda row: row.arrival.lot.name, kind="word", width=18),
        Column("Title", lambda row: row.arrival.lot.title, kind="word", width=30),
        Column("After", lambda row: row.arrival.lot.after, kind="word", width=24),
        Column("Lines", lambda row: row.arrival.lines, kind="integer", width=9),
        Column("Pieces", lambda row: row.arrival.pieces, kind="integer", width=10),
        Column("Lead time", lambda row: row.arrival.weeks, kind="integer", unit="wk", width=12),
        Column("Without lead time", lambda row: len(row.arrival.unknown), kind="integer", width=14),
        Column("All there", lambda row: _day(row.days[0], plan), kind=kind, width=13),
        Column("All there at the latest", lambda row: _day(row.days[1], plan), kind=kind, width=15),
        Column("Racks to build", lambda row: row.racks, kind="integer", width=12),
        Column("Devices to mount", lambda row: row.devices, kind="integer", width=13),
        Column("Cables to lay", lambda row: row.cables, kind="integer", width=12),
        Column("Links to test", lambda row: row.links, kind="integer", width=12),
    ]
    if plan.now is not None:
        there = frozenset(plan.now.arrived)
        columns.append(
            Column("There", lambda row: "yes" if row.arrival.lot.name in there else "no", kind="word", width=9)
        )
    return Sheet(name="Lots and steps", rows=tuple(rows), columns=tuple(columns))


def _kind(plan: DeliveryPlan) -> Kind:
    return "integer" if plan.start is None else "text"


def _day(day: int, plan: DeliveryPlan) -> int | str:
    return day if plan.start is None else day_text(day, plan.start)


def unknown_sheet(plan: DeliveryPlan) -> Sheet[UnknownRow]:
    """Return the lines of the bill whose lead time nobody declared."""
    return Sheet(
        name="Unknown lead times",
        rows=tuple(UnknownRow(one.lot.name, line) for one in plan.arrivals for line in one.unknown),
        columns=(
            Column("Lot", lambda row: row.lot, kind="word", width=18),
            Column("Section", lambda row: row.line.section, kind="word", width=18),
            Column("Line of the bill", lambda row: row.line.key, width=32),
            Column("Name", lambda row: row.line.description, width=60),
            Column("Quantity", lambda row: row.line.total, kind="integer", width=12),
        ),
    )


def rack_sheet(design: Design, plan: DeliveryPlan) -> Sheet[RackRow]:
    """Return the racks with the lots they wait for."""
    inside: dict[str, list[str]] = {}
    for device in design.devices:
        placement = design.placement.get(device.path)
        if placement is not None:
            inside.setdefault(placement.rack, []).append(device.path)
    rows = [
        RackRow(
            path,
            need,
            need.union(*(plan.needs.devices[device] for device in inside.get(path, ()))),
            len(inside.get(path, ())),
        )
        for path, need in plan.needs.racks.items()
    ]
    order = _order(plan)
    columns: list[Column[RackRow]] = [
        Column("Rack", lambda row: row.rack.removeprefix("rack/"), width=10),
        Column("Devices", lambda row: row.devices, kind="integer", width=12),
        Column("Lots to build it", lambda row: _named(row.needs, order), kind="word", width=30),
        Column("Lots to fill it", lambda row: _named(row.filled, order), kind="word", width=44),
    ]
    if plan.now is not None:
        there = plan.now.arrived
        columns += [
            Column("Can be built", lambda row: _yes(row.needs, there), kind="word", width=14),
            Column("Can be filled", lambda row: _yes(row.filled, there), kind="word", width=14),
            Column("Waits for", lambda row: _named(row.filled - set(there), order), kind="word", width=30),
        ]
    return Sheet(name="Racks by lot", rows=tuple(rows), columns=tuple(columns))


def cable_sheet(design: Design, plan: DeliveryPlan) -> Sheet[CableRow]:
    """Return the cables with the lots they wait for."""
    rows = [
        CableRow(
            cable,
            plan.needs.cables[cable.path],
            plan.needs.cables[cable.path].union(*(plan.needs.links.get(link, frozenset()) for link in cable.links)),
        )
        for cable in design.cables
    ]
    order = _order(plan)
    columns: list[Column[CableRow]] = [
        Column("Cable", lambda row: cable_id(row.cable), width=30),
        Column("Fabric", lambda row: row.cable.fabric, width=14),
        Column("Rack A", lambda row: rack_name(design, row.cable.ends[0].device), width=10),
        Column("Rack B", lambda row: _far_racks(design, row.cable), width=12),
        Column("Lots to lay it", lambda row: _named(row.laid, order), kind="word", width=32),
        Column("Lots to test it", lambda row: _named(row.tested, order), kind="word", width=44),
    ]
    if plan.now is not None:
        there = plan.now.arrived
        columns += [
            Column("Can be laid", lambda row: _yes(row.laid, there), kind="word", width=14),
            Column("Can be tested", lambda row: _yes(row.tested, there), kind="word", width=14),
            Column("Waits for", lambda row: _named(row.tested - set(there), order), kind="word", width=30),
        ]
    return Sheet(name="Cables by lot", rows=tuple(rows), columns=tuple(columns))


def premise_sheet(plan: DeliveryPlan) -> Sheet[str]:
    """Return what the plan rests on."""
    return Sheet(
        name="Basis of the plan",
        rows=plan.premises,
        columns=(Column("Basis", lambda row: row, kind="word", width=110),),
    )


def _far_racks(design: Design, cable: Cable) -> str:
    racks = {rack for end in cable.ends[1:] if (rack := rack_name(design, end.device))}
    return ", ".join(natural_sorted(racks))


def _order(plan: DeliveryPlan) -> Mapping[str, int]:
    return {one.lot.name: n for n, one in enumerate(plan.arrivals)}


def _named(need: Need, order: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(need, key=lambda lot: order.get(lot, len(order))))


def _yes(need: Need, there: tuple[str, ...]) -> str:
    return "yes" if ready(need, there) else "no"


__all__ = ["cable_sheet", "delivery_book", "lot_sheet", "premise_sheet", "rack_sheet", "stage_sheet", "unknown_sheet"]
