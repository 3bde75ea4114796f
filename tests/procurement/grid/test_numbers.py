"""Numbers as people type them."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import Cell, Grid, Value, decimal_mark, number
from clusterdesign.procurement.grid.numbers import Mark

GRID = Grid("quote.xlsx", "Offer", ())


def read(value: Value, *, whole: bool = False, mark: Mark | None = None) -> Decimal:
    return number(GRID, Cell(7, 5, value), whole=whole, mark=mark)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", "12"),
        ("1 234,50", "1234.50"),
        ("1\u00a0234,50", "1234.50"),
        ("1\u202f234\u202f567", "1234567"),
        ("1'234.50", "1234.50"),
        ("1’234.50", "1234.50"),
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("0,125", "0.125"),
        ("12,5", "12.5"),
        ("$1,234.50", "1234.50"),
        ("1 234,50 руб.", "1234.50"),
        ("USD 1234.5", "1234.5"),
        ("12 шт.", "12"),
        ("12 pcs", "12"),
        ("−5", "-5"),
    ],
)
def test_typed(text: str, expected: str) -> None:
    assert read(text) == Decimal(expected)


@pytest.mark.parametrize(
    ("whole", "mark", "expected"), [(True, None, "1234"), (False, ",", "1.234"), (False, ".", "1234")]
)
def test_one_comma_before_three_digits(whole: bool, mark: Mark | None, expected: str) -> None:
    assert read("1,234", whole=whole, mark=mark) == Decimal(expected)


@pytest.mark.parametrize(
    ("texts", "mark"),
    [
        (["1,234", "12,50"], ","),
        (["1,234", "1,234.00"], "."),
        (["1,234,567"], "."),
        (["1.234.567"], ","),
        (["1,234"], None),
        (["12,5", "12.5"], None),
        (["12", "n/a"], None),
    ],
)
def test_a_column_tells_its_decimal_mark(texts: list[str], mark: Mark | None) -> None:
    assert decimal_mark(texts) == mark


@pytest.mark.parametrize(
    ("value", "whole", "message"),
    [
        ("n/a", False, "'n/a' is no number\n  way out: write digits, with one decimal point or comma"),
        ("1 2", False, "'1 2' is no number\n  way out: write digits, with one decimal point or comma"),
        ("=1+1", False, "'=1+1' is no number\n  way out: write digits, with one decimal point or comma"),
        ("1,234", False, "'1,234' may be 1234 or 1.234\n  way out: write 1234.00, or format it as a number"),
        ("1,5", True, "1,5 is no whole number\n  way out: write how many pieces"),
        (Decimal("1.5"), True, "1.5 is no whole number\n  way out: write how many pieces"),
        (
            datetime.date(2026, 3, 1),
            False,
            "is the date 2026-03-01, not a number\n  way out: format the cell as a number and type it again",
        ),
        (
            None,
            False,
            "holds a formula whose result is not stored in the file\n"
            "  way out: open the file in a spreadsheet program, let it recalculate, and save it",
        ),
    ],
)
def test_no_number(value: Value, whole: bool, message: str) -> None:
    with pytest.raises(DesignError) as error:
        read(value, whole=whole)
    assert str(error.value) == f"quote.xlsx: sheet Offer, cell E7: {message}"


@given(value=st.decimals(0, 10**9, places=2), thousands=st.sampled_from(["", " ", "\u00a0", "'"]), comma=st.booleans())
def test_any_price_in_any_style(value: Decimal, thousands: str, comma: bool) -> None:
    text = f"{value:,.2f}".replace(",", thousands).replace(".", "," if comma else ".")
    assert read(text) == value


@given(text=st.text(max_size=200))
def test_any_text_is_a_number_or_a_clear_error(text: str) -> None:
    try:
        said = str(read(text).is_finite())
    except DesignError as error:
        said = str(error)
    assert said == "True" or said.startswith("quote.xlsx: sheet Offer, cell E7: ")
