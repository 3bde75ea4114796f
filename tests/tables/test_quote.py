"""The workbook of a compared quote."""

from __future__ import annotations

import io
from typing import get_args

from openpyxl import load_workbook

from clusterdesign.exporters import xlsx
from clusterdesign.procurement.quote import Comparison, DifferenceKind
from clusterdesign.tables.i18n import words
from clusterdesign.tables.quote import quote_book
from tests.procurement.quote.offers import Sheet, after


def compared() -> Comparison:
    def faults(made: Sheet) -> None:
        made.row("MMA4Z00-NS")[3:] = [50, "pcs", None, None]
        made.more += [["Total", None, None, None, None, None, 5.0], [None, " =cmd|x", "@SUM(1)\n+1" * 3000, 7]]

    return after(faults)


def test_every_word_is_translated() -> None:
    russian = words("ru")
    book = quote_book("example", compared())
    used = {sheet.name for sheet in book.sheets} | {column.head for sheet in book.sheets for column in sheet.columns}
    used |= {*get_args(DifferenceKind), "as asked", "guessed", "named", "heading", "remark", "no part", "no quantity"}
    used |= {"sum or terms", "heads repeated", "numbers of columns"}
    assert used - russian.keys() == set()


def test_differences_and_lines_stand_side_by_side_and_nothing_is_a_formula() -> None:
    for lang in ("en", "ru"):
        workbook = load_workbook(io.BytesIO(xlsx.render(quote_book("example", compared()), lang)))
        assert len(workbook.worksheets) == 4
        assert {cell.data_type for sheet in workbook for row in sheet.iter_rows(min_row=2) for cell in row} <= {
            "s",
            "n",
        }
    differences, lines, skipped, columns = (
        list(sheet.iter_rows(min_row=2, values_only=True))
        for sheet in load_workbook(io.BytesIO(xlsx.render(quote_book("example", compared())))).worksheets
    )
    assert [row[:6] for row in differences] == [
        ("short", "MMA4Z00-NS", "MMA4Z00-NS", "6", 54, 50),
        ("extra", None, "=cmd|x", "22", 0, 7),
    ]
    assert ("Transceivers", "MMA4Z00-NS", 54, 0, 50, "6", "short") in [(*row[:2], *row[3:]) for row in lines]
    assert ("21", "sum or terms", "Total | 5") in skipped
    assert ("Offer", "quantity", "D", "Qty", "guessed") in columns
