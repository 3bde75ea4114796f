from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.exporters.csvfile import read, render
from clusterdesign.tables import Column, Sheet, bom_book, cabling_book
from clusterdesign.tables.values import guarded, unguarded
from tests.tables.small import small_design

NASTY = [
    "1/3",
    "=1+1",
    "00123",
    "12:04",
    "-3",
    "+49",
    "@SUM(A1)",
    "'quoted'",
    "''",
    "\tx",
    "Кабель",
    'a"b',
    "a,b",
    "a\nb",
]
TEXTS = st.sampled_from(NASTY) | st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"), max_size=30
)
ROWS = st.lists(
    st.tuples(TEXTS, st.none() | st.integers(), st.none() | st.floats(allow_nan=False, allow_infinity=False))
)


def sheet(rows: list[tuple[Any, ...]]) -> Sheet[Any]:
    return Sheet(
        name="Cables",
        rows=tuple(rows),
        columns=(
            Column("Part", lambda row: row[0]),
            Column("Quantity", lambda row: row[1], kind="integer"),
            Column("Length", lambda row: row[2], kind="number", unit="m"),
        ),
    )


@given(ROWS)
def test_our_own_reader_gives_the_cells_back(rows: list[tuple[Any, ...]]) -> None:
    one = sheet(rows)

    assert read(render(one), one.columns) == tuple(one.cells())


@given(ROWS)
def test_no_text_cell_begins_like_a_formula(rows: list[tuple[Any, ...]]) -> None:
    lines = csv.reader(io.StringIO(render(sheet(rows)).decode("utf-8-sig"), newline=""))

    for line in lines:
        assert not line[0].startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.text())
def test_the_guard_can_be_taken_off(text: str) -> None:
    assert unguarded(guarded(text)) == text


def test_numbers_are_not_guarded_and_texts_are() -> None:
    lines = render(sheet([("-3", -3, -2.5), ("1/3", 0, 3.0)])).decode("utf-8-sig").split("\r\n")

    assert lines[1:3] == ["'-3,-3,-2.5", "1/3,0,3"]


def test_the_file_begins_with_a_mark_so_that_excel_reads_utf_8() -> None:
    assert render(sheet([("Кабель", 1, 1)]), "ru").startswith('\ufeffИзделие,Количество,"Длина, м"\r\n'.encode())


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_sheet_reads_back_to_the_same_cells(lang: str) -> None:
    design = small_design()
    for one in (*cabling_book(design).sheets, *bom_book(design).sheets):
        assert read(render(one, lang), one.columns, lang=lang) == tuple(one.cells(lang))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe", "plan.csv: is not UTF-8 text"),
        (b"", "plan.csv:1: the heads are missing"),
        (b"Part,Run\r\n", "plan.csv:1: the heads are Part, Run"),
        (b'Part,Quantity,"Length, m"\r\na,b\r\n', "plan.csv:2: the row has 2 cells"),
        (b'Part,Quantity,"Length, m"\r\na,two,\r\n', "plan.csv:2: Quantity: 'two' is no whole number"),
        (b'Part,Quantity,"Length, m"\r\na,1,"2,5"\r\n', "plan.csv:2: Length: '2,5' is no number"),
        (b'Part,Quantity,"Length, m"\r\na,1,nan\r\n', "plan.csv:2: Length: 'nan' is no number"),
        (b'Part,Quantity,"Length, m"\r\n"a\r\n', "plan.csv: is not CSV: unexpected end of data"),
    ],
)
def test_a_file_that_was_edited_wrongly_is_refused_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(DesignError) as error:
        read(data, sheet([]).columns, where="plan.csv")

    assert str(error.value).splitlines()[0] == message
    assert error.value.fix
