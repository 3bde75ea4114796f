"""Price books: what is joined with the bill, and the exact message of everything that cannot be used."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from clusterdesign.cli.main import main
from clusterdesign.design import Design
from clusterdesign.design.procurement import Discount, Energy, ExchangeRate, Procurement
from clusterdesign.errors import DesignError
from clusterdesign.procurement.bill import bill
from clusterdesign.procurement.energy import energy_cost
from clusterdesign.procurement.grid import read_grid_bytes
from clusterdesign.procurement.money import rounded
from clusterdesign.procurement.priced import PricedLine, priced_bill, sums
from clusterdesign.procurement.prices import PriceBook, prices_of, read_prices
from clusterdesign.tables import bom_book
from tests.procurement.example_prices import price_csv
from tests.tables.small import small_design

HEAD = ("Part number", "Price", "Currency", "Date", "Supplier", "Valid until")


def book(tmp_path: Path, *rows: tuple[object, ...], head: tuple[object, ...] = HEAD) -> PriceBook:
    """Write a price book as a workbook with a title above its table, and read it."""
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.title = "Prices"
    sheet.append(["Price list of an example"])
    sheet.append([])
    sheet.append(list(head))
    for row in rows:
        sheet.append(list(row))
    path = tmp_path / "prices.xlsx"
    workbook.save(path)
    return read_prices(path)


def declared(**fields: object) -> Design:
    design = small_design()
    return replace(design, procurement=replace(design.procurement, **fields))  # type: ignore[arg-type]  # any field


def test_a_book_is_read_whatever_the_order_of_its_columns(tmp_path: Path) -> None:
    found = book(
        tmp_path,
        ("eur", None, "acme", 1000.5, "HCA-1"),
        ("EUR", None, "acme", "1 234,50", " r-48 "),
        (None, None, None, None, "Prices without tax"),
        head=("Валюта", "Remarks", "Поставщик", "Цена", "Партномер"),
    )

    assert {key: (price.price, price.currency, price.supplier) for key, price in found.prices.items()} == {
        "hca-1": (Decimal("1000.5"), "EUR", "acme"),
        "r-48": (Decimal("1234.50"), "EUR", "acme"),
    }


def test_csv_and_workbook_read_the_same(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("Part number;Price;Currency;Valid until\nHCA-1;1000,5;EUR;31.12.2030\n", encoding="utf-8")
    one = read_prices(path).prices["hca-1"]

    assert (one.price, one.valid_until) == (Decimal("1000.5"), date(2030, 12, 31))


def test_a_line_is_found_by_key_number_or_order_number(tmp_path: Path) -> None:
    lines = {line.section: line for line in bill(small_design())}
    found = book(tmp_path, ("acme/module", 1, "EUR"), ("hca-1", 2, "EUR"), ("O-3", 3, "EUR"))

    assert [found.find(lines[section]) is not None for section in ("Transceivers", "Adapters", "Racks")] == [
        True,
        True,
        False,
    ]
    fibre = next(line for line in bill(small_design()) if line.order_number == "O-3")
    price = found.find(fibre)
    assert price is not None
    assert price.price == 3


FAULTS = {
    "a second price": (
        (("HCA-1", 10, "EUR"), ("R-48", 20, "EUR"), ("hca-1", 11, "EUR")),
        "sheet Prices, cell B6: hca-1 has a second price; the first is in sheet Prices, cell B4\n"
        "  way out: keep the one that holds",
    ),
    "zero": (
        (("HCA-1", 0, "EUR"),),
        "sheet Prices, cell B4: the price is 0\n  way out: leave the row out where the price is not known",
    ),
    "below zero": (
        (("HCA-1", -5, "EUR"),),
        "sheet Prices, cell B4: the price is -5\n  way out: leave the row out where the price is not known",
    ),
    "too high": (
        (("HCA-1", 10**12 + 1, "EUR"),),
        "sheet Prices, cell B4: the price is above 1,000,000,000,000\n  way out: check its digits and decimal mark",
    ),
    "no number": (
        (("HCA-1", "on request", "EUR"),),
        "sheet Prices, cell B4: 'on request' is no number\n  way out: write digits, with one decimal point or comma",
    ),
    "no currency": (
        (("HCA-1", 10, None),),
        "sheet Prices, cell B4: the price has no currency\n  way out: write its code beside it, such as EUR",
    ),
    "another currency": (
        (("HCA-1", 10, "euros"),),
        "sheet Prices, cell C4: 'euros' is no code of a currency\n  way out: write three letters, such as EUR",
    ),
    "no date": (
        (("HCA-1", 10, "EUR", "soon"),),
        "sheet Prices, cell D4: 'soon' is no date\n  way out: write it as 2026-09-30, or format the cell as a date",
    ),
}


@pytest.mark.parametrize(("rows", "message"), FAULTS.values(), ids=FAULTS)
def test_a_book_that_cannot_be_used_names_sheet_and_cell(
    tmp_path: Path, rows: tuple[tuple[object, ...], ...], message: str
) -> None:
    with pytest.raises(DesignError) as caught:
        book(tmp_path, *rows)

    assert str(caught.value) == f"{tmp_path / 'prices.xlsx'}: {message}"


def test_a_book_without_heads_says_which_there_are(tmp_path: Path) -> None:
    with pytest.raises(DesignError) as caught:
        book(tmp_path, ("HCA-1", 10, "EUR"), head=("What", "How much"))

    assert str(caught.value) == (
        f"{tmp_path / 'prices.xlsx'}: no row has the heads part number, price, currency\n"
        "  way out: write them above the columns; the heads are part number, price, currency, date, supplier, "
        "valid until"
    )


def test_a_currency_without_a_rate_is_refused(tmp_path: Path) -> None:
    prices = book(tmp_path, ("HCA-1", 10, "USD"))

    with pytest.raises(DesignError) as caught:
        priced_bill(declared(currency="RUB"), prices)

    assert str(caught.value) == (
        f"{tmp_path / 'prices.xlsx'}: sheet Prices, cell C4: there is no exchange rate from USD to RUB\n"
        "  way out: declare ExchangeRate(currency='USD', rate=..., source=...) in Procurement(rates=...)"
    )


def test_two_currencies_ask_for_that_of_the_bill(tmp_path: Path) -> None:
    prices = book(tmp_path, ("HCA-1", 10, "USD"), ("R-48", 10, "EUR"))

    with pytest.raises(DesignError) as caught:
        priced_bill(small_design(), prices)

    assert str(caught.value) == (
        f"{tmp_path / 'prices.xlsx'}: sheet Prices, cell C5: R-48 is priced in EUR and HCA-1 in USD\n"
        "  way out: say in which currency the bill is: Procurement(currency='USD', rates=...)"
    )


def test_a_price_that_has_expired_is_refused_on_the_day_that_is_asked_for(tmp_path: Path) -> None:
    prices = book(tmp_path, ("HCA-1", 10, "EUR", None, None, date(2026, 9, 30)))

    assert priced_bill(declared(priced_on="2026-09-30"), prices).total.lines
    assert priced_bill(small_design(), prices).total.lines
    with pytest.raises(DesignError) as caught:
        priced_bill(declared(priced_on="2026-10-01"), prices)
    assert str(caught.value) == (
        f"{tmp_path / 'prices.xlsx'}: sheet Prices, cell F4: the price of HCA-1 held until 2026-09-30 and is asked "
        "for 2026-10-01\n"
        "  way out: ask for a new price, or declare another day as Procurement(priced_on=...)"
    )


def test_a_book_for_other_parts_may_be_in_any_currency(tmp_path: Path) -> None:
    prices = book(tmp_path, ("NOT-IN-THE-BILL", 10, "XXX"))
    priced = priced_bill(declared(currency="RUB"), prices)

    assert (priced.total.net, len(priced.missing)) == (Decimal(0), len(priced.lines))


def test_a_missing_price_is_listed_and_never_zero(tmp_path: Path) -> None:
    prices = book(tmp_path, ("HCA-1", 10, "EUR"))
    priced = priced_bill(declared(vat="20"), prices)
    missing = next(one for one in priced.lines if one.line.part_number == "R-48")

    assert (missing.net, missing.tax, missing.gross) == (None, None, None)
    assert {line.part_number for line in priced.missing} >= {"R-48", "00123"}
    assert (priced.total.net, priced.total.tax, priced.total.gross) == (Decimal(40), Decimal(8), Decimal(48))
    assert priced.total.unpriced == len(priced.lines) - 1
    named = {sheet.name: sheet for sheet in bom_book(declared(vat="20"), prices).sheets}
    rows = [dict(zip(named["Assumptions"].heads(), row, strict=True)) for row in named["Assumptions"].cells()]
    assert len([row for row in rows if row["Status"] == "no price"]) == len(priced.missing)


def test_amounts_of_the_worked_example(tmp_path: Path) -> None:
    """1,020 net at 20 % are 1,224 gross."""
    prices = book(tmp_path, ("HCA-1", 255, "EUR"))
    one = next(one for one in priced_bill(declared(vat="20"), prices).lines if one.price is not None)

    assert (one.line.total, one.net, one.tax, one.gross) == (4, Decimal(1020), Decimal(204), Decimal(1224))


def test_discount_and_rate(tmp_path: Path) -> None:
    prices = book(tmp_path, ("HCA-1", "0.335", "EUR"))
    design = declared(
        currency="RUB",
        vat="22",
        rates=(ExchangeRate("EUR", "100", "an example"),),
        discounts=(Discount("**", "50", "an example"), Discount("Adapters", "7.5", "an example")),
    )
    one = next(one for one in priced_bill(design, prices).lines if one.price is not None)

    # 4 x 0.335 x 100 x 0.925 = 123.95
    assert (one.net, one.tax, one.gross) == (Decimal("123.95"), Decimal("27.27"), Decimal("151.22"))


@given(st.decimals(Decimal("0.001"), Decimal(10**7), places=3), st.integers(1, 10**4), st.integers(0, 100))
def test_gross_is_net_and_tax_and_sums_are_sums_of_lines(price: Decimal, quantity: int, vat: int) -> None:
    line = replace(bill(small_design())[0], quantity=quantity)
    cell = PRICES.prices["00123"]
    one = PricedLine(line, replace(cell, price=price), Decimal(1), Decimal(0), Decimal(vat))
    total = sums((one, one, replace(one, price=None)), taxed=True)

    assert one.unit == price
    assert one.net == rounded(price * quantity)
    assert one.gross == (one.net or 0) + (one.tax or 0)
    assert (total.net, total.gross) == (2 * (one.net or 0), 2 * (one.gross or 0))
    assert (total.lines, total.unpriced) == (3, 1)


def _prices() -> PriceBook:
    return prices_of(read_grid_bytes(price_csv(bill(small_design())), "prices.csv"), "prices.csv")


PRICES = _prices()


def test_lots_and_sections_add_up(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    design = declared(vat="20")
    path.write_bytes(price_csv(bill(design)))
    priced = priced_bill(design, read_prices(path))

    for groups in (priced.by(lambda line: line.lot), priced.by(lambda line: line.section)):
        assert sum(one.net for one in groups.values()) == priced.total.net
        assert sum(one.gross or 0 for one in groups.values()) == priced.total.gross
        assert sum(one.lines for one in groups.values()) == len(priced.lines)
    assert priced.missing == ()


def test_energy_of_a_year() -> None:
    """326.4 kW at full load and a PUE of 1.5: 4,288,896 kWh."""
    figures = Energy(price="0.1", currency="EUR", pue="1.5", load="1", because="an example")
    found = energy_cost(declared(energy=figures), Decimal(2))

    assert found is not None
    assert found.kilowatt_hours == found.kilowatts * Decimal("1.5") * 8760
    assert found.cost == rounded(found.kilowatt_hours * Decimal("0.2"))
    assert energy_cost(small_design(), Decimal(1)) is None
    unknown = energy_cost(declared(energy=figures), None)
    assert unknown is not None
    assert unknown.cost is None


def test_a_bad_book_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    root = Path(__file__).parents[2] / "stacks" / "starter-a100" / "design.py"
    Path("prices.csv").write_text("Part number,Price,Currency\nA,1,EUR\nA,2,EUR\n", encoding="utf-8")

    assert main(["build", str(root), "--out", "out", "--only", "bom", "--prices", "prices.csv"]) == 2
    assert capsys.readouterr().err == (
        "error: prices.csv: cell B3: A has a second price; the first is in cell B2\n"
        "  way out: keep the one that holds\n"
    )
    assert not Path("out").exists()


def test_a_book_with_a_macro_is_refused(tmp_path: Path) -> None:
    book(tmp_path, ("HCA-1", 10, "EUR"))
    data = io.BytesIO((tmp_path / "prices.xlsx").read_bytes())
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"\x00")
    (tmp_path / "macro.xlsx").write_bytes(data.getvalue())

    with pytest.raises(DesignError, match="holds macros"):
        read_prices(tmp_path / "macro.xlsx")


def test_procurement_without_prices_prices_nothing() -> None:
    priced = priced_bill(small_design())

    assert (priced.currency, priced.vat, priced.missing) == ("", None, ())
    assert {one.net for one in priced.lines} == {None}
    assert Procurement().vat == ""
