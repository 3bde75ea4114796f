from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from clusterdesign.design import Printing
from clusterdesign.errors import DesignError
from clusterdesign.exporters.xlsx import render
from clusterdesign.tables import Book, Column, Sheet, bom_book, cabling_book
from clusterdesign.tables.values import excel_text
from tests.tables.small import small_design

NASTY = ["1/3", "=1+1", "=", "00123", "12:04", "-3", "#N/A", "#REF!", "TRUE", "  blank ", "a\nb", "Кабель", "x" * 32767]
TEXTS = st.sampled_from(NASTY) | st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"), min_size=1
)


def book(rows: list[Any], kind: Any = "text") -> Book:
    column: Column[Any] = Column("Part", lambda row: row, kind=kind, total=kind == "number")
    return Book("book", "title & more", (Sheet("Cables", tuple(rows), (column,)),))


@given(st.lists(TEXTS, max_size=5))
def test_a_text_comes_back_as_the_same_text(texts: list[str]) -> None:
    sheet = load_workbook(io.BytesIO(render(book(texts))))["Cables"]

    for n, text in enumerate(texts, 2):
        assert sheet.cell(n, 1).value == excel_text(text)
        assert sheet.cell(n, 1).data_type == "s"
        assert sheet.cell(n, 1).number_format == "@"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_sheet_holds_the_cells_of_its_table(lang: str) -> None:
    for one in (cabling_book(small_design()), bom_book(small_design())):
        workbook = load_workbook(io.BytesIO(render(one, lang)), data_only=True)
        assert workbook.sheetnames == [sheet.title(lang) for sheet in one.sheets]
        for sheet in one.sheets:
            stored = workbook[sheet.title(lang)]
            rows = [tuple(cell.value for cell in row) for row in stored.iter_rows(max_row=1 + len(sheet.rows))]
            assert rows == [sheet.heads(lang), *sheet.cells(lang)]


def test_the_page_is_set_up_for_printing() -> None:
    sheet = load_workbook(io.BytesIO(render(cabling_book(small_design()))))["Cables"]

    assert sheet.print_title_rows == "$1:$1"
    assert sheet.freeze_panes == "B2"
    assert (sheet.page_setup.orientation, sheet.page_setup.paperSize) == ("landscape", 9)
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.sheet_properties.pageSetUpPr is not None
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.oddHeader is not None
    assert sheet.oddFooter is not None
    assert sheet.oddHeader.left.text == "small && odd"
    assert sheet.oddFooter.center.text == "Page &P of &N"
    # What programs read is for the screen; the printed columns end with the remarks.
    assert sheet.print_area == "'Cables'!$A$1:$Y$4"
    assert {cell.font.name for row in sheet.iter_rows() for cell in row} == {"Calibri"}


def test_every_sheet_is_one_real_table_with_its_own_heads_and_no_merged_cells() -> None:
    for one in (cabling_book(small_design()), bom_book(small_design())):
        workbook = load_workbook(io.BytesIO(render(one)))
        for sheet in one.sheets:
            stored = workbook[sheet.name]
            (table,) = stored.tables.values()
            assert table.displayName == sheet.key
            assert [column.name for column in table.tableColumns] == list(sheet.heads())
            assert table.autoFilter.ref == table.ref
            assert not stored.merged_cells.ranges


def test_an_empty_sheet_has_a_table_with_a_blank_row() -> None:
    sheet = load_workbook(io.BytesIO(render(book([]))))["Cables"]

    assert next(iter(sheet.tables.values())).ref == "A1:A2"


def test_totals_stand_below_the_table_as_formula_and_as_result() -> None:
    data = render(book([1.5, 2, None], kind="number"))

    assert load_workbook(io.BytesIO(data))["Cables"]["A5"].value == "=SUBTOTAL(109,A2:A4)"
    assert load_workbook(io.BytesIO(data), data_only=True)["Cables"]["A5"].value == 3.5
    assert next(iter(load_workbook(io.BytesIO(data))["Cables"].tables.values())).ref == "A1:A4"


