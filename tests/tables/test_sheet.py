from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.tables.checks import check_sheet_name, check_table_name
from clusterdesign.tables.formula import references
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.tables.values import LONGEST, excel_text, number_cell, text_cell
from clusterdesign.units import m


def sheet(*columns: Column[Any], name: str = "Cables", rows: tuple[Any, ...] = ()) -> Sheet[Any]:
    return Sheet(name=name, rows=rows, columns=columns)


def column(head: str, **more: Any) -> Column[Any]:
    return Column(head, lambda row: row, **more)


def test_a_quantity_becomes_a_number_of_the_unit_in_the_head() -> None:
    one = sheet(column("Run", kind="number", unit="m", digits=2), rows=(m(1.2049), m(3), None))

    assert one.heads() == ("Run, m",)
    assert one.heads("ru") == ("Трасса, м",)
    assert list(one.cells()) == [(1.2,), (3,), (None,)]


def test_words_are_translated_and_texts_are_not() -> None:
    one = sheet(column("Tier", kind="word"), column("Fabric"), rows=("oob",))

    assert list(one.cells("ru")) == [("внеполосное управление", "oob")]


def test_several_words_stand_in_one_cell() -> None:
    one = sheet(column("To clear up", kind="word"), rows=(("discontinued", "part number unknown"), ()))

    assert list(one.cells()) == [("discontinued; part number unknown",), (None,)]


def test_the_mark_of_a_cable_end_stands_before_the_head() -> None:
    assert column("rack", mark="B").title("ru") == "B стойка"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ((), "Cables: a sheet needs a column"),
        ((column("Run"), column("run")), "Cables: head 'run' is there twice"),
        ((column(" "),), "Cables: ' ' cannot be the head of a column"),
        ((column("two\nlines"),), "Cables: 'two\\nlines' cannot be the head of a column"),
        (
            (column("Run"), column("Slack", printed=False), column("Tier")),
            "Cables: the printed columns do not stand together",
        ),
        ((column("Run", printed=False),), "Cables: the printed columns do not stand together"),
    ],
)
def test_a_sheet_that_spreadsheets_refuse_is_refused(columns: tuple[Column[Any], ...], message: str) -> None:
    with pytest.raises(DesignError) as error:
        sheet(*columns)

    assert str(error.value).splitlines()[0] == message


@pytest.mark.parametrize("name", ["", "x" * 32, "a/b", "a:b", "[a]", "what?", "'quoted'", "History", "a\nb"])
def test_a_bad_sheet_name_is_refused(name: str) -> None:
    with pytest.raises(DesignError, match="cannot be the name of a sheet"):
        check_sheet_name(name)


@pytest.mark.parametrize("name", ["A1", "xfd1048576", "R1C1", "r", "C", "1bad", "a b", "a-b", "Кабели", ""])
def test_a_bad_table_name_is_refused(name: str) -> None:
    with pytest.raises(DesignError, match="cannot be the name of a table"):
        check_table_name(name)


def test_two_sheets_of_one_name_are_refused() -> None:
    with pytest.raises(DesignError, match="'CABLES' is there twice"):
        Book("book", "title", (sheet(column("Run")), sheet(column("Run"), name="CABLES")))


def test_a_text_that_no_spreadsheet_can_store_is_refused_with_its_place() -> None:
    one = sheet(column("Name"), rows=("good", "bad\x07bell"))

    with pytest.raises(DesignError) as error:
        list(one.cells())

    assert str(error.value) == (
        "sheet Cables, row 2: 'bad\\x07bell': the text holds the character U+0007, which a spreadsheet cannot store\n"
        "  way out: remove the character from the name or part that the text comes from"
    )


@pytest.mark.parametrize("text", ["\r", "\x00", "\x1f", "\ud800", "\uffff", "x" * (LONGEST + 1)])
def test_impossible_texts(text: str) -> None:
    with pytest.raises(DesignError):
        text_cell(text)


@pytest.mark.parametrize("value", [True, "3", math.nan, math.inf])
def test_what_is_no_number_is_a_mistake_of_the_sheet(value: object) -> None:
    with pytest.raises(TypeError):
        number_cell(value)


def test_a_count_is_whole() -> None:
    assert number_cell(3.0, whole=True) == 3
    with pytest.raises(TypeError):
        number_cell(3.5, whole=True)


@given(st.text(alphabet="_x0041AG", max_size=20))
def test_excel_shows_its_own_escapes_as_they_were(text: str) -> None:
    shown = re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), excel_text(text))

    assert shown == text


def computing(formula: str) -> Book:
    key: Column[str] = Column("Key", lambda row: row)
    value: Column[str] = Column("Value", len, kind="integer")
    total: Column[str] = Column("Sum", len, kind="integer", formula=formula)
    rates = Sheet("Rates", ("a", "b"), (key, value))
    sums = Sheet("Sums", ("x",), (key, total))
    return Book("book", "title", (rates, sums))


@pytest.mark.parametrize(
    ("formula", "missing"),
    [
        ("[Nmae]+1", "[Nmae]"),
        ("SUM([Rates!Vaule])", "[Rates!Vaule]"),
        ("SUM([Prices!Value])", "[Prices!Value]"),
        ("[Rates!Value@c]", "[Rates!Value@c]"),
    ],
)
def test_a_formula_reads_only_what_its_book_holds(formula: str, missing: str) -> None:
    with pytest.raises(DesignError) as error:
        computing(formula)

    assert str(error.value) == (
        f"Sums: the formula of 'Sum' reads {missing}, which is not there\n"
        "  way out: name a head, a sheet and a first cell of the same book"
    )


def test_what_a_formula_reads() -> None:
    found = references("SUM([Rates!Value])*[Rates!Value@b]-[Sum]")

    assert [str(one) for one in found] == ["[Rates!Value]", "[Rates!Value@b]", "[Sum]"]
    assert computing("[Rates!Value@b]+[Sum]").sheets[1].columns[1].formula_of("x") == "[Rates!Value@b]+[Sum]"
