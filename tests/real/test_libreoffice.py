"""LibreOffice opens what we write: texts stay texts, the heads are repeated, totals are computed."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from clusterdesign.exporters import xlsx
from clusterdesign.tables import Book, cable_sheet, cabling_book
from clusterdesign.tables.cabling.reader import read_cabling
from tests.tables.small import small_design


@pytest.fixture
def convert(program: Callable[[str], Path], tmp_path: Path) -> Callable[[Book, str], Path]:
    """Write a book and let LibreOffice convert it; return the directory with the result."""
    office = program("soffice")

    def run(book: Book, target: str) -> Path:
        source = tmp_path / f"{book.name}.xlsx"
        source.write_bytes(xlsx.render(book))
        command: list[str | Path] = [office, "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"]
        command += ["--convert-to", target, "--outdir", tmp_path, source]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        return tmp_path

    return run


def long_book(rows: int) -> Book:
    """A cabling book that takes several pages."""
    design = small_design()
    cables = tuple(replace(design.cables[n % 3], path=f"cable/gpu/{n:03}:P1") for n in range(rows))
    return cabling_book(replace(design, cables=cables))


# All sheets, comma, quotes, UTF-8, cells as they are shown.
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"


def test_names_of_ports_and_parts_stay_text(convert: Callable[[Book, str], Path]) -> None:
    directory = convert(cabling_book(small_design()), CSV)
    with (directory / "cabling-Cables.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    sheet = cable_sheet(small_design())
    expected = [dict(zip(sheet.heads(), row, strict=True)) for row in sheet.cells()]
    for head in ("Cable", "A port", "B port", "C port", "Part number", "A device", "B OS name"):
        assert [row[head] for row in rows] == [row[head] or "" for row in expected]
    assert {"12:04", "1/1, 1/2"} <= {row["B port"] for row in rows} | {row["A port"] for row in rows}
    with (directory / "cabling-Ends by rack.csv").open(encoding="utf-8", newline="") as file:
        assert {"12:04", "1/1, 1/2", "P2"} == {row["Port"] for row in csv.DictReader(file)} - {"1/1", "1/2"}
    with (directory / "cabling-Summary.csv").open(encoding="utf-8", newline="") as file:
        assert [row["Quantity"] for row in csv.DictReader(file)] == ["1", "1", "1", "1", "4"]


def test_the_heads_are_repeated_on_every_page(
    convert: Callable[[Book, str], Path], program: Callable[[str], Path]
) -> None:
    reader = program("pdftotext")
    directory = convert(long_book(120), "pdf")
    done = subprocess.run(
        [reader, "-layout", directory / "cabling.pdf", "-"], check=True, capture_output=True, text=True
    )
    pages = [page for page in done.stdout.split("\f") if page.strip()]
    cables = [page for page in pages if "Test result" in page]

    assert len(cables) >= 2
    for n, page in enumerate(cables, 1):
        assert f"Page {n} of {len(pages)}" in page
        assert "small & odd" in page
        assert "A rack" in page


def test_every_rack_begins_a_page_of_its_own(
    convert: Callable[[Book, str], Path], program: Callable[[str], Path]
) -> None:
    reader = program("pdftotext")
    book = cabling_book(small_design())
    ends = next(sheet for sheet in book.sheets if sheet.name == "Ends by rack")
    directory = convert(replace(book, sheets=(ends,)), "pdf")
    done = subprocess.run(
        [reader, "-layout", directory / "cabling.pdf", "-"], check=True, capture_output=True, text=True
    )
    pages = [page for page in done.stdout.split("\f") if page.strip()]

    # As wide as one page, though the program may not fit it: the scale is ours.
    assert len(pages) == 2
    assert "gpu/001" in pages[0]
    assert "Remarks" in pages[0]
    assert "Remarks" in pages[1]


def test_a_plan_that_libreoffice_has_saved_again_is_read_back(convert: Callable[[Book, str], Path]) -> None:
    design = small_design()
    directory = convert(cabling_book(design), CSV)
    read = read_cabling((directory / "cabling-Cables.csv").read_bytes(), design)

    assert {cable.path: cable.ends for cable in read} == {cable.path: cable.ends for cable in design.cables}
    assert [cable.links for cable in read] == [
        next(cable.links for cable in design.cables if cable.path == one.path) for one in read
    ]