def test_a_row_that_wraps_is_as_high_as_its_text() -> None:
    sheet = load_workbook(io.BytesIO(render(book(["short", "word " * 20]))))["Cables"]

    assert sheet.row_dimensions[2].height is None
    assert (sheet.row_dimensions[3].height or 0) > 60


def test_a_control_character_is_refused() -> None:
    with pytest.raises(DesignError, match="sheet Cables, row 1"):
        render(book(["bell\x07"]))


def test_the_archive_says_nothing_about_when_and_where_it_was_made() -> None:
    data = render(cabling_book(small_design()))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = archive.infolist()
        core = archive.read("docProps/core.xml").decode()

    assert [info.filename for info in infos] == sorted(info.filename for info in infos)
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    assert core.count("1980-01-01T00:00:00Z") == 2
    assert render(cabling_book(small_design())) == data


def test_a_page_begins_with_every_rack_at_a_scale_of_our_own() -> None:
    # Excel ignores breaks where it fits a sheet to the page.
    sheet = load_workbook(io.BytesIO(render(cabling_book(small_design()))))["Ends by rack"]

    assert [row.id for row in sheet.row_breaks.brk] == [5]
    assert sheet.sheet_properties.pageSetUpPr is None or not sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.page_setup.scale is not None
    assert 10 <= sheet.page_setup.scale <= 100


def test_the_paper_is_that_of_the_site() -> None:
    design = replace(small_design(), printing=Printing(paper="A3"))

    assert load_workbook(io.BytesIO(render(cabling_book(design))))["Cables"].page_setup.paperSize == 8


def test_a_formula_names_cells_and_carries_its_result() -> None:
    rates = Sheet("My rates", ("a", "b"), (Column("Key", str), Column("Value", lambda _: 2, kind="integer")))
    columns: tuple[Column[int], ...] = (
        Column("Name", lambda row: f"={row}"),
        Column("Count", lambda row: row, kind="integer"),
        Column("Sum", lambda row: row * 2, kind="number", digits=2, grouped=True, total=True, formula=_TWICE),
        Column("Perhaps", lambda _: None, kind="number", formula=lambda row: '""' if row > 1000 else ""),
    )
    one = Book("book", "title", (Sheet("Sums", (1234, 5), columns), rates))
    sheet = load_workbook(io.BytesIO(render(one)))["Sums"]
    results = load_workbook(io.BytesIO(render(one)), data_only=True)["Sums"]

    assert [sheet.cell(row, 3).value for row in (2, 3, 4)] == [
        "=$B2*'My rates'!$B$3+0*SUM('My rates'!$B$2:$B$3)",
        "=$B3*'My rates'!$B$3+0*SUM('My rates'!$B$2:$B$3)",
        "=SUBTOTAL(109,C2:C3)",
    ]
    assert [results.cell(row, 3).value for row in (2, 3, 4)] == [2468, 10, 2478]
    assert {sheet.cell(row, 3).number_format for row in (2, 3, 4)} == {"#,##0.00"}
    assert [sheet.cell(row, 4).value for row in (2, 3)] == ['=""', None]
    assert [sheet.cell(row, 1).data_type for row in (2, 3)] == ["s", "s"]


_TWICE = "[Count]*[My rates!Value@b]+0*SUM([My rates!Value])"


def test_amounts_are_wide_enough_to_be_read() -> None:
    amount: Column[float] = Column(
        "A", lambda row: row, kind="number", digits=2, grouped=True, total=True, formula="", width=4
    )
    sheet = load_workbook(io.BytesIO(render(Book("b", "t", (Sheet("Sums", (999999.5, 0.5), (amount,)),)))))["Sums"]

    assert sheet.column_dimensions["A"].width >= len("1,000,000.00")
