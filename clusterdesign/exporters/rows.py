"""Rows of a worksheet, written as XML by ourselves.

openpyxl makes an object and an XML element of every cell, which is most of the time that a large workbook takes.
The rest of the workbook, where its care is worth having, stays with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias
from xml.sax.saxutils import escape

from openpyxl.utils import get_column_letter

from clusterdesign.exporters.fit import Grid
from clusterdesign.tables.values import Scalar, excel_text

CellWriter: TypeAlias = Callable[[int, Scalar], str]
"""From a row number and a value to a cell."""

# A blank at either end, or any break of the line, is lost without the attribute.
_SPACED = re.compile(r"^\s|\s$|[\n\t]")


def row_xml(number: int, cells: str, height: float | None = None) -> str:
    """Return a row of finished cells."""
    size = "" if height is None else f' customHeight="1" ht="{height:g}"'
    return f'<row r="{number}"{size}>{cells}</row>'


def cell_writer(column: int, style: int) -> CellWriter:
    """Return the function from a row number and a value to the cell of a 1-based column, in one style.

    Text is stored in place and as text whatever it looks like: ``=1+1`` is no formula, ``1/3`` no date.
    """
    letter = get_column_letter(column)
    known: dict[str, str] = {}

    def write(row: int, value: Scalar) -> str:
        if value is None:
            return ""
        if not isinstance(value, str):
            return f'<c r="{letter}{row}" s="{style}"><v>{value!r}</v></c>'
        tail = known.get(value)
        if tail is None:
            text = escape(excel_text(value))
            space = ' xml:space="preserve"' if _SPACED.search(text) else ""
            tail = known[value] = f'" s="{style}" t="inlineStr"><is><t{space}>{text}</t></is></c>'
        return f'<c r="{letter}{row}{tail}'

    return write


def formula_xml(column: int, row: int, style: int, formula: str, result: Scalar) -> str:
    """Return a cell with a formula and its result, for programs that do not compute. No result is an empty text."""
    place = f'r="{get_column_letter(column)}{row}" s="{style}"'
    if isinstance(result, int | float):
        return f"<c {place}><f>{escape(formula)}</f><v>{result:.15g}</v></c>"
    return f'<c {place} t="str"><f>{escape(formula)}</f><v>{escape(result or "")}</v></c>'


def grid_xml(
    grid: Grid, writers: Sequence[CellWriter], heights: Mapping[int, float], computed: frozenset[int] = frozenset()
) -> Iterator[str]:
    """Yield the rows of a grid, one writer a column, the first below the heads.

    Args:
        grid: the cells.
        writers: one for each column.
        heights: heights of rows that are not as high as others.
        computed: 0-based columns whose cells are written even where they are empty: those with a formula.
    """
    for number, row in enumerate(grid, 2):
        cells = [
            write(number, value)
            for n, (write, value) in enumerate(zip(writers, row, strict=True))
            if value is not None or n in computed
        ]
        yield row_xml(number, "".join(cells), heights.get(number))


__all__ = ["CellWriter", "cell_writer", "formula_xml", "grid_xml", "row_xml"]
