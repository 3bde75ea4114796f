"""A quote: its lines, and what in it is no line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import Cell, Grid, decimal_mark, number
from clusterdesign.procurement.grid.numbers import Mark
from clusterdesign.procurement.quote.fields import currency_of, plain
from clusterdesign.procurement.quote.heading import Table
from clusterdesign.procurement.quote.lines import NO_QUANTITY, Offer, Skipped, shortened
from clusterdesign.procurement.quote.tables import find_tables, titled, unread
from clusterdesign.procurement.quote.words import Field

_SUMS = re.compile(
    r"(grand |sub)?-?\s*total\b|sum\b|итого|всего\b|подытог|промежуточный итог|в том числе|"
    r"в т\. ?ч|(incl\w* |plus )?vat\b|ндс\b|discount\b|скидка\b|shipping\b|delivery\b|доставка\b",
    re.IGNORECASE,
)
"""How a row begins that adds up others or belongs to the whole quote."""


@dataclass(frozen=True, slots=True)
class Quote:
    """What was read.

    Attributes:
        where: the file.
        tables: the sheets that lines were read from.
        lines: in the order of the file.
        skipped: rows below the heads that are no lines.
        notes: what a reader must know.
    """

    where: str
    tables: tuple[Table, ...]
    lines: tuple[Offer, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]


def read_quote(grids: Sequence[Grid], *, named: Mapping[Field, int] | None = None, sheets: Sequence[str] = ()) -> Quote:
    """Read the lines of a quote.

    Args:
        grids: all sheets of one file.
        named: columns by field; the others are guessed from their heads.
        sheets: names of the sheets to read; by default the one with most heads that are known.

    Raises:
        DesignError: there is no such sheet, no sheet has heads or several have the same, there is no line, or a number
            that is needed is a formula without a result.
    """
    where = grids[0].where
    tables = find_tables(grids, named or {}, sheets)
    lines: list[Offer] = []
    skipped: list[Skipped] = []
    notes = unread(grids, tables, named or {}) if not sheets else []
    for table in tables:
        for row in _Rows(table, several=len(tables) > 1).read():
            (lines if isinstance(row, Offer) else skipped).append(row)  # type: ignore[arg-type]
        hidden = [row[0].row for row in table.grid.rows if row[0].row in table.grid.hidden and row[0].row > table.row]
        if hidden:
            notes.append(f"rows {', '.join(map(str, hidden))} are hidden in {table.grid.sheet}; they were read")
    if not lines:
        raise DesignError(
            "has no line below its heads", where=where, thing=titled(tables[0].grid), fix="check --columns and --sheet"
        )
    return Quote(where, tuple(tables), tuple(lines), tuple(skipped), tuple(notes))


class _Rows:
    """Reads the rows of one table."""

    def __init__(self, table: Table, *, several: bool) -> None:
        self._table = table
        self._grid = table.grid
        self._several = several
        self._heads = {plain(text) for text in (*table.heads.values(), *table.others.values())}
        self._marks: dict[Field, Mark | None] = {field: self._mark(field) for field in ("quantity", "price", "amount")}
        head = table.heads.get("price", "") or table.heads.get("amount", "")
        self._currency = currency_of(head)

    def read(self) -> Iterator[Offer | Skipped]:
        for row in self._grid.rows:
            if row[0].row > self._table.row:
                yield self._row(row)

    def _mark(self, field: Field) -> Mark | None:
        column = self._table.columns.get(field, 0)
        cells = (cell for row in self._grid.rows for cell in row if cell.column == column)
        return decimal_mark(cell.value for cell in cells if isinstance(cell.value, str))

    def _row(self, row: tuple[Cell, ...]) -> Offer | Skipped:
        by_column = {cell.column: cell for cell in row}
        cells = {field: by_column[column] for field, column in self._table.columns.items() if column in by_column}
        for field in ("part_number", "description"):
            if field in cells and cells[field].value is None:
                number(self._grid, cells[field])  # raises, and says what to do
        texts = {field: cell.text for field, cell in cells.items()}
        why = self._no_line(row, texts)
        if why:
            shown = " | ".join(shortened(cell.text) for cell in row)
            return Skipped(self._place(row), why, shown)
        quantity, unreadable = self._quantity(cells.get("quantity"))
        price, amount = self._money(cells, "price"), self._money(cells, "amount")
        return Offer(
            place=self._place(row),
            part_number=texts.get("part_number", ""),
            description=texts.get("description", ""),
            manufacturer=texts.get("manufacturer", ""),
            quantity=quantity,
            unit=texts.get("unit", ""),
            price=price,
            amount=amount,
            currency=self._currency_in(texts),
            unreadable=unreadable,
        )

    def _place(self, row: tuple[Cell, ...]) -> str:
        return f"{self._grid.sheet} row {row[0].row}" if self._several else f"row {row[0].row}"

    def _no_line(self, row: tuple[Cell, ...], texts: Mapping[Field, str]) -> str:
        """Say why a row is no line; empty if it is one."""
        first = next((cell.text for cell in row if isinstance(cell.value, str)), "")
        named = texts.get("part_number", "") or texts.get("description", "")
        if _SUMS.match(first) or (named and _SUMS.match(named)):
            return "sum or terms"
        if len(row) > 1 and all(plain(cell.text) in self._heads for cell in row):
            return "heads repeated"
        if [cell.text for cell in row] == [str(n) for n in range(1, len(row) + 1)] and len(row) > 2:  # noqa: PLR2004
            return "numbers of columns"
        if not named:
            return "no part" if "quantity" in texts else "remark"
        return "" if "quantity" in texts or len(row) > 1 else "heading"

    def _quantity(self, cell: Cell | None) -> tuple[int | None, str]:
        if cell is None:
            return None, NO_QUANTITY
        if cell.value is None:
            number(self._grid, cell)  # raises, and says what to do
        try:
            found = number(self._grid, cell, whole=True, mark=self._marks["quantity"])
        except DesignError as error:
            return None, error.what
        return (int(found), "") if found >= 0 else (None, f"{cell.text} is less than nothing")

    def _money(self, cells: Mapping[Field, Cell], field: Field) -> Decimal | None:
        """Return a price; None where the cell says something else, such as "on request"."""
        cell = cells.get(field)
        if cell is None:
            return None
        try:
            return number(self._grid, cell, mark=self._marks[field])
        except DesignError:
            # A price that has two readings, or is a formula without a result, must not be passed over in silence.
            if cell.value is None or any(sign.isdigit() for sign in cell.text):
                raise
            return None

    def _currency_in(self, texts: Mapping[Field, str]) -> str:
        said = texts.get("currency", "")
        code = currency_of(said) or (said.upper() if len(said) == 3 and said.isalpha() else "")  # noqa: PLR2004  # ISO 4217
        return code or currency_of(texts.get("price", "")) or self._currency


__all__ = ["Quote", "read_quote"]
