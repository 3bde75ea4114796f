"""Summary of the cabling: what to lay out before the work begins, by part and length."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.parts import AnyPart, Fibre, Transceiver
from clusterdesign.parts import Cable as CablePart
from clusterdesign.tables.bought import Line, bill
from clusterdesign.tables.sheet import Column, Sheet
from clusterdesign.units import Length


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A line of the bill that is about cabling."""

    line: Line
    part: AnyPart

    @property
    def medium(self) -> str:
        """What carries the signal."""
        if isinstance(self.part, CablePart):
            return self.part.medium
        return self.part.fibre if isinstance(self.part, Fibre | Transceiver) else ""

    @property
    def metres(self) -> Length | None:
        """Length of all of them together."""
        return None if self.line.length is None else self.line.length * self.line.quantity


def summary_sheet(design: Design) -> Sheet[SummaryRow]:
    """Return cables, fibre and transceivers by part and length, with totals."""
    wanted = ("Transceivers", "Cables", "Fibre")
    return Sheet(
        name="Summary",
        rows=tuple(SummaryRow(line, design.parts[line.parts[0]]) for line in bill(design) if line.section in wanted),
        columns=(
            Column("Section", lambda row: row.line.section, kind="word", width=16),
            Column("Medium", lambda row: row.medium, kind="word", width=16),
            Column("Part number", lambda row: row.line.part_number, width=24),
            Column("Name", lambda row: row.part.name, width=80),
            Column("Length", lambda row: row.line.length, kind="number", unit="m", width=9),
            Column("Quantity", lambda row: row.line.quantity, kind="integer", width=10, total=True),
            Column("Total length", lambda row: row.metres, kind="number", unit="m", width=12, total=True),
            Column("Laid out", lambda _: None, width=10),
        ),
    )
