"""Faults of a quote: each reported once, as what it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clusterdesign.procurement.prices import PriceBook, read_prices
from clusterdesign.procurement.quote import KINDS, Asked, Difference
from tests.procurement.quote.offers import Sheet, after, sheet, told, wants


def count(key: str, quantity: object) -> Callable[[Sheet], None]:
    """Return the change that offers another quantity of a line."""

    def change(made: Sheet) -> None:
        row = made.row(key)
        row[3] = quantity
        row[6] = quantity * row[5] if isinstance(quantity, int) else None

    return change


def instead(key: str, number: str) -> Callable[[Sheet], None]:
    """Return the change that offers another part, at its own price where the quote has it in another row, too."""

    def change(made: Sheet) -> None:
        row = made.row(key)
        row[1] = number
        if number in made.rows:
            row[5] = made.row(number)[5]
            row[6] = row[3] * row[5]

    return change


def book(tmp_path: Path, **changes: str) -> PriceBook:
    """Return a price book with the prices of the right quote and some others."""
    changed = {key.replace("_", "-"): price for key, price in changes.items()}
    lines = [
        f'"{key}",{changed.get(key, rows[0][5])},USD' for key, rows in sheet().rows.items() if key != "MSN2201-CB2FC"
    ]
    path = tmp_path / "prices.csv"
    path.write_text("\n".join(["part number,price,currency", *lines]))
    return read_prices(path)


def only(change: Callable[[Sheet], object], asked: Asked | None = None) -> Difference:
    (difference,) = after(change, asked).differences
    return difference


def test_ten_faults_are_reported_as_exactly_those_ten(tmp_path: Path) -> None:
    def faults(made: Sheet) -> None:
        del made.rows["MSN2201-CB2FC"]
        made.more.append([99, "SFP-10G-LR", "Transceiver", 4, "pcs", 20.0, 80.0])
        count("MMA4Z00-NS", 50)(made)
        count("generic/blanking-panel-1u", 100)(made)
        count("MFP7E10-N005", 60)(made)
        made.more.append(list(made.row("generic/400v-32a-3ph")))
        instead("MFP7E10-N007", "MFP7E10-N010")(made)
        instead("MMA4Z00-NS-FLT", "MMS4X00-NM-FLT")(made)
        made.row("nvidia/dgx-h100")[6] += 1000
        made.row("MQM9700-NS2F")[5:] = [110.5, 5 * 110.5]

    result = after(faults, Asked(prices=book(tmp_path)))
    assert [(one.kind, one.key or one.offered, one.places) for one in result.differences] == [
        ("missing", "MSN2201-CB2FC", ()),
        ("short", "MMA4Z00-NS", ("row 5",)),
        ("over", "generic/blanking-panel-1u", ("row 18",)),
        ("spares left out", "MFP7E10-N005", ("row 11",)),
        ("offered twice", "generic/400v-32a-3ph", ("row 14", "row 21")),
        ("extra", "SFP-10G-LR", ("row 20",)),
        ("other part, fits", "MFP7E10-N007", ("row 12",)),
        ("other part, does not fit", "MMA4Z00-NS-FLT", ("row 6",)),
        ("price differs", "MQM9700-NS2F", ("row 3",)),
        ("wrong amount", "nvidia/dgx-h100", ("row 2",)),
    ]
    assert len(result.matched) == len(wants()) - 9
    assert not result.ok


@pytest.mark.parametrize(
    ("change", "kind", "what", "fix"),
    [
        (
            lambda made: made.rows.pop("MSN2201-CB2FC"),
            "missing",
            "MSN2201-CB2FC: 1 needed, none offered",
            "ask for it",
        ),
        (
            count("MFP7E10-N003", 10),
            "short",
            "MFP7E10-N003: 12 and 1 spare needed, only 10 offered",
            "ask for 13",
        ),
        (count("MFP7E10-N003", 14), "over", "MFP7E10-N003: 12 and 1 spare needed, 14 offered", "ask for 13"),
        (count("MFP7E10-N003", 0), "short", "MFP7E10-N003: 12 and 1 spare needed, only 0 offered", "ask for 13"),
        (
            count("MFP7E10-N003", 12),
            "spares left out",
            "MFP7E10-N003: 12 offered, 1 more needed as spares",
            "ask for 13, or compare with --without-spares",
        ),
        (
            count("MFP7E10-N003", "on request"),
            "no quantity",
            "MFP7E10-N003: 13 needed, how many are offered cannot be read: 'on request' is no number",
            "ask for the quantity",
        ),
        (
            count("MFP7E10-N003", None),
            "no quantity",
            "MFP7E10-N003: 13 needed, how many are offered cannot be read: the cell is empty",
            "ask for the quantity",
        ),
        (
            lambda made: made.row("MFP7E10-N003").__setitem__(4, "box"),
            "other unit",
            "MFP7E10-N003: counted in pcs, the quote says 13 box",
            "ask how many pcs that are",
        ),
        (
            lambda made: made.more.append(made.row("MFP7E10-N003")),
            "offered twice",
            "MFP7E10-N003: 13 offered in each of 2 rows, 13 needed",
            "ask for all rows but one to be struck out",
        ),
        (
            lambda made: made.more.append([99, "X-1", "Something", 4, "pcs", 1.5, 6.0]),
            "extra",
            "X-1: 4 offered, which the bill does not have; the catalogue does not know it either",
            "ask what it is for, or confirm with --same what it stands for",
        ),
        (
            lambda made: made.more.append([99, "MSN4600-VS2FC", "Switch", 4, "pcs", 1.5, 6.0]),
            "extra",
            "MSN4600-VS2FC: 4 offered, which the bill does not have",
            "ask what it is for, or confirm with --same what it stands for",
        ),
        (
            lambda made: made.row("MQM9700-NS2F").__setitem__(6, 1000.25),
            "wrong amount",
            "5 of MQM9700-NS2F at 102.5 are 512.5, the quote says 1000.25",
            "ask which of the three is right",
        ),
    ],
)
def test_quantities_and_strangers(change: Callable[[Sheet], object], kind: str, what: str, fix: str) -> None:
    found = only(change)
    assert (found.kind, found.what, found.fix) == (kind, what, fix)


@pytest.mark.parametrize(
    ("key", "number", "rules"),
    [
        ("MQM9700-NS2F", "MQM9700-NS2R", ("RCK006",)),
        ("MMA4Z00-NS-FLT", "MMA4Z00-NS", ("CBL006",)),
        ("MFP7E10-N007", "MFP7E30-N007", ("CBL007",)),
        ("MFP7E10-N007", "MFP7E10-N003", ("CBL104",)),
        ("MSN2201-CB2FC", "MSN4600-CS2FC", ("CBL006", "RCK004")),
    ],
)
def test_a_part_that_does_not_fit_is_named_with_the_rule_that_says_so(
    key: str, number: str, rules: tuple[str, ...]
) -> None:
    found = only(instead(key, number))
    assert (found.kind, found.key) == ("other part, does not fit", key)
    assert set(rules) <= set(found.rules)
    assert found.what.partition(": ")[2].startswith(f"{rules[0]} ")


def test_a_part_that_fits_is_told_with_what_differs() -> None:
    found = only(instead("MFP7E10-N005", "MFP7E10-N010"))
    assert (found.kind, found.what) == (
        "other part, fits",
        "62 of MFP7E10-N010 offered in place of MFP7E10-N005: no rule objects; length is 10 m instead of 5 m",
    )


def test_a_node_with_other_gpus_is_not_judged() -> None:
    def h200(made: Sheet) -> None:
        made.row("nvidia/dgx-h100")[1:3] = ["DGXA-G640F+P2EDI36", "DGX A100"]

    found = only(h200)
    assert found.kind == "other part, not judged"
    assert found.what.startswith("8 of DGXA-G640F+P2EDI36 offered in place of DGX H100: its GPUs are others; ")
    assert "gpu is nvidia/a100-sxm4-80gb instead of nvidia/h100-sxm5-80gb; " in found.what


def test_prices_are_compared_with_a_book_and_with_each_other(tmp_path: Path) -> None:
    prices = Asked(prices=book(tmp_path, MQM9700_NS2F="100.00"))
    assert only(Sheet.table, prices).what == ("MQM9700-NS2F costs 102.5 USD, the price book says 100.00 USD (+2.5 %)")

    def split(made: Sheet) -> None:
        row = made.row("MMA4Z00-NS")
        made.more.append([*row[:3], 4, "pcs", 99.0, 396.0])
        row[3] -= 4
        row[6] = row[3] * row[5]

    assert only(split).what == "MMA4Z00-NS has more than one price: 105.5 USD, 99 USD"


def test_another_currency_is_not_compared(tmp_path: Path) -> None:
    found = only(lambda made: made.row("MQM9700-NS2F").__setitem__(5, "102,50 руб."), Asked(prices=book(tmp_path)))
    assert (found.kind, found.what) == (
        "other currency",
        "MQM9700-NS2F is priced in RUB, the price book has it in USD",
    )


def test_a_tax_in_all_amounts_is_a_note() -> None:
    def taxed(made: Sheet) -> None:
        for row in made.table():
            row[6] = round(row[6] * 1.2, 2)
        made.row("MQM9700-NS2F")[6] += 100

    result = after(taxed)
    assert told(result) == {"MQM9700-NS2F": "wrong amount"}
    assert result.notes == ("the amounts are 1.2 times quantity times price: with tax or discount?",)


def test_every_kind_has_a_test_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f'"{kind}"' not in text and kind != "two prices"] == []
