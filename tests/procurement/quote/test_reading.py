"""Heads and rows of a quote, and quotes that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import read_grid_bytes
from clusterdesign.procurement.quote import Quote, columns, read_quote
from clusterdesign.procurement.quote.fields import currency_of, field_of, letters_of
from clusterdesign.procurement.quote.words import Field
from tests.procurement.grid.books import workbook

LINES = [["MQM9700-NS2F", "Switch", 12, 100], ["MMA4Z00-NS", "Transceiver", 54, 10.5]]


def read(*sheets: tuple[str, Any], named: Sequence[str] = (), only: Sequence[str] = ()) -> Quote:
    return read_quote(read_grid_bytes(workbook(*sheets), "quote.xlsx"), named=columns(named), sheets=only)


@pytest.mark.parametrize(
    ("head", "field"),
    [
        ("Part Number", "part_number"),
        ("P/N", "part_number"),
        ("Mfr. PN", "part_number"),
        ("Артикул производителя", "part_number"),
        ("Парт-номер", "part_number"),
        ("Qty.", "quantity"),
        ("Q-ty, pcs", "quantity"),
        ("Кол-во (шт.)", "quantity"),
        ("Кол.", "quantity"),
        ("Unit", "unit"),
        ("Unit Price, USD", "price"),
        ("Цена за ед., руб. без НДС", "price"),
        ("Price total", "amount"),
        ("Total Price", "amount"),
        ("Стоимость, руб.", "amount"),
        ("№", "position"),
        ("№ п/п", "position"),
        ("Item No.", "position"),
        ("Наименование и техническая характеристика", "description"),
        ("Валюта", "currency"),
        ("Производитель", "manufacturer"),
        ("Lead time", None),
        ("=1+1", None),
        ("", None),
    ],
)
def test_words_of_heads(head: str, field: Field | None) -> None:
    found = field_of(head)
    assert (found and found[0]) == field


@pytest.mark.parametrize(
    ("text", "code"),
    [("Price, USD", "USD"), ("Цена, руб.", "RUB"), ("€ 12", "EUR"), ("Price", ""), ("USD or EUR", "")],
)
def test_currencies(text: str, code: str) -> None:
    assert currency_of(text) == code


def test_heads_are_found_below_titles_and_columns_anywhere() -> None:
    rows = [
        ["Quotation"],
        [],
        [None, "Total", 17],
        [None, "PN", "Item", "Qty", "Price"],
        *([None, *row] for row in LINES),
    ]
    quote = read(("Cover", [["For you"]]), ("Offer", rows))
    (table,) = quote.tables
    assert (table.grid.sheet, table.row) == ("Offer", 4)
    assert letters_of(table.columns) == "part_number=B,description=C,quantity=D,price=E"
    assert [(line.place, line.part_number, line.quantity, line.price) for line in quote.lines] == [
        ("row 5", "MQM9700-NS2F", 12, Decimal(100)),
        ("row 6", "MMA4Z00-NS", 54, Decimal("10.5")),
    ]


def test_named_columns_win_over_heads() -> None:
    rows = [["Code", "Item", "Qty", "Your number"], ["17", "Switch", 12, "MQM9700-NS2F"]]
    assert read(("Offer", rows)).lines[0].part_number == "17"
    quote = read(("Offer", rows), named=["part_number=D"])
    assert quote.lines[0].part_number == "MQM9700-NS2F"
    assert quote.tables[0].named == {"part_number"}
    assert quote.tables[0].heads["part_number"] == "Your number"


def test_named_columns_need_no_heads() -> None:
    quote = read(("Offer", [["For you"], *LINES]), named=["part_number=A, quantity=c"])
    assert [line.part_number for line in quote.lines] == ["MQM9700-NS2F", "MMA4Z00-NS"]
    assert [(one.place, one.why) for one in quote.skipped] == [("row 1", "heading")]


def test_what_is_no_line_is_listed() -> None:
    rows = [
        ["PN", "Item", "Qty", "Price"],
        [1, 2, 3, 4],
        ["Switches"],
        LINES[0],
        ["Subtotal", None, None, 1200],
        ["PN", "Item", "Qty", "Price"],
        LINES[1],
        [None, None, 66],
        [None, None, None, "prices hold for 30 days"],
        ["VAT 20 %", None, None, 300],
        ["Итого:", None, None, 1767],
    ]
    quote = read(("Offer", rows))
    assert [line.part_number for line in quote.lines] == ["MQM9700-NS2F", "MMA4Z00-NS"]
    assert [(one.place, one.why, one.text) for one in quote.skipped] == [
        ("row 2", "numbers of columns", "1 | 2 | 3 | 4"),
        ("row 3", "heading", "Switches"),
        ("row 5", "sum or terms", "Subtotal | 1200"),
        ("row 6", "heads repeated", "PN | Item | Qty | Price"),
        ("row 8", "no part", "66"),
        ("row 9", "remark", "prices hold for 30 days"),
        ("row 10", "sum or terms", "VAT 20 % | 300"),
        ("row 11", "sum or terms", "Итого: | 1767"),
    ]


def test_several_sheets_can_be_named() -> None:
    sheets = (("Lot 1", [["PN", "Qty"], ["A-1", 1]]), ("Lot 2", [["PN", "Qty"], ["A-2", 2]]))
    quote = read(*sheets, only=["Lot 1", "Lot 2"])
    assert [(line.place, line.part_number) for line in quote.lines] == [("Lot 1 row 2", "A-1"), ("Lot 2 row 2", "A-2")]
    assert [line.part_number for line in read(*sheets, only=["Lot 2"]).lines] == ["A-2"]


def test_of_sheets_with_other_heads_the_one_with_most_known_heads_is_read() -> None:
    extract = [["PN", "Qty"], ["A-1", 1]]
    bill = [["PN", "Qty", "Price"], ["A-1", 2, 3]]
    data = [["part_number", "quantity", "unit_price"], ["A-1", 4, 3]]
    quote = read(("Per rack", extract), ("Bill", bill), ("Data", data))
    assert [line.quantity for line in quote.lines] == [2]
    assert quote.notes == ("sheets that have lines, too, were not read: Per rack, Data",)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [["For you"], ["A-1", 12]],
            "quote.xlsx: sheet Offer: no row names a part number or description, and a quantity\n"
            "  way out: name the columns, as in --columns part_number=C,quantity=E",
        ),
        (
            [["For you"], ["Part number", "How many"], ["A-1", 12]],
            "quote.xlsx: sheet Offer, cell A2: no other head beside 'Part number' that is needed was found\n"
            "  way out: name the columns, as in --columns part_number=C,quantity=E",
        ),
        (
            [["Part number", "Qty"], ["Total", 12]],
            "quote.xlsx: sheet Offer: has no line below its heads\n  way out: check --columns and --sheet",
        ),
        (
            [["Part number", "Qty"], ["A-1", "=B3"]],
            "quote.xlsx: sheet Offer, cell B2: holds a formula whose result is not stored in the file\n"
            "  way out: open the file in a spreadsheet program, let it recalculate, and save it",
        ),
        (
            [["Part number", "Qty"], ["=A-1", 2]],
            "quote.xlsx: sheet Offer, cell A2: holds a formula whose result is not stored in the file\n"
            "  way out: open the file in a spreadsheet program, let it recalculate, and save it",
        ),
        (
            [["Part number", "Qty", "Price"], ["A-1", 2, "1,234"]],
            "quote.xlsx: sheet Offer, cell C2: '1,234' may be 1234 or 1.234\n"
            "  way out: write 1234.00, or format it as a number",
        ),
    ],
)
def test_a_quote_that_cannot_be_read(rows: list[list[Any]], message: str) -> None:
    with pytest.raises(DesignError) as error:
        read(("Offer", rows))
    assert str(error.value) == message


def test_sheets_that_are_not_clear() -> None:
    sheets = (("Lot 1", [["PN", "Qty"], ["A-1", 1]]), ("Lot 2", [["PN", "Qty"], ["A-2", 2]]))
    with pytest.raises(DesignError) as error:
        read(*sheets)
    assert str(error.value) == (
        "quote.xlsx: several sheets have lines: Lot 1, Lot 2\n"
        "  way out: name the one to compare with --sheet, or each of them"
    )
    with pytest.raises(DesignError) as error:
        read(*sheets, only=["Lot 3"])
    assert str(error.value) == (
        "quote.xlsx: there is no sheet 'Lot 3' with anything in it\n  way out: name Lot 1 or Lot 2"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "colour=A",
            "there is no field 'colour'\n  way out: the fields are position, part_number, manufacturer, "
            "description, quantity, unit, price, amount, currency",
        ),
        ("part_no=A", "there is no field 'part_no'\n  way out: did you mean part_number?"),
        ("quantity=5", "'5' is no column\n  way out: write the letters of a column, as in quantity=C"),
        ("quantity", "'' is no column\n  way out: write the letters of a column, as in quantity=C"),
        ("quantity=С", "'С' is no column\n  way out: write the letters of a column, as in quantity=C"),
        ("price=A,quantity=a", "quantity or column A is named twice\n  way out: name each field and each column once"),
        ("price=A,price=B", "price or column B is named twice\n  way out: name each field and each column once"),
    ],
)
def test_columns_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(DesignError) as error:
        columns([text])
    assert str(error.value) == f"--columns: {message}"
