"""Quotes as LibreOffice saves them: its workbooks and texts are read alike, its other formats are refused."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from clusterdesign.catalog import builtin
from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import read_grid
from clusterdesign.procurement.quote import compare, read_quote
from tests.procurement.grid.books import workbook
from tests.procurement.quote.offers import HEADS, design, sheet

XLSX = "xlsx:Calc MS Excel 2007 XML"


@pytest.fixture
def saved(program: Callable[[str], Path], tmp_path: Path) -> Callable[..., Path]:
    """Let LibreOffice save rows in a format of its own; return the file."""
    office = program("soffice")

    def run(rows: list[list[object]], target: str) -> Path:
        source = tmp_path / "in" / "quote.xlsx"
        source.parent.mkdir(exist_ok=True)
        source.write_bytes(workbook(("Offer", rows)))
        command: list[str | Path] = [office, "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"]
        command += ["--convert-to", target, "--outdir", tmp_path, source]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        return tmp_path / f"quote.{target.partition(':')[0]}"

    return run


def offered() -> list[list[object]]:
    """Return a right quote whose amounts are formulas, with a title and a sum that is one, too."""
    rows = [list(row) for row in sheet().table()]
    for n, row in enumerate(rows, 4):
        row[6] = f"=D{n}*F{n}"
    last = len(rows) + 3
    total = ["Total", None, None, None, None, None, f"=SUM(G4:G{last})"]
    return [["Коммерческое предложение"], [], [*HEADS], *rows, total]


@pytest.mark.parametrize(
    "target", [XLSX, "csv:Text - txt - csv (StarCalc):59,34,76", "csv:Text - txt - csv (StarCalc):9,34,65535"]
)
def test_what_libreoffice_saves_is_read(saved: Callable[..., Path], target: str) -> None:
    result = compare(design(), read_quote(read_grid(saved(offered(), target))), builtin)
    assert result.differences == ()
    assert [one.why for one in result.skipped] == ["sum or terms"]


@pytest.mark.parametrize(
    ("target", "what"),
    [("xls:MS Excel 97", "is a workbook of Excel 97 (.xls)"), ("ods", "is an OpenDocument file")],
)
def test_other_formats_are_refused(saved: Callable[..., Path], target: str, what: str) -> None:
    path = saved(offered(), target)
    with pytest.raises(DesignError) as error:
        read_grid(path)
    assert str(error.value) == f"{path}: {what}\n  way out: save it as Excel workbook (.xlsx) or as CSV UTF-8"
