"""A quote compared with the bill, as sheets to talk over with the supplier."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clusterdesign.procurement.grid import column_letters
from clusterdesign.procurement.quote import FIELDS, Comparison, Difference, Skipped
from clusterdesign.procurement.quote.wanted import Wanted
from clusterdesign.tables.sheet import Book, Column, Sheet

_LONGEST = 2000
"""Characters of a cell: a supplier's text may have any length."""


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """How one column of the quote was understood."""

    sheet: str
    field: str
    letters: str
    head: str
    how: str


def quote_book(name: str, result: Comparison) -> Book:
    """Return the workbook of a comparison: differences, lines of the bill, rows left out, columns.

    Args:
        name: name of the cluster.
        result: the comparison.
    """
    return Book(
        name="quote",
        title=name,
        sheets=(difference_sheet(result), line_sheet(result), skipped_sheet(result), column_sheet(result)),
    )


def difference_sheet(result: Comparison) -> Sheet[Difference]:
    """Return the differences, one a row."""
    return Sheet(
        name="Quote differences",
        rows=result.differences,
        columns=(
            Column("Difference", lambda row: row.kind, kind="word", width=26),
            Column("Line of the bill", lambda row: row.key, width=26),
            Column("Offered as", lambda row: row.offered[:_LONGEST], width=26),
            Column("Row", lambda row: _rows(row.places), width=12),
            Column("Needed", lambda row: row.needed, kind="integer", width=11),
            Column("Offered", lambda row: row.got, kind="integer", width=16),
            Column("Rules", lambda row: ", ".join(row.rules), width=12),
            Column("Found", lambda row: row.what[:_LONGEST], width=60),
            Column("To do", lambda row: row.fix[:_LONGEST], width=34),
        ),
    )


def line_sheet(result: Comparison) -> Sheet[Wanted]:
    """Return every line of the bill with what was offered for it."""
    kinds: dict[str, tuple[str, ...]] = {}
    for one in result.differences:
        kinds[one.key] = (*kinds.get(one.key, ()), one.kind)

    def offered(row: Wanted) -> int | None:
        counts = [offer.quantity for offer in result.offers.get(row.key, ())]
        return None if None in counts else sum(count or 0 for count in counts)

    return Sheet(
        name="Quote lines",
        rows=result.lines,
        columns=(
            Column("Section", lambda row: row.line.section, kind="word", width=16),
            Column("Line of the bill", lambda row: row.key, width=28),
            Column("Name", lambda row: row.line.description, width=50),
            Column("Needed", lambda row: row.needed, kind="integer", width=11),
            Column("Of it spares", lambda row: row.spares, kind="integer", width=11),
            Column("Offered", offered, kind="integer", width=16),
            Column(
                "Row",
                lambda row: _rows(offer.place for offer in result.offers.get(row.key, ())),
                width=14,
            ),
            Column("Result", lambda row: kinds.get(row.key, ("as asked",)), kind="word", width=28),
        ),
    )


def skipped_sheet(result: Comparison) -> Sheet[Skipped]:
    """Return the rows of the quote that are no lines."""
    return Sheet(
        name="Rows left out",
        rows=result.skipped,
        columns=(
            Column("Row", lambda row: _rows((row.place,)), width=14),
            Column("Why", lambda row: row.why, kind="word", width=24),
            Column("Text", lambda row: row.text[:_LONGEST], width=80),
        ),
    )


def column_sheet(result: Comparison) -> Sheet[ColumnRow]:
    """Return how the columns of the quote were understood."""
    rows = [
        ColumnRow(
            table.grid.sheet,
            field,
            column_letters(table.columns[field]),
            table.heads.get(field, ""),
            "named" if field in table.named else "guessed",
        )
        for table in result.quote.tables
        for field in FIELDS
        if field in table.columns
    ]
    return Sheet(
        name="Columns of the quote",
        rows=tuple(rows),
        columns=(
            Column("Sheet", lambda row: row.sheet, width=24),
            Column("Field", lambda row: row.field, width=18),
            Column("Column", lambda row: row.letters, width=10),
            Column("Heading", lambda row: row.head[:_LONGEST], width=40),
            Column("How", lambda row: row.how, kind="word", width=14),
        ),
    )


def _rows(places: Iterable[str]) -> str:
    """Return rows by their number; those of several sheets keep the name of theirs."""
    return ", ".join(place.removeprefix("row ") for place in places)[:_LONGEST]


__all__ = ["column_sheet", "difference_sheet", "line_sheet", "quote_book", "skipped_sheet"]
