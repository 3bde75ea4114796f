"""``clusterdesign plan``: what it prints, what it writes, how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clusterdesign.cli import main
from clusterdesign.design import manifest
from tests.procurement.delivery.plans import design


@pytest.fixture(autouse=True)
def _with_a_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("design.json").write_bytes(manifest.dump(design()))


def test_the_plan_is_printed_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["plan", "design.json", "--start", "2027-03-01", "--arrived", "infrastructure", "--out", "plan"]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert text.startswith("dates\n")
    assert text.endswith("handed over between 2027-04-27 and 2027-06-19\n")
    assert sorted(path.name for path in Path("plan").iterdir() if not path.name.startswith(".")) == [
        "delivery.csv",
        "delivery.xlsx",
        "gantt.gv",
        "gantt.svg",
    ]


def test_the_plan_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "design.json", "--arrived", "", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["start"] is None
    assert data["now"] == {"lots": [], "racks": [], "devices": [], "cables": [], "links": []}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--start", "1.3.2027"], "error: --start: '1.3.2027' is no day\n  way out: write it as 2026-09-30\n"),
        (["--lang", "de"], "error: unknown language 'de'\n  way out: did you mean en? the languages are en, ru\n"),
        (
            ["--arrived", "paint"],
            "error: --arrived: no lot 'paint' brings anything\n"
            "  way out: the lots are infrastructure, network, nodes\n",
        ),
    ],
)
def test_bad_input_exits_with_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "design.json", *arguments]) == 2
    assert capsys.readouterr().err == message
