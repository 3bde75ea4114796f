"""Excel workbooks that print well: real tables, repeated heads, A4 landscape, one page wide.

Numbers are numbers and text is text, also after somebody has edited the cell. The same book gives the same bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.table import Table, TableColumn, TableStyleInfo

from clusterdesign.exporters.archive import repack
from clusterdesign.exporters.cells import StyledCell
from clusterdesign.exporters.fit import Grid, column_widths, head_height, row_heights
from clusterdesign.exporters.page import set_up_page
from clusterdesign.tables.i18n import word
from clusterdesign.tables.sheet import Book, Column, Sheet

FONT = "Calibri"
"""Named everywhere: a style without a font name falls back to a serif face."""


_FORMAT = {"text": "@", "word": "@", "integer": "0", "number": "General"}


def render(book: Book, lang: str = "en") -> bytes:
    """Return a book as an Excel workbook.

    Raises:
        DesignError: a cell holds what a spreadsheet cannot store.
    """
    # All cells first: an error must not leave a half-open workbook behind.
    grids = [tuple(sheet.cells(lang)) for sheet in book.sheets]
    workbook = Workbook(write_only=True)
    workbook.properties.creator = "clusterdesign"
    workbook.properties.title = book.title
    results: dict[str, tuple[tuple[bytes, bytes], ...]] = {}
    for n, (sheet, grid) in enumerate(zip(book.sheets, grids, strict=True), 1):
        _write_sheet(workbook.create_sheet(sheet.title(lang)), book, sheet, lang=lang, grid=grid)
        results[f"xl/worksheets/sheet{n}.xml"] = tuple(_results(sheet, grid))
    out = io.BytesIO()
    workbook.save(out)

    def with_results(name: str, content: bytes) -> bytes:
        for stored, computed in results.get(name, ()):
            content = content.replace(stored, computed)
        return content

    return repack(out.getvalue(), with_results)


def _write_sheet(target: Any, book: Book, sheet: Sheet[Any], *, lang: str, grid: Grid) -> None:
    """Fill a write-only sheet; all but the rows must be set before the first of them."""
    heads = sheet.heads(lang)
    totals = any(column.total for column in sheet.columns)
    last = 1 + max(1, len(grid))  # Excel refuses a table without a row
    widths = column_widths(sheet, heads, grid)
    for n, width in enumerate(widths, 1):
        target.column_dimensions[get_column_letter(n)].width = width
    target.row_dimensions[1].height = head_height(heads, widths)
    target.freeze_panes = "B2"
    set_up_page(target, book, sheet, lang=lang, rows=last + totals)
    target.append(list(_head_cells(target, heads)))
    styles = [_style(target, column) for column in sheet.columns]
    heights = row_heights(sheet, widths, grid)
    for n, row in enumerate(grid, 2):
        if n in heights:
            target.row_dimensions[n].height = heights[n]
        target.append(
            [
                None if value is None else StyledCell(target, value, style)
                for value, style in zip(row, styles, strict=True)
            ]
        )
    if totals:
        if not grid:
            target.append([])
        target.append(list(_total_cells(target, sheet, word("Total", lang), last)))
    # Not add_table(), which warns about columns that the table has.
    target.tables.add(_table(sheet.key, heads, last))


def _head_cells(target: Any, heads: Sequence[str]) -> Iterator[StyledCell]:
    model = WriteOnlyCell(target)
    model.font = Font(name=FONT, size=11, bold=True)
    model.fill = PatternFill("solid", fgColor="D9D9D9")
    model.alignment = Alignment(wrap_text=True, vertical="center")
    model.border = Border(bottom=Side("medium"))
    model.number_format = "@"
    return (StyledCell(target, head, model.style_id) for head in heads)


def _total_cells(target: Any, sheet: Sheet[Any], label: str, last: int) -> Iterator[Any]:
    """Sums below the table that follow its filter, and a label in front of them."""
    for n, column in enumerate(sheet.columns, 1):
        text = _subtotal(n, last) if column.total else label if n == 1 else None
        cell = WriteOnlyCell(target, text)
        cell.font = Font(name=FONT, size=11, bold=True)
        cell.border = Border(top=Side("medium"))
        yield cell


def _subtotal(column: int, last: int) -> str:
    letter = get_column_letter(column)
    return f"=SUBTOTAL(109,{letter}2:{letter}{last})"


def _style(target: Any, column: Column[Any]) -> int:
    model = WriteOnlyCell(target)
    model.font = Font(name=FONT, size=11)
    # "@" keeps 1/3 a text when somebody edits the cell and presses Enter.
    model.number_format = _FORMAT[column.kind] if not column.digits else f"0.{'0' * column.digits}"
    side = {"number": "right", "integer": "center"}.get(column.kind, "left")
    model.alignment = Alignment(horizontal=side, vertical="center", wrap_text=column.printed)
    return model.style_id


def _table(name: str, heads: Sequence[str], last: int) -> Table:
    """Return the Excel table over the heads and rows; a write-only sheet cannot find its columns itself."""
    ref = f"A1:{get_column_letter(len(heads))}{last}"
    table = Table(displayName=name, name=name, ref=ref)
    table.autoFilter = AutoFilter(ref=ref)
    table.tableColumns = [TableColumn(id=n, name=head) for n, head in enumerate(heads, 1)]
    table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
    return table


def _results(sheet: Sheet[Any], grid: Grid) -> Iterator[tuple[bytes, bytes]]:
    """Yield each total as openpyxl stores it, and with its result for programs that do not compute."""
    last = 1 + max(1, len(grid))
    for n, column in enumerate(sheet.columns):
        if column.total:
            result = math.fsum(cell for row in grid if isinstance(cell := row[n], int | float))
            formula = f"<f>{_subtotal(n + 1, last)[1:]}</f>".encode()
            yield formula + b"<v />", formula + f"<v>{result:.12g}</v>".encode()
