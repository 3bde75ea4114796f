"""Cells of an XLSX and of a CSV, with their sheet and address."""

from __future__ import annotations

import datetime
import io
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from clusterdesign.procurement.grid import Cell, Grid, column_letters, column_number, read_grid, read_grid_bytes
from tests.procurement.grid.books import changed, workbook


def one(data: bytes) -> Grid:
    (grid,) = read_grid_bytes(data, "quote")
    return grid


def values(grid: Grid) -> list[list[object]]:
    return [[cell.value for cell in row] for row in grid.rows]


def test_typed_values_keep_their_type_and_address() -> None:
    rows: list[list[Any]] = [
        ["Part", "Qty"],
        ["00123", 12, 0.1 + 0.2, datetime.date(2026, 9, 30), True, None, " a\nb "],
        [],
        [None, "x"],
    ]
    (grid,) = read_grid_bytes(workbook(("Offer", rows)), "quote.xlsx")
    assert values(grid) == [
        ["Part", "Qty"],
        ["00123", Decimal(12), Decimal("0.3"), datetime.date(2026, 9, 30), "TRUE", "a\nb"],
        ["x"],
    ]
    assert [cell.address for cell in grid.rows[1]] == ["A2", "B2", "C2", "D2", "E2", "G2"]
    assert grid.rows[2][0] == Cell(4, 2, "x")
    assert grid.place(grid.rows[2][0]) == "sheet Offer, cell B4"


def test_every_sheet_that_holds_something_is_read_in_its_order() -> None:
    grids = read_grid_bytes(workbook(("Cover", [["To whom"]]), ("Empty", []), ("Лист 2", [["x"]])), "quote.xlsx")
    assert [(grid.sheet, values(grid)) for grid in grids] == [("Cover", [["To whom"]]), ("Лист 2", [["x"]])]


def test_a_formula_counts_as_its_stored_result() -> None:
    data = workbook(("Offer", [["=1+1", "=2+2"]]))
    stored = changed(
        data,
        {"xl/worksheets/sheet1.xml": lambda xml: re.sub(b"<f>1\\+1</f><v ?/?>(</v>)?", b"<f>1+1</f><v>2</v>", xml)},
    )
    assert values(one(stored)) == [[Decimal(2), None]]


def test_a_formula_whose_result_is_an_empty_text_is_an_empty_cell() -> None:
    sheet = b'<w><row><c><v>1</v></c><c t="str"><f>IF(A1,"","")</f><v></v></c><c t="str"><f>A9</f></c></row></w>'
    data = changed(workbook(("Offer", [])), {"xl/worksheets/sheet1.xml": sheet})
    assert [(cell.address, cell.value) for cell in one(data).rows[0]] == [("A1", Decimal(1)), ("C1", None)]


def test_merged_cells_hold_their_text_once_and_hidden_rows_are_known() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet["A1"] = "Offer"
    sheet.merge_cells("A1:E1")
    sheet["A2"] = "kept"
    sheet.row_dimensions[2].hidden = True
    out = io.BytesIO()
    book.save(out)
    grid = one(out.getvalue())
    assert values(grid) == [["Offer"], ["kept"]]
    assert grid.hidden == {2}


def test_texts_of_several_fonts_and_escapes_are_whole() -> None:
    rich = (
        b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><r><t>MQM</t></r>'
        b'<r><t xml:space="preserve">9700 </t></r><rPh sb="0" eb="1"><t>kana</t></rPh></si>'
        b"<si><t>a_x000D_b</t></si></sst>"
    )
    sheet = b'<worksheet><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row></worksheet>'
    data = changed(workbook(("Offer", [])), {"xl/sharedStrings.xml": rich, "xl/worksheets/sheet1.xml": sheet})
    assert values(one(data)) == [["MQM9700", "a b"]]


def test_a_strict_workbook_is_read_too() -> None:
    strict = {
        name: lambda xml: xml.replace(
            b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
            b"http://purl.oclc.org/ooxml/spreadsheetml/main",
        ).replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
            b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        )
        for name in (
            "xl/workbook.xml",
            "xl/_rels/workbook.xml.rels",
            "xl/worksheets/sheet1.xml",
        )
    }
    assert values(one(changed(workbook(("Offer", [["x", 1]])), strict))) == [["x", Decimal(1)]]


TABLE = [["Наименование", "Кол-во"], ["Коммутатор; 64 порта", "1 234"]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_encoding_and_delimiter_of_a_csv_are_found(encoding: str, delimiter: str) -> None:
    text = "\r\n".join(delimiter.join(f'"{cell}"' for cell in row) for row in TABLE)
    assert values(one(text.encode(encoding))) == TABLE


def test_a_csv_that_says_its_delimiter_keeps_its_row_numbers() -> None:
    grid = one(b"sep=,\r\na;b,c\r\n")
    assert [(cell.address, cell.value) for cell in grid.rows[0]] == [("A2", "a;b"), ("B2", "c")]


def test_a_csv_keeps_text_as_it_is() -> None:
    assert values(one(b"part;qty\r\n00123;=1+1\r\n'=2+2;1/3\r\n")) == [
        ["part", "qty"],
        ["00123", "=1+1"],
        ["=2+2", "1/3"],
    ]


def test_a_file_is_read_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "quote.csv"
    path.write_bytes(workbook(("Offer", [["x"]])))
    assert read_grid(path)[0].sheet == "Offer"


@pytest.mark.parametrize(("number", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (16384, "XFD")])
def test_letters_of_columns(number: int, letters: str) -> None:
    assert column_letters(number) == letters
    assert column_number(letters.lower()) == number
