"""``clusterdesign quote``: what it prints, what it writes, how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clusterdesign.cli import main
from clusterdesign.design import manifest
from tests.procurement.grid.books import changed, workbook
from tests.procurement.quote.offers import HEADS, Sheet, design, sheet


@pytest.fixture(autouse=True)
def _with_a_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("design.json").write_bytes(manifest.dump(design()))


def offered(made: Sheet, name: str = "quote.xlsx") -> None:
    Path(name).write_bytes(workbook(("Offer", [["Quotation 17"], HEADS, *made.table()])))


def test_a_quote_that_matches_exits_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    offered(sheet())
    assert main(["quote", "design.json", "quote.xlsx"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("quote.xlsx, sheet Offer: heads in row 2\n  position      A   guessed   'No'\n")
    assert (
        "  to confirm or correct: --columns "
        "position=A,part_number=B,description=C,quantity=D,unit=E,price=F,amount=G\n" in text
    )
    assert text.endswith("19 of 19 lines of the bill are offered as asked: as asked\n")


def test_differences_exit_with_1_as_text_as_data_and_as_workbook(capsys: pytest.CaptureFixture[str]) -> None:
    made = sheet()
    made.row("MMA4Z00-NS")[3:] = [50, "pcs", None, None]
    offered(made)
    assert main(["quote", "design.json", "quote.xlsx", "--out", "report.xlsx", "--lang", "ru"]) == 1
    assert "1. short: MMA4Z00-NS: 54 needed, only 50 offered (row 7)\n   do: ask for 54\n" in capsys.readouterr().out
    assert Path("report.xlsx").read_bytes().startswith(b"PK")
    assert main(["quote", "design.json", "quote.xlsx", "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["as_asked"] is False
    assert [(one["kind"], one["key"], one["needed"], one["got"]) for one in data["differences"]] == [
        ("short", "MMA4Z00-NS", 54, 50)
    ]


def test_prices_are_compared_with_a_price_book(capsys: pytest.CaptureFixture[str]) -> None:
    offered(sheet())
    Path("prices.csv").write_text("part number,price,currency\nMMA4Z00-NS,90,USD\n", encoding="utf-8")
    assert main(["quote", "design.json", "quote.xlsx", "--prices", "prices.csv"]) == 1
    assert "MMA4Z00-NS costs 105.5 USD, the price book says 90 USD (+17.2 %) (row 7)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.xlsx"], "error: missing.xlsx: cannot be read: No such file or directory\n"),
        (["quote.xlsx", "--columns", "colour=A"], "error: --columns: there is no field 'colour'\n"),
        (["quote.xlsx", "--same", "A-1"], "error: --same: cannot read 'A-1'\n  way out: write --same OFFERED=ASKED\n"),
        (
            ["quote.xlsx", "--same", "A-1=B-2"],
            "error: --same A-1=B-2: the bill has no line 'B-2'\n"
            "  way out: write the part number of the bill, or the part where it has none\n",
        ),
        (
            ["quote.xlsx", "--lot", "nothing"],
            "error: --lot: there is no lot 'nothing'\n  way out: the lots are nodes, network, infrastructure\n",
        ),
        (
            ["quote.xlsx", "--out", "report.csv"],
            "error: report.csv: --out: is no name for a workbook\n  way out: let it end in .xlsx\n",
        ),
        (
            ["quote.xlsx", "--out", "nowhere/report.xlsx"],
            "error: nowhere/report.xlsx: cannot be written: No such file or directory\n"
            "  way out: name a file in a directory that is there\n",
        ),
        (
            ["quote.xlsx", "--out", "./quote.xlsx"],
            "error: quote.xlsx: --out: is the quote itself\n  way out: name another file\n",
        ),
        (
            ["quote.xlsx", "--out", "report.xlsx", "--lang", "de"],
            "error: unknown language 'de'\n",
        ),
        (["macro.xlsx"], "error: macro.xlsx: holds macros\n"),
    ],
)
def test_bad_input_exits_with_2_and_writes_nothing(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    offered(sheet())
    Path("macro.xlsx").write_bytes(changed(Path("quote.xlsx").read_bytes(), {"xl/vbaProject.bin": b"x"}))
    before = sorted(Path().iterdir())
    assert main(["quote", "design.json", *arguments]) == 2
    assert capsys.readouterr().err.startswith(message)
    assert sorted(Path().iterdir()) == before
