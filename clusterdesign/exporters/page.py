"""Page set-up of a printed sheet: landscape, one page wide, the heads repeated, numbered pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties

from clusterdesign.tables.i18n import word
from clusterdesign.tables.sheet import Book, Sheet

_PAPER = {"A4": (9, 297), "A3": (8, 420)}
"""Number of a paper size in the file, and its longer side in millimetres."""

_INCH = 25.4
_SIDE_MM, _END_MM, _HEADER_MM = 8, 16, 7
_FONT, _SIZE = "Calibri,Regular", 9

# One character of a column width is the widest digit of the standard font: 7 pixels of 96 to the inch for Excel,
# and 5.6 % more in LibreOffice, which measures the font itself.
_CHARACTER_MM = 7 * _INCH / 96 * 1.056
# Programs round every column up to whole dots of their own.
_BETWEEN = 0.3
_NARROWEST = 10


def set_up_page(target: Any, book: Book, sheet: Sheet[Any], *, lang: str, rows: int, widths: Sequence[float]) -> None:
    """Set up the printed page of an openpyxl sheet with ``rows`` rows, heads and totals included.

    ``target`` is a write-only sheet, whose stubs leave most of its attributes out.
    """
    first, last = sheet.printed[0] + 1, sheet.printed[-1] + 1
    paper, _ = _PAPER[book.paper]
    target.print_area = f"{get_column_letter(first)}1:{get_column_letter(last)}{rows}"
    target.print_title_rows = "1:1"
    target.page_setup.orientation = "landscape"
    target.page_setup.paperSize = paper
    _scale(target, book, sheet, sum(widths[n] + _BETWEEN for n in sheet.printed))
    target.print_options.gridLines = True
    target.print_options.horizontalCentered = True
    side, end, header = (length / _INCH for length in (_SIDE_MM, _END_MM, _HEADER_MM))
    target.page_margins = PageMargins(left=side, right=side, top=end, bottom=end, header=header, footer=header)
    _write(target.oddHeader.left, book.title)
    _write(target.oddHeader.center, sheet.title(lang))
    _write(target.oddHeader.right, f"{book.name}.xlsx")
    _write(target.oddFooter.center, f"{word('Page', lang)} &P {word('of', lang)} &N", code=True)


def _scale(target: Any, book: Book, sheet: Sheet[Any], characters: float) -> None:
    """Make the printed columns one page wide.

    Excel ignores page breaks where it fits a sheet to the page by itself, so a sheet with breaks has its scale
    computed here, on the safe side.
    """
    breaks = sheet.breaks()
    if not breaks:
        target.page_setup.fitToWidth = 1
        target.page_setup.fitToHeight = 0
        target.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        return
    room = _PAPER[book.paper][1] - 2 * _SIDE_MM
    percent = int(100 * room / (characters * _CHARACTER_MM)) - 1
    target.page_setup.scale = min(100, max(_NARROWEST, percent))
    for rows in breaks:
        target.row_breaks.append(Break(id=rows + 1))  # the row of heads comes first


def _write(part: Any, text: str, *, code: bool = False) -> None:
    """Fill one part of a header; ``&`` begins a code there and is doubled in plain text."""
    part.text = text if code else text.replace("&", "&&")
    part.font = _FONT
    part.size = _SIZE
