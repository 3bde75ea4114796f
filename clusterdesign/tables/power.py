"""Power sheets: feeds, PDUs with their phases, every cord with its outlet, what each failure does, the building."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from clusterdesign.design import Design, Feed
from clusterdesign.engineering.power import Consumer, Outcome, Plug, PowerAnalysis, Strip, Worst, power_analysis
from clusterdesign.engineering.power.cords import CordWay, cord_ways
from clusterdesign.engineering.power.limits import bank_limit, pdu_capacity, phase_limit
from clusterdesign.engineering.stopped import states_after
from clusterdesign.names import natural_key
from clusterdesign.parts import PHASES
from clusterdesign.tables.backup import backup_sheet, start_sheet
from clusterdesign.tables.places import rack_name, rack_unit
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.units import Length

_KILO = 1000


def power_book(design: Design) -> Book:
    """Return the power workbook: PDUs, feeds, outlets, failures, UPS and generator, order of starting."""
    analysis = power_analysis(design)
    graph = (_pdus(design, analysis), _feeds(analysis), _outlets(design, analysis), _failures(design, analysis))
    return Book(name="power", title=design.name, sheets=(*graph, backup_sheet(design, analysis), start_sheet(design)))


@dataclass(frozen=True, slots=True)
class _Pdu:
    """A PDU with its loads."""

    analysis: PowerAnalysis
    strip: Strip
    rack: str

    def worst(self, point: str) -> Worst | None:
        return self.analysis.worst.get((self.strip.path, point))

    def kilowatts(self, *, worst: bool) -> float | None:
        found = self.worst("")
        if found is None:
            return None
        return (found.watts if worst else self.analysis.normal[self.strip.path, ""]) / _KILO

    def amps(self, point: str, *, worst: bool = True) -> float | None:
        found = self.worst(point)
        if found is None:
            return None
        return self.strip.amps(found.watts if worst else self.analysis.normal[self.strip.path, point])

    @property
    def bank(self) -> tuple[str, float] | None:
        """The fullest bank and its current in the worst case."""
        banks = dict.fromkeys(socket.bank for socket in self.strip.part.sockets.values() if socket.bank)
        known = {bank: amps for bank in banks if (amps := self.amps(bank)) is not None}
        return max(known.items(), key=lambda pair: pair[1], default=None)

    @property
    def cause(self) -> str:
        """The failure behind the fullest phase, else behind the whole load."""
        phases = [worst for phase in PHASES if (worst := self.worst(phase)) is not None]
        found = max(phases, key=lambda worst: worst.watts, default=self.worst(""))
        return found.cause if found is not None else ""

    @property
    def capacity(self) -> float | None:
        limit = pdu_capacity(self.strip.feed, self.strip.part)
        return None if limit is None else limit / _KILO


def _pdus(design: Design, analysis: PowerAnalysis) -> Sheet[_Pdu]:
    strips = sorted(analysis.network.strips.values(), key=lambda strip: natural_key(strip.path))
    return Sheet(
        name="PDUs",
        rows=tuple(_Pdu(analysis, strip, rack_name(design, strip.path)) for strip in strips),
        columns=(
            Column("Rack", lambda row: row.rack, width=8),
            Column("PDU", lambda row: row.strip.path, width=16),
            Column("Feed", lambda row: row.strip.feed.path, width=9),
            Column("Normal", lambda row: row.kilowatts(worst=False), kind="number", unit="kW", digits=2, width=9),
            Column("Worst case", lambda row: row.kilowatts(worst=True), kind="number", unit="kW", digits=2, width=9),
            Column("Allowed", lambda row: row.capacity, kind="number", unit="kW", digits=2, width=10),
            *(
                Column(
                    f"{phase} worst",
                    lambda row, phase=phase: row.amps(phase),  # type: ignore[misc]  # a default binds the phase
                    kind="number",
                    unit="A",
                    digits=1,
                    width=9,
                )
                for phase in PHASES
            ),
            Column(
                "Phase limit",
                lambda row: phase_limit(row.strip.feed, row.strip.part),
                kind="number",
                unit="A",
                digits=1,
                width=9,
            ),
            Column("Fullest bank", lambda row: row.bank[0] if row.bank else "", width=9),
            Column(
                "Bank worst", lambda row: row.bank[1] if row.bank else None, kind="number", unit="A", digits=1, width=9
            ),
            Column(
                "Bank limit",
                lambda row: bank_limit(row.strip.feed, row.strip.part),
                kind="number",
                unit="A",
                digits=1,
                width=9,
            ),
            Column("Caused by", lambda row: row.cause, width=16),
            Column("Load unknown", lambda row: ", ".join(row.analysis.unknown.get(row.strip.path, ())), width=30),
        ),
    )


def _feeds(analysis: PowerAnalysis) -> Sheet[Feed]:
    def worst(feed: Feed) -> Worst | None:
        return analysis.worst.get((feed.path, ""))

    def kilowatts(feed: Feed, point: str = "") -> float | None:
        watts = analysis.normal.get((feed.path, point))
        return None if watts is None else watts / _KILO

    return Sheet(
        name="Feeds",
        rows=tuple(analysis.network.feeds.values()),
        columns=(
            Column("Feed", lambda row: row.path, width=10),
            Column("Practice", lambda row: row.practice, width=10),
            Column("Power factor", lambda row: row.power_factor, kind="number", digits=2, width=9),
            Column("Normal", kilowatts, kind="number", unit="kW", digits=2, width=10),
            *(
                Column(
                    phase,
                    lambda row, phase=phase: kilowatts(row, phase),  # type: ignore[misc]  # a default binds the phase
                    kind="number",
                    unit="kW",
                    digits=2,
                    width=10,
                )
                for phase in PHASES
            ),
            Column(
                "Worst case",
                lambda row: found.watts / _KILO if (found := worst(row)) else None,
                kind="number",
                unit="kW",
                digits=2,
                width=10,
            ),
            Column("Caused by", lambda row: found.cause if (found := worst(row)) else "", width=14),
            Column("Allowed", lambda row: row.capacity, kind="number", unit="kW", digits=2, width=10),
            Column("Comes from", lambda row: ", ".join(row.upstream), width=24),
            Column("Load unknown", lambda row: len(analysis.unknown.get(row.path, ())), kind="integer", width=10),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Cord:
    consumer: Consumer
    plug: Plug
    supply: int
    outlet: str
    normal: float | None
    worst: Worst | None
    way: CordWay | None
    length: Length | None


def _outlets(design: Design, analysis: PowerAnalysis) -> Sheet[_Cord]:
    rows = sorted(
        _cords(design, analysis),
        key=lambda row: (
            natural_key(rack_name(design, row.consumer.path) or rack_name(design, row.plug.outlet_of)),
            natural_key(row.plug.outlet_of),
            natural_key(row.outlet),
        ),
    )
    return Sheet(
        name="Outlets",
        rows=tuple(rows),
        columns=(
            Column(
                "Rack",
                lambda row: rack_name(design, row.consumer.path) or rack_name(design, row.plug.outlet_of),
                width=8,
            ),
            Column("PDU", lambda row: row.plug.outlet_of, width=16),
            Column("Outlet", lambda row: row.outlet, width=12),
            Column("Phase", lambda row: row.plug.phase, width=8),
            Column("Device", lambda row: row.consumer.path, width=26),
            Column("U", lambda row: rack_unit(design, row.consumer.path), kind="integer", width=6),
            Column("Supply", lambda row: row.supply, kind="integer", width=9),
            Column("Normal", lambda row: row.normal, kind="number", unit="A", digits=2, width=9),
            Column(
                "Worst case",
                lambda row: row.plug.amps(row.worst.watts) if row.worst else None,
                kind="number",
                unit="A",
                digits=2,
                width=9,
            ),
            Column("Caused by", lambda row: row.worst.cause if row.worst else "", width=22),
            Column("Way", lambda row: row.way.run() if row.way else None, kind="number", unit="m", digits=2, width=8),
            Column("Cord", lambda row: row.length, kind="number", unit="m", digits=1, width=8),
            Column("Plugged", lambda _: None, width=9),
        ),
    )


def _cords(design: Design, analysis: PowerAnalysis) -> Iterator[_Cord]:
    cords = {cord.path: cord for cord in design.cords}
    ways = {cord.path: found for cord, found in cord_ways(design) if isinstance(found, CordWay)}
    for consumer in analysis.network.consumers.values():
        for plug in consumer.plugs:
            watts = analysis.normal.get((plug.cord, ""))
            yield _Cord(
                consumer,
                plug,
                cords[plug.cord].supply,
                cords[plug.cord].outlet,
                None if watts is None else plug.amps(watts),
                analysis.worst.get((plug.cord, "")),
                ways.get(plug.cord),
                cords[plug.cord].length,
            )


def _failures(design: Design, analysis: PowerAnalysis) -> Sheet[Outcome]:
    """Return what each feed and PDU takes with it, by its loops as well; supplies only where their loss is felt."""
    felt = [o for o in analysis.outcomes if o.kind != "supply" or set(o.states.values()) & {"degraded", "down"}]
    felt = [replace(outcome, states=states_after(design, outcome)) for outcome in felt]

    def count(outcome: Outcome, state: str) -> int:
        return Counter(outcome.states.values())[state]  # type: ignore[index]  # any text may be asked for

    return Sheet(
        name="Failures",
        rows=tuple(felt),
        columns=(
            Column("Lost", lambda row: row.element, width=24),
            Column("Kind", lambda row: row.kind, kind="word", width=12),
            Column("Full", lambda row: count(row, "full"), kind="integer", width=9),
            Column("Degraded", lambda row: count(row, "degraded"), kind="integer", width=12),
            Column("Down", lambda row: count(row, "down"), kind="integer", width=9),
            Column("Not known", lambda row: count(row, "unknown"), kind="integer", width=12),
            Column(
                "Devices hit",
                lambda row: ", ".join(path for path, state in row.states.items() if state in {"degraded", "down"}),
                width=60,
            ),
        ),
    )
