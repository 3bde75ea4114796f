"""Excel workbooks that print well: real tables, repeated heads, landscape, one page wide.

Numbers are numbers and text is text, also after somebody has edited the cell. The same book gives the same bytes.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.table import Table, TableColumn, TableStyleInfo

from clusterdesign.exporters.archive import repack
from clusterdesign.exporters.fit import Grid, column_widths, head_height, row_heights
from clusterdesign.exporters.formulas import Formulas
from clusterdesign.exporters.page import set_up_page
from clusterdesign.exporters.rows import cell_writer, formula_xml, grid_xml, row_xml
from clusterdesign.tables.i18n import word
from clusterdesign.tables.sheet import Book, Column, Sheet

FONT = "Calibri"
"""Named everywhere: a style without a font name falls back to a serif face."""


_FORMAT = {"text": "@", "word": "@", "integer": "0", "number": "General"}

# How openpyxl writes that a sheet has no rows depends on the XML library that it finds.
_NO_ROWS = re.compile(rb"<sheetData\s*/>|<sheetData></sheetData>")


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
    formulas = Formulas(book, grids, lang)
    rows: dict[str, Callable[[], Iterator[str]]] = {}
    for n, (sheet, grid) in enumerate(zip(book.sheets, grids, strict=True), 1):
        target = workbook.create_sheet(sheet.title(lang))
        rows[f"xl/worksheets/sheet{n}.xml"] = _set_up(target, book, sheet, lang=lang, grid=grid, formulas=formulas)
    out = io.BytesIO()
    workbook.save(out)

    def with_rows(name: str, content: bytes) -> bytes:
        if name not in rows:
            return content
        place = _NO_ROWS.search(content)
        if place is None:
            raise ValueError(f"{name} has no place for its rows")
        written = "".join(rows[name]()).encode()
        return b"".join((content[: place.start()], b"<sheetData>", written, b"</sheetData>", content[place.end() :]))

    return repack(out.getvalue(), with_rows)


def _set_up(
    target: Any, book: Book, sheet: Sheet[Any], *, lang: str, grid: Grid, formulas: Formulas
) -> Callable[[], Iterator[str]]:
    """Set up all of a write-only sheet but its rows; return what writes them."""
    heads = sheet.heads(lang)
    totals = any(column.total for column in sheet.columns)
    last = 1 + max(1, len(grid))  # Excel refuses a table without a row
    widths = column_widths(sheet, heads, grid)
    for n, width in enumerate(widths, 1):
        target.column_dimensions[get_column_letter(n)].width = width
    target.freeze_panes = "B2"
    set_up_page(target, book, sheet, lang=lang, rows=last + totals, widths=widths)
    # Not add_table(), which warns about columns that the table has.
    target.tables.add(_table(sheet.key, heads, last))
    head, total = _head_style(target), _total_style(target)
    styles = [_style(target, column) for column in sheet.columns]
    below = [_total_style(target, _number_format(one)) if one.grouped else total for one in sheet.columns]
    write = formulas.writers(sheet, styles, cell_writer)
    computed = frozenset(n for n, column in enumerate(sheet.columns) if column.formula)

    def rows() -> Iterator[str]:
        cells = [cell_writer(n, head)(1, text) for n, text in enumerate(heads, 1)]
        yield row_xml(1, "".join(cells), head_height(heads, widths))
        yield from grid_xml(grid, write, row_heights(sheet, widths, grid), computed)
        if totals:
            cells = list(_total_cells(sheet, below, word("Total", lang), grid=grid))
            yield row_xml(last + 1, "".join(cells))

    return rows


def _head_style(target: Any) -> int:
    model = WriteOnlyCell(target)
    model.font = Font(name=FONT, size=11, bold=True)
    model.fill = PatternFill("solid", fgColor="D9D9D9")
    model.alignment = Alignment(wrap_text=True, vertical="center")
    model.border = Border(bottom=Side("medium"))
    model.number_format = "@"
    return model.style_id


def _total_style(target: Any, number_format: str = "General") -> int:
    model = WriteOnlyCell(target)
    model.number_format = number_format
    model.font = Font(name=FONT, size=11, bold=True)
    model.border = Border(top=Side("medium"))
    return model.style_id


def _style(target: Any, column: Column[Any]) -> int:
    model = WriteOnlyCell(target)
    model.font = Font(name=FONT, size=11)
    # "@" keeps 1/3 a text when somebody edits the cell and presses Enter.
    model.number_format = _number_format(column)
    side = {"number": "right", "integer": "center"}.get(column.kind, "left")
    # A number would touch the text in the next column without an indent.
    model.alignment = Alignment(
        horizontal=side,
        vertical="center",
        wrap_text=column.printed and not column.grouped,
        indent=1 if side == "right" else 0,
    )
    return model.style_id


def _number_format(column: Column[Any]) -> str:
    whole = "#,##0" if column.grouped else "0"
    if column.digits:
        return f"{whole}.{'0' * column.digits}"
    # A price may have more decimals than an amount.
    return f"{whole}.00##" if column.grouped else _FORMAT[column.kind]


def _total_cells(sheet: Sheet[Any], styles: Sequence[int], label: str, *, grid: Grid) -> Iterator[str]:
    """Sums below the table that follow its filter, and a label in front of them."""
    last = 1 + max(1, len(grid))
    for n, (column, style) in enumerate(zip(sheet.columns, styles, strict=True), 1):
        if column.total:
            letter = get_column_letter(n)
            result = math.fsum(cell for row in grid if isinstance(cell := row[n - 1], int | float))
            # Cells are rounded: their sum has no more digits than they have.
            result = result if column.digits is None else round(result, column.digits)
            yield formula_xml(n, last + 1, style, f"SUBTOTAL(109,{letter}2:{letter}{last})", result)
        else:
            yield cell_writer(n, style)(last + 1, label if n == 1 else "")


def _table(name: str, heads: Sequence[str], last: int) -> Table:
    """Return the Excel table over the heads and rows; a write-only sheet cannot find its columns itself."""
    ref = f"A1:{get_column_letter(len(heads))}{last}"
    table = Table(displayName=name, name=name, ref=ref)
    table.autoFilter = AutoFilter(ref=ref)
    table.tableColumns = [TableColumn(id=n, name=head) for n, head in enumerate(heads, 1)]
    table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
    return table
