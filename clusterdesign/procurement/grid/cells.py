"""Cells of a spreadsheet with their address."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from clusterdesign.errors import DesignError

Value: TypeAlias = str | Decimal | datetime.date | None
"""Text, number or date; None for a formula whose result the file does not hold."""

_LETTERS = 26


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that holds something.

    Attributes:
        row, column: 1-based, as a spreadsheet program counts them.
        value: a text is never empty and has no blanks at its ends.
    """

    row: int
    column: int
    value: Value

    @property
    def address(self) -> str:
        """Name of the cell: ``E7``."""
        return f"{column_letters(self.column)}{self.row}"

    @property
    def text(self) -> str:
        """The value as text: numbers without exponent, dates as ``2026-09-30``."""
        if self.value is None:
            return ""
        if isinstance(self.value, Decimal):
            return f"{self.value.normalize():f}"
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet.

    Attributes:
        where: the file, for messages.
        sheet: its name; empty for a CSV.
        rows: cells that hold something, row by row; empty rows are left out.
        hidden: numbers of the rows that a reader of the sheet does not see.
    """

    where: str
    sheet: str
    rows: tuple[tuple[Cell, ...], ...]
    hidden: frozenset[int] = frozenset()

    def place(self, cell: Cell) -> str:
        """Return the sheet and the address of a cell, as messages name it."""
        return f"sheet {self.sheet}, cell {cell.address}" if self.sheet else f"cell {cell.address}"

    def error(self, cell: Cell, what: str, fix: str) -> DesignError:
        """Return an error that names the file, the sheet and the cell."""
        return DesignError(what, thing=self.place(cell), fix=fix, where=self.where)


def column_letters(number: int) -> str:
    """Return the letters of a 1-based column: ``AA`` for 27."""
    letters = ""
    while number:
        number, last = divmod(number - 1, _LETTERS)
        letters = chr(ord("A") + last) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the 1-based number of a column given by its Latin letters, in either case."""
    number = 0
    for letter in letters.upper():
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number


__all__ = ["Cell", "Grid", "Value", "column_letters", "column_number"]
