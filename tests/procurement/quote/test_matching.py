"""Quotes that offer what was asked for, however they are written."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.catalog import builtin
from clusterdesign.procurement.grid import read_grid_bytes
from clusterdesign.procurement.quote import Asked, compare, read_quote
from tests.procurement.quote.offers import Row, Sheet, after, compared, design, quote, sheet, told, wants

HEADS = (
    ("No", "Part number", "Description", "Qty", "Unit", "Unit price, USD", "Amount, USD"),
    ("#", "Mfr PN", "Item", "Quantity (pcs)", "UOM", "Price", "Total"),
    ("№ п/п", "Артикул", "Наименование", "Кол-во, шт.", "Ед. изм.", "Цена, руб.", "Сумма, руб."),
    ("Поз.", "Парт-номер", "Наименование товара", "Количество", "Ед.", "Цена без НДС", "Стоимость"),
)


SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: text.lower(),
    lambda text: f" {text} ",
    lambda text: text.replace("-", "\u2011"),
)


def numbers(style: str, value: float) -> object:
    """Return a number as people type it."""
    text = f"{value:,.2f}"
    return {
        "number": value,
        "plain": f"{value:.2f}",
        "blanks": text.replace(",", "\u00a0").replace(".", ","),
        "apostrophes": text.replace(",", "'"),
    }[style]


@given(data=st.data())
def test_rows_columns_heads_and_spelling_do_not_matter(data: st.DataObject) -> None:
    rows = data.draw(st.permutations(sheet().table()))
    style = data.draw(st.sampled_from(["number", "plain", "blanks", "apostrophes"]))
    odd = data.draw(st.sampled_from(SPELLINGS))
    count = data.draw(st.sampled_from(["{}", "{} ", "{}.00", "{} шт."]))
    table: list[Row] = [
        [n, odd(row[1]), row[2], count.format(row[3]), row[4], numbers(style, row[5]), numbers(style, row[6])]
        for n, row in enumerate(rows, 1)
    ]
    order = data.draw(st.permutations(range(7)))
    heads = data.draw(st.sampled_from(HEADS))
    above = [["Quotation 17"], [], ["To", "the customer"]][: data.draw(st.integers(0, 3))]
    headings: list[Row] = [["Network"], ["Subtotal", None, None, None, None, None, 17.5], [None, None, "Cables"]]
    for heading in data.draw(st.lists(st.sampled_from(headings), max_size=4)):
        table.insert(data.draw(st.integers(0, len(table))), heading)
    moved = [[row[n] if n < len(row) else None for n in order] for row in table]
    result = compare(design(), quote(moved, [heads[n] for n in order], above), builtin)
    assert result.differences == ()
    assert result.ok
    assert len(result.matched) == len(wants())
    assert {one.why for one in result.skipped} <= {"heading", "remark", "sum or terms"}


def test_a_quantity_may_be_split_over_rows() -> None:
    def split(made: Sheet) -> None:
        row = made.row("MFP7E10-N005")
        made.more.append([*row[:3], 20, *row[4:6], 20 * row[5]])
        row[3] -= 20
        row[6] = row[3] * row[5]

    result = after(split)
    assert result.ok
    assert result.notes == ("MFP7E10-N005 is split over row 12, row 21: 42 + 20 = 62",)


@pytest.mark.parametrize(
    ("spelling", "notes"),
    [
        ("mqm9700-ns2f", ()),
        ("MQM 9700 – NS2F", ()),
        ("МQМ9700-NS2F", ("row 3: МQМ9700-NS2F is spelt with Cyrillic М",)),
        ("MQM9700NS2F", ("row 3: MQM9700NS2F is taken for MQM9700-NS2F",)),
        ("920-9B210-00FN-0M0", ()),
    ],
)
def test_spellings_of_a_part_number(spelling: str, notes: tuple[str, ...]) -> None:
    result = after(lambda made: made.row("MQM9700-NS2F").__setitem__(1, spelling))
    assert result.ok
    assert result.notes == notes


def test_a_part_without_a_number_is_known_by_its_name_and_maker() -> None:
    def renamed(made: Sheet) -> None:
        made.row("nvidia/dgx-h100")[1:3] = ["DGXH-X", "NVIDIA DGX H100 system, 640 GB"]

    result = after(renamed)
    assert result.ok
    assert result.notes == ("row 2: DGXH-X is taken for DGX H100 by its name",)


def test_what_is_made_for_a_part_is_not_the_part() -> None:
    def kit(made: Sheet) -> None:
        made.row("nvidia/dgx-h100")[1:3] = ["KIT-1", "Rail kit for DGX H100"]

    assert told(after(kit)) == {"nvidia/dgx-h100": "missing", "KIT-1": "extra"}


def test_a_confirmed_number_stands_for_a_line() -> None:
    def renamed(made: Sheet) -> None:
        made.row("generic/48u-800x1200")[1:3] = ["RK-48", "Cabinet"]

    assert told(after(renamed)) == {"generic/48u-800x1200": "missing", "RK-48": "extra"}
    result = after(renamed, Asked(same={"rk-48": "generic/48u-800x1200"}))
    assert result.ok
    assert result.notes == ("row 14: RK-48 is taken for 48U rack, 800 x 1200 mm, as confirmed",)


def test_a_number_in_the_description_is_found() -> None:
    def moved(made: Sheet) -> None:
        made.row("MQM9700-NS2F")[1:3] = [None, "Switch MQM9700-NS2F, 64 ports"]

    result = after(moved)
    assert result.ok
    assert result.notes == ("row 3: MQM9700-NS2F stands in the description only",)


def test_one_lot_without_spares_can_be_asked_for() -> None:
    made = sheet()
    network = [one for one in wants() if {line.lot for line in one.lines} == {"network"}]
    made.rows = {one.key: made.rows[one.key] for one in network}
    for one in network:
        made.row(one.key)[3] = one.quantity
        made.row(one.key)[6] = one.quantity * made.row(one.key)[5]
    cords = {one.key for one in wants() if one.line.section == "Cords"}
    differences = compared(made, Asked(lots=("network",), spares=False)).differences
    assert {one.key for one in differences} <= cords
    assert any(one.kind == "spares left out" for one in compared(made, Asked(lots=("network",))).differences)


def test_the_sum_of_a_quote_counts_what_is_priced() -> None:
    def unpriced(made: Sheet) -> None:
        made.row("L7651")[5:] = ["on request", None]

    result = after(unpriced)
    assert result.ok
    assert result.unpriced == 1
    expected = sum(Decimal(str(row[6])) for row in sheet().table()[:-1])
    assert result.total == {"USD": expected}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_our_own_bill_comes_back_as_a_quote(lang: str) -> None:
    from clusterdesign.exporters.sheets import bom_files  # noqa: PLC0415

    files = bom_files(design(), lang)
    for name in ("bom/bom.xlsx", "bom/bom.csv"):
        result = compare(design(), read_quote(read_grid_bytes(files[name], name)), builtin)
        assert result.differences == ()


def test_a_name_stands_for_a_part_without_its_number() -> None:
    result = after(lambda made: made.row("MQM9700-NS2F").__setitem__(1, None))
    assert result.ok
    assert result.notes == ("row 3: Quantum-2 QM9700, managed, P2C is taken for MQM9700-NS2F by its name",)
