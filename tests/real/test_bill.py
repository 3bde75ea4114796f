"""LibreOffice computes the bill workbook anew: every formula gives what the library says, to the cent."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from clusterdesign.definitions import load
from clusterdesign.design import Design
from clusterdesign.design.procurement import Discount, Energy, ExchangeRate, Procurement, Spares
from clusterdesign.exporters import xlsx
from clusterdesign.procurement.bill import bill
from clusterdesign.procurement.grid import read_grid_bytes
from clusterdesign.procurement.priced import PricedBill, PricedLine
from clusterdesign.procurement.prices import prices_of, read_prices
from clusterdesign.tables import Book, Column, Sheet, bill_sheet, bom_book
from clusterdesign.tables.bom.costs import cost_sheet
from clusterdesign.tables.bom.priced import priced_sheet
from clusterdesign.tables.values import Scalar
from tests.procurement.example_prices import price_csv
from tests.tables.small import small_design

ROOT = Path(__file__).parents[2]

_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
"""All sheets, comma, quotes, UTF-8, cells as they are stored."""

_RESULT = re.compile(r"(<c [^>]*?)( t=\"str\")?(><f>.*?</f>)<v>.*?</v>")


def without_results(workbook: bytes) -> bytes:
    """Return a workbook whose formulas have no stored results, so that none can be taken over."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name.startswith("xl/worksheets/"):
                content = _RESULT.sub(r"\1\3", content.decode()).encode()
                assert b"</f><v>" not in content
            target.writestr(name, content)
    return out.getvalue()


@pytest.fixture
def computed(program: Callable[[str], Path], tmp_path: Path) -> Callable[[Book, str], dict[str, list[list[str]]]]:
    """Let LibreOffice compute a book; return the cells of every sheet below its heads."""
    office = program("soffice")

    def run(book: Book, lang: str) -> dict[str, list[list[str]]]:
        source = tmp_path / "bom.xlsx"
        source.write_bytes(without_results(xlsx.render(book, lang)))
        command: list[str | Path] = [office, "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"]
        command += ["--convert-to", _CSV, "--outdir", tmp_path, source]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        found = {}
        for sheet in book.sheets:
            path = tmp_path / f"bom-{sheet.title(lang)}.csv"
            with path.open(encoding="utf-8", newline="") as file:
                found[sheet.name] = list(csv.reader(file))[1:]
        return found

    return run


def priced(design: Design, tmp_path: Path, procurement: Procurement, *, missing: int = 2) -> Book:
    """Return the bill workbook with example prices for all lines but the last few."""
    design = replace(design, procurement=procurement)
    lines = bill(design)
    path = tmp_path / "prices.csv"
    path.write_bytes(price_csv(lines[: len(lines) - missing]))
    return bom_book(design, read_prices(path))


FIGURES = Procurement(
    currency="RUB",
    vat="20",
    rates=(ExchangeRate("EUR", "98.765", "an example"),),
    discounts=(Discount("Cables", "7.5", "an example"), Discount("Nodes", "33.3", "an example")),
    spares=(Spares("Cables", "an example", percent="3"), Spares("Fibre", "an example", percent="0.7", at_least=2)),
    energy=Energy(price="0.0999", currency="EUR", pue="1.3", load="0.8", because="an example"),
)
"""Figures of an example: none of them is anybody's price or tax."""

CASES = {
    "priced": FIGURES,
    "without tax": replace(FIGURES, vat="", currency="EUR", rates=()),
    "spares apart": replace(FIGURES, own_spares_lot=True, vat="0"),
}


@pytest.mark.parametrize("procurement", CASES.values(), ids=CASES)
def test_libreoffice_computes_the_figures_of_the_library(
    computed: Callable[[Book, str], dict[str, list[list[str]]]], tmp_path: Path, procurement: Procurement
) -> None:
    design = load(ROOT / "stacks" / "production-h100" / "design.py")
    book = priced(design, tmp_path, procurement)
    found = computed(book, "en")

    assert compared(book, found) > 200


def test_the_russian_workbook_computes_the_same(
    computed: Callable[[Book, str], dict[str, list[list[str]]]], tmp_path: Path
) -> None:
    design = load(ROOT / "stacks" / "starter-a100" / "design.py")
    book = priced(design, tmp_path, FIGURES)

    assert compared(book, computed(book, "ru"), "ru") > 100


def test_without_prices_no_amount_is_a_number(
    computed: Callable[[Book, str], dict[str, list[list[str]]]], tmp_path: Path
) -> None:
    design = load(ROOT / "stacks" / "starter-a100" / "design.py")
    book = bom_book(design)
    found = computed(book, "en")
    sheet = next(sheet for sheet in book.sheets if sheet.name == "Priced bill")
    amounts = [sheet.heads().index(head) for head in ("Net", "VAT", "Gross")]

    assert compared(book, found) > 50
    assert {row[n] for row in found["Priced bill"] for n in amounts} == {""}


def test_odd_prices_and_halves_of_cents_are_rounded_alike(
    computed: Callable[[Book, str], dict[str, list[list[str]]]],
) -> None:
    design = replace(small_design(), procurement=FIGURES)
    rate, line = Decimal(FIGURES.rates[0].rate), bill(design)[0]
    cell = prices_of(read_grid_bytes(price_csv((line,)), "prices.csv"), "prices.csv").prices[line.key.casefold()]
    lines = []
    for n in range(2000):
        half = n % 4 == 0
        price = replace(
            cell,
            price=Decimal(n * 7919 * 104_729 % 10**8) / 1000 + (Decimal("0.005") if half else 0),
            currency="RUB" if n % 2 == 0 else "EUR",
        )
        discount = Decimal(0) if half else Decimal(n % 1000) / 10
        one = replace(line, key=str(n), quantity=n * 31 % 1500 + 1, spares=0)
        lines.append(PricedLine(one, price, Decimal(1) if n % 2 == 0 else rate, discount, Decimal(22)))
    priced = PricedBill(design, tuple(lines), "RUB", Decimal(22), None)
    sheets: tuple[Sheet[Any], ...] = (
        priced_sheet(priced),
        cost_sheet(priced),
        bill_sheet(design, tuple(one.line for one in lines)),
    )
    book = Book("bom", "odd", tuple(replace(sheet, columns=_without_totals(sheet)) for sheet in sheets))

    assert compared(book, computed(book, "en")) > 10_000


def _without_totals(sheet: Sheet[Any]) -> tuple[Column[Any], ...]:
    """A total of 2,000 such lines has more digits than a spreadsheet program computes with."""
    return tuple(replace(column, total=False) for column in sheet.columns)


def compared(book: Book, found: dict[str, list[list[str]]], lang: str = "en") -> int:
    """Compare every cell that a formula computes, and the sums below the tables; return how many there were."""
    count = 0
    for sheet in book.sheets:
        cells = list(sheet.cells(lang))
        for n, column in enumerate(sheet.columns):
            if column.formula:
                for number, row in enumerate(cells):
                    assert same(found[sheet.name][number][n], row[n]), (sheet.name, column.head, number + 2)
                    count += 1
            if column.total:
                total = sum(Decimal(str(row[n])) for row in cells if row[n] is not None)
                assert same(found[sheet.name][max(1, len(cells))][n], float(total)), (sheet.name, column.head, "total")
                count += 1
    return count


def same(text: str, value: Scalar) -> bool:
    """Tell whether a computed cell is a value: money and counts exactly, to the last digit that is stored."""
    if value is None:
        return text == ""
    return Decimal(text).quantize(Decimal("0.01")) == Decimal(str(value)).quantize(Decimal("0.01"))
