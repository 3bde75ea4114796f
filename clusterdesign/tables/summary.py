"""Summary of the cabling: what to lay out before the work begins, by part and length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.parts import AnyPart, Fibre, Transceiver
from clusterdesign.parts import Cable as CablePart
from clusterdesign.procurement.bill import BillLine, bill
from clusterdesign.tables.sheet import Column, Sheet
from clusterdesign.units import Length, m


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A line of the bill that is about cabling."""

    line: BillLine
    part: AnyPart
    slack: Length | None

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
    wanted = {"Transceivers", "Cables", "Fibre"}
    spare: dict[tuple[str, str, Length], Length] = {}
    for cable in design.cables:
        key = cable.part, cable.part_number, cable.length
        spare[key] = spare.get(key, m(0)) + cable.length - cable.run
    return Sheet(
        name="Summary",
        rows=tuple(
            SummaryRow(line, design.parts[line.parts[0]], _slack(line, spare))
            for line in bill(design)
            if line.section in wanted and line.quantity
        ),
        columns=(
            Column("Section", lambda row: row.line.section, kind="word", width=16),
            Column("Medium", lambda row: row.medium, kind="word", width=16),
            Column("Part number", lambda row: row.line.part_number, width=24),
            Column("Name", lambda row: row.part.name, width=80),
            Column("Length", lambda row: row.line.length, kind="number", unit="m", width=9),
            Column("Quantity", lambda row: row.line.quantity, kind="integer", width=10, total=True),
            Column("Total length", lambda row: row.metres, kind="number", unit="m", width=12, total=True),
            Column("Total slack", lambda row: row.slack, kind="number", unit="m", digits=2, width=12, total=True),
            Column("Laid out", lambda _: None, width=10),
        ),
    )


def _slack(line: BillLine, spare: Mapping[tuple[str, str, Length], Length]) -> Length | None:
    """Return what all cables of a line are longer than their runs."""
    length = line.length
    if length is None:
        return None
    return sum((spare.get((part, line.part_number, length), m(0)) for part in line.parts), m(0))
