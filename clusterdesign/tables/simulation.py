"""The sheets of a simulation: one row a fabric or case, and the load of every link between switches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clusterdesign.names import natural_key
from clusterdesign.simulation import Case, Simulation
from clusterdesign.tables.sheet import Book, Column, Sheet


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A fabric as a whole, or without some of its parts."""

    missing: str
    result: Simulation
    cut: int
    sound: bool


@dataclass(frozen=True, slots=True)
class LoadRow:
    """The paths of all-to-all over a directed link between switches."""

    source: str
    source_port: str
    target: str
    target_port: str
    paths: int


def simulation_book(name: str, results: Sequence[tuple[Simulation, Sequence[Case]]]) -> Book:
    """Return the workbook of a simulation of some fabrics, each with the cases that were tried on it."""
    rows = [
        row
        for whole, cases in results
        for row in (
            CaseRow("", whole, len(whole.cut), whole.ok),
            *(CaseRow(", ".join(case.missing), case.result, len(case.cut), case.survives) for case in cases),
        )
    ]
    loads = [row for whole, _ in results for row in _loads(whole)]
    return Book(name="simulation", title=name, sheets=(_case_sheet(rows), _load_sheet(loads)))


def _case_sheet(rows: list[CaseRow]) -> Sheet[CaseRow]:
    return Sheet(
        name="Simulation",
        rows=tuple(rows),
        columns=(
            Column("Fabric", lambda row: row.result.subnet.name, width=12),
            Column("Missing", lambda row: row.missing, width=34),
            Column("Verdict", lambda row: "sound" if row.sound else "faults", kind="word", width=10),
            Column("Engine", lambda row: row.result.run.engine, width=9),
            Column("Ports", lambda row: sum(1 for _ in row.result.subnet.adapters), kind="integer", width=8),
            Column("Cut off", lambda row: row.cut, kind="integer", width=9),
            Column("Unreached", lambda row: len(row.result.unreached), kind="integer", width=10),
            Column("Pairs without path", lambda row: row.result.all_to_all.unrouted, kind="integer", width=10),
            Column("Worst rail shift", lambda row: row.result.worst_shift, kind="integer", width=10),
            Column("Fewest paths", lambda row: row.result.loads[0], kind="integer", width=9),
            Column("Most paths", lambda row: row.result.loads[1], kind="integer", width=9),
            Column("Mean paths", lambda row: row.result.loads[2], kind="number", digits=1, width=9),
            Column("Hot links", lambda row: len(row.result.hot), kind="integer", width=9),
            Column(
                "Credit loop", lambda row: "yes" if row.result.all_to_all.credit_loop else "no", kind="word", width=9
            ),
            Column("Remarks", lambda row: "; ".join(row.result.faults)[:2000], width=60),
        ),
    )


def _load_sheet(rows: list[LoadRow]) -> Sheet[LoadRow]:
    return Sheet(
        name="Link loads",
        rows=tuple(rows),
        columns=(
            Column("device", lambda row: row.source, mark="A", width=28),
            Column("port", lambda row: row.source_port, mark="A", width=10),
            Column("device", lambda row: row.target, mark="B", width=28),
            Column("port", lambda row: row.target_port, mark="B", width=10),
            Column("Paths", lambda row: row.paths, kind="integer", width=10),
        ),
    )


def _loads(whole: Simulation) -> list[LoadRow]:
    rows = []
    for end, paths in whole.all_to_all.load.items():
        far = whole.subnet.far(end)
        if far is not None:
            a, b = whole.subnet.by_guid[end[0]], whole.subnet.by_guid[far[0]]
            rows.append(LoadRow(a.device, a.port_names[end[1] - 1], b.device, b.port_names[far[1] - 1], paths))
    return sorted(rows, key=lambda row: (natural_key(row.source), natural_key(row.source_port)))
