"""Cooling sheets: what each rack gives to air and coolant, what each loop carries, and with a CDU less."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design, Loop
from clusterdesign.engineering.cooling import LoopLoad, RackHeat, cooling_analysis, dew_point
from clusterdesign.engineering.cooling.air import density_ratio
from clusterdesign.engineering.cooling.aisles import Aisle, aisles
from clusterdesign.names import natural_key
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.units import Power


def cooling_book(design: Design) -> Book:
    """Return the cooling workbook: racks, cold aisles, loops and their CDUs."""
    sheets = (_racks(design), _aisles(design), _loops(design), _cdus(design))
    return Book(name="cooling", title=design.name, sheets=sheets)


def _racks(design: Design) -> Sheet[RackHeat]:
    found = cooling_analysis(design).racks
    limit = next((hall.rack_limit for hall in design.halls if hall.rack_limit is not None), None)
    loops = {loop.path: loop for loop in design.loops}

    def loop_of(row: RackHeat) -> Loop | None:
        """Return the loop of a rack; None where it has none, or several."""
        return loops.get(row.loops[0]) if len(row.loops) == 1 else None

    def supply(row: RackHeat) -> float | None:
        loop = loop_of(row)
        return None if loop is None or loop.supply is None else loop.supply.to("°C")

    def back(row: RackHeat) -> float | None:
        loop, cold = loop_of(row), supply(row)
        return None if loop is None or cold is None else cold + loop.rise

    return Sheet(
        name="Rack cooling",
        rows=tuple(found[rack] for rack in sorted(found, key=natural_key)),
        columns=(
            Column("Rack", lambda row: row.rack.removeprefix("rack/"), width=9),
            Column("Into air", lambda row: row.air, kind="number", unit="kW", digits=2, width=11, total=True),
            Column("Rear door", lambda row: row.door, kind="number", unit="kW", digits=2, width=11, total=True),
            Column(
                "Left to the hall", lambda row: row.residual, kind="number", unit="kW", digits=2, width=13, total=True
            ),
            Column("Allowed", lambda _: limit, kind="number", unit="kW", digits=1, width=11),
            Column("Air flow", lambda row: row.volume, kind="number", unit="m3/h", digits=0, width=11, total=True),
            Column("Into coolant", lambda row: row.liquid, kind="number", unit="kW", digits=2, width=12, total=True),
            Column("Flow", lambda row: row.flow, kind="number", unit="L/min", digits=1, width=11, total=True),
            Column("Supply temperature", supply, kind="number", unit="°C", digits=1, width=13),
            Column("Return temperature", back, kind="number", unit="°C", digits=1, width=13),
            Column("Heat unknown", lambda row: ", ".join(row.unknown), width=40),
        ),
    )


def _aisles(design: Design) -> Sheet[Aisle]:
    density = density_ratio(design.halls[0].altitude.to("m")) if design.halls else None

    def margin(row: Aisle) -> float | None:
        return None if row.supply is None else row.supply - row.demand

    return Sheet(
        name="Cold aisles",
        rows=aisles(design),
        columns=(
            Column("Aisle", lambda row: row.number, kind="integer", width=9),
            Column("Rows", lambda row: ", ".join(str(number) for number in row.rows), width=9),
            Column("Racks", lambda row: len(row.racks), kind="integer", width=9, total=True),
            Column("Left to the hall", lambda row: row.heat, kind="number", unit="kW", digits=2, width=13, total=True),
            Column("Air density", lambda _: density, kind="number", digits=3, width=11),
            Column("Air needed", lambda row: row.demand, kind="number", unit="m3/h", digits=0, width=13, total=True),
            Column("Air supplied", lambda row: row.supply, kind="number", unit="m3/h", digits=0, width=13, total=True),
            Column("Margin", margin, kind="number", unit="m3/h", digits=0, width=13),
            Column("Heat unknown", lambda row: len(row.unknown), kind="integer", width=11),
        ),
    )


def _loops(design: Design) -> Sheet[LoopLoad]:
    dew = [dew_point(hall.inlet.to("°C"), hall.humidity) for hall in design.halls]

    def supply(row: LoopLoad) -> float | None:
        return None if row.loop.supply is None else row.loop.supply.to("°C")

    def back(row: LoopLoad) -> float | None:
        found = supply(row)
        return None if found is None else found + row.loop.rise

    def spare(row: LoopLoad) -> str:
        found = row.holds(1)
        return "not known" if found is None else "holds" if found else "does not hold"

    def all_of(row: LoopLoad, value: float | None) -> float | None:
        return None if value is None else value * len(row.loop.cdus)

    return Sheet(
        name="Loops",
        rows=tuple(cooling_analysis(design).loops.values()),
        columns=(
            Column("Loop", lambda row: row.loop.path, width=12),
            Column("CDUs", lambda row: len(row.loop.cdus), kind="integer", width=7),
            Column("Spare", lambda row: row.loop.spare, kind="integer", width=8),
            Column("Nodes", lambda row: len(row.devices), kind="integer", width=8),
            Column("Coolant", lambda row: row.loop.coolant, width=9),
            Column("Heat", lambda row: row.heat, kind="number", unit="kW", digits=1, width=9, total=True),
            Column("Capacity", lambda row: all_of(row, row.capacity), kind="number", unit="kW", digits=0, width=10),
            Column("Flow", lambda row: row.flow, kind="number", unit="L/min", digits=1, width=9, total=True),
            Column(
                "Pumps give", lambda row: all_of(row, row.flow_limit), kind="number", unit="L/min", digits=0, width=10
            ),
            Column("Supply temperature", supply, kind="number", unit="°C", digits=1, width=13),
            Column("Return temperature", back, kind="number", unit="°C", digits=1, width=13),
            Column("Dew point", lambda _: max(dew, default=None), kind="number", unit="°C", digits=1, width=9),
            Column("Pressure drop", lambda row: row.drop, kind="number", unit="kPa", digits=1, width=10),
            Column("Head", lambda row: row.head, kind="number", unit="kPa", digits=0, width=9),
            Column("Volume", lambda row: row.volume, kind="number", unit="L", digits=1, width=9, total=True),
            Column("One CDU lost", spare, kind="word", width=14),
            Column("Heat unknown", lambda row: len(row.unknown), kind="integer", width=10),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Cdu:
    """A CDU with its loop."""

    path: str
    load: LoopLoad
    feeds: tuple[str, ...]

    def heat(self, lost: int) -> float | None:
        each = self.load.each(lost)
        return None if each is None else each[0]

    def flow(self, lost: int) -> float | None:
        each = self.load.each(lost)
        return None if each is None else each[1]


def _cdus(design: Design) -> Sheet[_Cdu]:
    """Return the CDUs: their share of the loop, normally and with one of them lost, and what feeds their pumps."""
    feed = {pair.pdu: pair.feed for pair in design.pdu_feeds}
    fed: dict[str, dict[str, None]] = {}
    for cord in design.cords:
        fed.setdefault(cord.device, {})[feed.get(cord.pdu, cord.pdu)] = None
    loops = cooling_analysis(design).loops.values()

    def pumps(row: _Cdu) -> Power | None:
        return row.load.part.pump_power if row.load.part is not None else None

    return Sheet(
        name="CDUs",
        rows=tuple(_Cdu(path, load, tuple(fed.get(path, ()))) for load in loops for path in load.loop.cdus),
        columns=(
            Column("CDU", lambda row: row.path, width=16),
            Column("Loop", lambda row: row.load.loop.path, width=12),
            Column("Heat", lambda row: row.heat(0), kind="number", unit="kW", digits=1, width=9, total=True),
            Column("Heat, one lost", lambda row: row.heat(1), kind="number", unit="kW", digits=1, width=11),
            Column("Capacity", lambda row: row.load.capacity, kind="number", unit="kW", digits=0, width=10),
            Column("Flow", lambda row: row.flow(0), kind="number", unit="L/min", digits=1, width=9, total=True),
            Column("Flow, one lost", lambda row: row.flow(1), kind="number", unit="L/min", digits=1, width=11),
            Column("Pumps give", lambda row: row.load.flow_limit, kind="number", unit="L/min", digits=0, width=10),
            Column("Head", lambda row: row.load.head, kind="number", unit="kPa", digits=0, width=9),
            Column("Pumps", lambda row: row.load.part.pumps or "" if row.load.part else "", width=16),
            Column("Pump power", pumps, kind="number", unit="kW", digits=1, width=10, total=True),
            Column("Feeds", lambda row: ", ".join(path.removeprefix("feed/") for path in row.feeds), width=10),
        ),
    )
