"""Rows of a worksheet, written as XML by ourselves.

openpyxl makes an object and an XML element of every cell, which is most of the time that a large workbook takes.
The rest of the workbook, where its care is worth having, stays with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from openpyxl.utils import get_column_letter

from clusterdesign.exporters.fit import Grid
from clusterdesign.tables.values import Scalar, excel_text

# A blank at either end, or any break of the line, is lost without the attribute.
_SPACED = re.compile(r"^\s|\s$|[\n\t]")


def row_xml(number: int, cells: str, height: float | None = None) -> str:
    """Return a row of finished cells."""
    size = "" if height is None else f' customHeight="1" ht="{height:g}"'
    return f'<row r="{number}"{size}>{cells}</row>'


def cell_writer(column: int, style: int) -> Callable[[int, Scalar], str]:
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


def formula_xml(column: int, row: int, style: int, formula: str, result: float) -> str:
    """Return a cell with a formula and its result, for programs that do not compute."""
    place = f'r="{get_column_letter(column)}{row}" s="{style}"'
    return f"<c {place}><f>{escape(formula)}</f><v>{result:.12g}</v></c>"


def grid_xml(grid: Grid, styles: Sequence[int], heights: Mapping[int, float], first: int = 2) -> Iterator[str]:
    """Yield the rows of a grid, one style a column, the first in row ``first``."""
    writers = [cell_writer(n, style) for n, style in enumerate(styles, 1)]
    for number, row in enumerate(grid, first):
        cells = [write(number, value) for write, value in zip(writers, row, strict=True) if value is not None]
        yield row_xml(number, "".join(cells), heights.get(number))


__all__ = ["cell_writer", "formula_xml", "grid_xml", "row_xml"]
