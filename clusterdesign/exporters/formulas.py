"""Formulas as a spreadsheet program reads them: references to heads become names of cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from openpyxl.utils import get_column_letter, quote_sheetname

from clusterdesign.exporters.fit import Grid
from clusterdesign.exporters.rows import CellWriter, formula_xml
from clusterdesign.tables.formula import Reference, resolved
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.tables.values import Scalar

_FIRST = 2
"""Row of the first cells below the heads."""


class Formulas:
    """Writers of the formulas of a book in one language.

    Args:
        book: the book; its formulas were checked when it was made.
        grids: the cells of its sheets, in their order.
        lang: language of the sheet names.
    """

    def __init__(self, book: Book, grids: Sequence[Grid], lang: str) -> None:
        self._sheets = {sheet.name: (sheet, grid) for sheet, grid in zip(book.sheets, grids, strict=True)}
        self._lang = lang

    def writers(
        self, sheet: Sheet[Any], styles: Sequence[int], plain: Callable[[int, int], CellWriter]
    ) -> list[CellWriter]:
        """Return the writer of each column of a sheet: of its formula, else of its values.

        Args:
            sheet: one of the book.
            styles: number of the style of each column.
            plain: makes the writer of values from the 1-based number of a column and its style.
        """
        return [
            self._writer(sheet, n, column, plain(n, style), style) if column.formula else plain(n, style)
            for n, (column, style) in enumerate(zip(sheet.columns, styles, strict=True), 1)
        ]

    def _writer(self, sheet: Sheet[Any], number: int, column: Column[Any], plain: CellWriter, style: int) -> CellWriter:
        @cache
        def written(formula: str) -> str:
            return resolved(formula, lambda reference: self._place(sheet, reference))

        def write(row: int, value: Scalar) -> str:
            formula = column.formula_of(sheet.rows[row - _FIRST])
            if not formula:
                return plain(row, value)
            return formula_xml(number, row, style, written(formula).replace("#", str(row)), value)

        return write

    def _place(self, here: Sheet[Any], reference: Reference) -> str:
        """Return the name of a cell or range; ``#`` stands for the row of the formula."""
        sheet, grid = self._sheets[reference.sheet or here.name]
        letter = get_column_letter(_position(sheet, reference.head))
        if not reference.sheet:
            return f"${letter}#"
        name = quote_sheetname(sheet.title(self._lang))
        if reference.key:
            row = next(n for n, cells in enumerate(grid, _FIRST) if cells[0] == reference.key)
            return f"{name}!${letter}${row}"
        return f"{name}!${letter}${_FIRST}:${letter}${max(_FIRST, len(grid) + 1)}"


def _position(sheet: Sheet[Any], head: str) -> int:
    return next(n for n, column in enumerate(sheet.columns, 1) if column.head == head)


__all__ = ["Formulas"]
