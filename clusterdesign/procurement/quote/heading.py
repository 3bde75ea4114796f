"""Where the table of a quote begins and what its columns hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clusterdesign.procurement.grid import Cell, Grid
from clusterdesign.procurement.quote.fields import field_of, plain
from clusterdesign.procurement.quote.words import Field

LOOKED_AT = 100
"""Rows within which the heads must stand."""

_LONGEST_HEAD = 80


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet with its columns.

    Attributes:
        row: row of the heads; 0 where the columns were named and none was recognised.
        columns: 1-based column by field.
        heads: the words that head them; empty where there are none.
        named: the fields whose column was named and not guessed.
        others: heads of the columns that mean nothing to us, by column.
    """

    grid: Grid
    row: int
    columns: Mapping[Field, int]
    heads: Mapping[Field, str]
    named: frozenset[Field]
    others: Mapping[int, str]


def find_table(grid: Grid, named: Mapping[Field, int]) -> Table | None:
    """Find the heads of a sheet: the row that names most fields; None if no row names what is needed.

    Args:
        grid: the sheet.
        named: columns that somebody named; they win over what their heads say.
    """
    best: Table | None = None
    most = 0
    for row in grid.rows:
        if row[0].row > LOOKED_AT:
            break
        table = _table(grid, row, named)
        known = sum(_field(cell) is not None for cell in row)
        if table is not None and known > most:
            best, most = table, known
    if best is None and sufficient(named):
        best = Table(grid, 0, dict(named), {}, frozenset(named), {})
    return best


def sufficient(columns: Mapping[Field, int]) -> bool:
    """Tell whether lines can be read: how many of what."""
    return "quantity" in columns and ("part_number" in columns or "description" in columns)


def nearest(grid: Grid) -> Cell | None:
    """Return a cell of a row that names only some of what is needed, for a message."""
    for row in grid.rows[:LOOKED_AT]:
        found = next((cell for cell in row if isinstance(cell.value, str) and _field(cell)), None)
        if found is not None:
            return found
    return None


def _table(grid: Grid, row: tuple[Cell, ...], named: Mapping[Field, int]) -> Table | None:
    guesses: dict[Field, tuple[int, Cell]] = {}
    for cell in row:
        guess = _field(cell)
        if guess is None or cell.column in named.values() or guess[0] in named:
            continue
        field, rank = guess
        if field not in guesses or rank < guesses[field][0]:
            guesses[field] = rank, cell
    columns = {field: cell.column for field, (_, cell) in guesses.items()} | dict(named)
    # Columns that were named make no row one of heads.
    if not sufficient(columns) or not (guesses or _confirms(row, named)):
        return None
    held = {cell.column: cell.text for cell in row}
    return Table(
        grid,
        row[0].row,
        columns,
        {field: held[column] for field, column in columns.items() if column in held},
        frozenset(named),
        {column: text for column, text in held.items() if column not in columns.values()},
    )


def _confirms(row: tuple[Cell, ...], named: Mapping[Field, int]) -> bool:
    """Tell whether the columns that were named have heads here, as known ones as any."""
    return sum(cell.column in named.values() and _field(cell) is not None for cell in row) > 1


def _field(cell: Cell) -> tuple[Field, int] | None:
    if not isinstance(cell.value, str) or len(cell.value) > _LONGEST_HEAD or not plain(cell.value):
        return None
    return field_of(cell.value)


__all__ = ["LOOKED_AT", "Table", "find_table", "nearest", "sufficient"]
