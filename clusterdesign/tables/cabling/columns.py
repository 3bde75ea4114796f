"""Columns that the cabling sheets share."""

from __future__ import annotations

from clusterdesign.tables.cabling.rows import CableEnd, CableRow
from clusterdesign.tables.ids import MARKS
from clusterdesign.tables.sheet import Column

STRAIGHT = 2
"""Ends of a cable that is no splitter."""


def empty(_: object) -> None:
    """Return nothing: the installer fills this cell in."""


def place_columns(n: int, *, printed: bool = True) -> tuple[Column[CableRow], ...]:
    """Where end ``n`` goes, as an installer looks for it: rack, unit, device, port."""
    mark = MARKS[n]
    return (
        Column("rack", lambda row: _end(row, n).rack, mark=mark, width=8, printed=printed),
        Column("U", lambda row: _end(row, n).unit, kind="integer", mark=mark, width=6, printed=printed),
        Column("device", lambda row: _end(row, n).device, mark=mark, width=30, printed=printed),
        Column("port", lambda row: _end(row, n).port, mark=mark, width=24, printed=printed),
    )


def plug_columns(n: int) -> tuple[Column[CableRow], ...]:
    """What end ``n`` is plugged into, from which side it comes and what stands on it."""
    mark = MARKS[n]
    return (
        Column("cage", lambda row: _end(row, n).cage, mark=mark, width=10, printed=False),
        Column("connector", lambda row: _end(row, n).connector, kind="integer", mark=mark, width=10, printed=False),
        Column("OS name", lambda row: _end(row, n).system, mark=mark, width=24, printed=False),
        Column("transceiver", lambda row: _end(row, n).module, mark=mark, width=24, printed=False),
        Column("side", lambda row: _end(row, n).side, kind="word", mark=mark, width=9, printed=False),
        Column("label", lambda row: _label(row, n), mark=mark, width=36, printed=False),
    )


def article_columns() -> tuple[Column[CableRow], ...]:
    """What is bought and how it is marked."""
    return (
        Column("Medium", lambda row: row.medium, kind="word", width=15),
        Column("Part number", lambda row: row.cable.part_number, width=24),
        Column("Length", lambda row: row.cable.length, kind="number", unit="m", width=8),
        Column("Mark", lambda row: row.tape, kind="word", width=12),
    )


def tail_columns(most: int) -> tuple[Column[CableRow], ...]:
    """Every end after the second in one column: few cables are splitters, and every row would pay for them."""
    return (Column("More ends", tails, width=24),) if most > STRAIGHT else ()


def tails(row: CableRow) -> str:
    """Name the ends after the second, one a line; a parked tail has no place."""
    return "\n".join(f"{end.mark}: {spot(end)}".rstrip() for end in row.ends[STRAIGHT:])


def spot(end: CableEnd) -> str:
    """Name the place of an end on one line: ``A01 U9 gpu/002 OSFP1P1``."""
    return " ".join(filter(None, (end.rack, f"U{end.unit}" if end.unit else "", end.device, end.port)))


def inspected(row: CableRow) -> str:
    """Leave the cell for the inspection of fibre ends empty; a cable with moulded plugs has none."""
    return "" if row.part.kind == "fibre" else "—"


def _label(row: CableRow, n: int) -> str:
    return row.ends[n].label.text if n < len(row.ends) else ""


def _end(row: CableRow, n: int) -> CableEnd:
    if n < len(row.ends):
        return row.ends[n]
    return CableEnd(MARKS[n], "", "", None, "", "", "", "", None, "", row.ends[0].label)


__all__ = [
    "STRAIGHT",
    "article_columns",
    "empty",
    "inspected",
    "place_columns",
    "plug_columns",
    "spot",
    "tail_columns",
    "tails",
]
