"""Page set-up of a printed sheet: A4 landscape, one page wide, the heads repeated, numbered pages."""

from __future__ import annotations

from typing import Any

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties

from clusterdesign.tables.i18n import word
from clusterdesign.tables.sheet import Book, Sheet

_A4 = 9
_INCH = 25.4
_SIDE_MM, _END_MM, _HEADER_MM = 8, 16, 7
_FONT, _SIZE = "Calibri,Regular", 9


def set_up_page(target: Any, book: Book, sheet: Sheet[Any], *, lang: str, rows: int) -> None:
    """Set up the printed page of an openpyxl sheet with ``rows`` rows, heads and totals included.

    ``target`` is a write-only sheet, whose stubs leave most of its attributes out.
    """
    first, last = sheet.printed[0] + 1, sheet.printed[-1] + 1
    target.print_area = f"{get_column_letter(first)}1:{get_column_letter(last)}{rows}"
    target.print_title_rows = "1:1"
    target.page_setup.orientation = "landscape"
    target.page_setup.paperSize = _A4
    target.page_setup.fitToWidth = 1
    target.page_setup.fitToHeight = 0
    target.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    target.print_options.gridLines = True
    target.print_options.horizontalCentered = True
    side, end, header = (length / _INCH for length in (_SIDE_MM, _END_MM, _HEADER_MM))
    target.page_margins = PageMargins(left=side, right=side, top=end, bottom=end, header=header, footer=header)
    _write(target.oddHeader.left, book.title)
    _write(target.oddHeader.center, sheet.title(lang))
    _write(target.oddHeader.right, f"{book.name}.xlsx")
    _write(target.oddFooter.center, f"{word('Page', lang)} &P {word('of', lang)} &N", code=True)


def _write(part: Any, text: str, *, code: bool = False) -> None:
    """Fill one part of a header; ``&`` begins a code there and is doubled in plain text."""
    part.text = text if code else text.replace("&", "&&")
    part.font = _FONT
    part.size = _SIZE
