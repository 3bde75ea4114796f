"""The list both ways: one row an end, the near end first, a page a rack."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.tables.cabling.columns import empty
from clusterdesign.tables.cabling.rows import CableEnd, CableRow, Plan, end_key
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class EndRow:
    """An end of a cable, and the ends that it leads to: of a splitter's head all tails, of a tail the head."""

    row: CableRow
    near: CableEnd
    far: tuple[CableEnd, ...]


def end_rows(plan: Plan) -> tuple[EndRow, ...]:
    """Return every end of every cable, in the order of a walk along the racks."""
    found = [
        EndRow(row, near, row.ends[1:] if n == 0 else row.ends[:1])
        for row in plan.rows
        for n, near in enumerate(row.ends)
    ]
    return tuple(sorted(found, key=lambda end: (*end_key(end.near), end.row.id, end.near.mark)))


def end_sheet(plan: Plan) -> Sheet[EndRow]:
    """Return the sheet of ends: what stands in each rack, whichever end of a cable it is.

    Every cable is there once an end: a straight one twice, a splitter as often as it has ends.
    """
    return Sheet(
        name="Ends by rack",
        rows=end_rows(plan),
        page_of=lambda end: end.near.rack,
        columns=(
            Column("Rack", lambda end: end.near.rack, width=8),
            Column("U", lambda end: end.near.unit, kind="integer", width=6),
            Column("Device", lambda end: end.near.device, width=30),
            Column("Port", lambda end: end.near.port, width=24),
            Column("OS name", lambda end: end.near.system, width=16),
            Column("Side", lambda end: end.near.side, kind="word", width=9),
            Column("Transceiver", lambda end: end.near.module, width=20),
            Column("To rack", lambda end: _each(end, "rack"), width=9),
            Column("To U", lambda end: "\n".join(str(far.unit or "") for far in end.far), width=7),
            Column("To device", lambda end: _each(end, "device"), width=30),
            Column("To port", lambda end: _each(end, "port"), width=24),
            Column("Part number", lambda end: end.row.cable.part_number, width=24),
            Column("Length", lambda end: end.row.cable.length, kind="number", unit="m", width=8),
            Column("Mark", lambda end: end.row.tape, kind="word", width=12),
            Column("ID", lambda end: end.row.tag, width=12),
            Column("End", lambda end: end.near.mark, width=6),
            Column("Plugged", empty, width=9),
            Column("Labelled", empty, width=9),
            Column("Remarks", empty, width=16),
            Column("Label", lambda end: end.near.label.text, width=40, printed=False),
            Column("Cable", lambda end: end.row.id, width=34, printed=False),
        ),
    )


def _each(end: EndRow, name: str) -> str:
    """Return one thing of every far end, a line each."""
    return "\n".join(getattr(far, name) for far in end.far)


__all__ = ["EndRow", "end_rows", "end_sheet"]
