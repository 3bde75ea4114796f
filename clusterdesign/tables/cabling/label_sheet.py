"""The list of labels: one row a label, in the order of pulling, for printers of wrap-around labels."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.tables.cabling.rows import CableEnd, CableRow, Plan
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A label with the cable and the end that it belongs to."""

    row: CableRow
    end: CableEnd


def label_rows(plan: Plan) -> tuple[LabelRow, ...]:
    """Return the labels of every cable, its ends one after the other: they are put on before it is pulled."""
    return tuple(LabelRow(row, end) for row in plan.rows for end in row.ends)


def label_sheet(plan: Plan) -> Sheet[LabelRow]:
    """Return the sheet of labels: at most three lines each, the text on one line, and what a QR code holds."""
    return Sheet(
        name="Labels",
        rows=label_rows(plan),
        columns=(
            Column("Line 1", lambda label: label.end.label.lines[0], width=24),
            Column("Line 2", lambda label: label.end.label.lines[1], width=36),
            Column("Line 3", lambda label: label.end.label.lines[2], width=16),
            Column("Label", lambda label: label.end.label.text, width=48),
            Column("QR code", lambda label: label.end.label.code, width=16),
            Column("ID", lambda label: label.end.label.tag, width=12),
            Column("End", lambda label: label.end.mark, width=6),
            Column("Mark", lambda label: label.row.tape, kind="word", width=12),
            Column("Jacket", lambda label: label.row.jacket, kind="word", width=12),
            Column("Part number", lambda label: label.row.cable.part_number, width=24),
            Column("Length", lambda label: label.row.cable.length, kind="number", unit="m", width=8),
            Column("Pull group", lambda label: label.row.pull.group, width=34),
            Column("Seq.", lambda label: label.row.pull.sequence, kind="integer", width=7),
            Column("Rack", lambda label: label.end.rack, width=8),
            Column("Cable", lambda label: label.row.id, width=34),
        ),
    )


__all__ = ["LabelRow", "label_rows", "label_sheet"]
