"""Documents of 2,000 and 20,000 cables, beside the bare libraries writing the same cells.

The yardstick of the PDF prints every text of the plan and every box to tick at a place of its own, on as many
pages, with the same two fonts: what fpdf2 needs for it without a layout.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from fpdf import FPDF

from benchmarks.clusters import design
from benchmarks.conftest import _peak
from benchmarks.yardsticks import bare_openpyxl, cells
from clusterdesign.design import Design
from clusterdesign.exporters import csvfile, xlsx
from clusterdesign.exporters.pdf import cabling_pdf, labels_pdf
from clusterdesign.exporters.pdf import canvas as canvases
from clusterdesign.tables import cable_sheet, cabling_book

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

CABLES = {2_000: 114, 20_000: 700}
"""Numbers of cables, and of nodes of a cluster that has at least so many."""

ROUNDS = {2_000: 5, 20_000: 1}

Run = Callable[[Callable[[], object]], None]


@lru_cache
def sized(cables: int) -> Design:
    """Return a design of exactly so many cables; links that lose theirs are nothing to a document."""
    whole = design(CABLES[cables])
    return replace(whole, cables=whole.cables[:cables])


@pytest.fixture(params=CABLES)
def cables(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def run(benchmark: BenchmarkFixture, cables: int) -> Run:
    """Return the function that measures the time, and the peak memory of a run of its own."""

    def measure(function: Callable[[], object]) -> None:
        benchmark.pedantic(function, rounds=ROUNDS[cables], warmup_rounds=0)  # type: ignore[no-untyped-call]
        benchmark.extra_info["peak_bytes"] = _peak(function, ())

    return measure


def test_bare_openpyxl_writes_the_cells(run: Run, cables: int) -> None:
    sheets = cells(cabling_book(sized(cables)))
    run(lambda: bare_openpyxl(sheets))


def test_cabling_xlsx(run: Run, cables: int) -> None:
    run(lambda: xlsx.render(cabling_book(replace(sized(cables)))))


def test_cabling_csv(run: Run, cables: int) -> None:
    run(lambda: csvfile.render(cable_sheet(replace(sized(cables)))))


def test_bare_fpdf2_prints_the_texts(run: Run, cables: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = drawn(sized(cables), monkeypatch)
    run(lambda: bare_fpdf2(pages))


def test_cabling_pdf(run: Run, cables: int) -> None:
    run(lambda: cabling_pdf(replace(sized(cables))))


def test_labels_pdf(run: Run, cables: int) -> None:
    run(lambda: labels_pdf(replace(sized(cables))))


Page = list[tuple[float, float, str]]
"""Texts with their places; a box to tick is an empty text."""


def drawn(printed: Design, monkeypatch: pytest.MonkeyPatch) -> list[Page]:
    """Return what the plan of a design prints, page by page."""
    pages: list[Page] = []
    draw, box, turn = canvases.Canvas.text, canvases.Canvas.box, canvases.Canvas.page

    def text(self: canvases.Canvas, x: float, y: float, text: str, **more: object) -> None:
        pages[-1].append((x, y, text))
        draw(self, x, y, text, **more)  # type: ignore[arg-type]

    def tick(self: canvases.Canvas, x: float, y: float, side: float) -> None:
        pages[-1].append((x, y, ""))
        box(self, x, y, side)

    def page(self: canvases.Canvas) -> None:
        pages.append([])
        turn(self)

    with monkeypatch.context() as patch:
        patch.setattr(canvases.Canvas, "text", text)
        patch.setattr(canvases.Canvas, "box", tick)
        patch.setattr(canvases.Canvas, "page", page)
        cabling_pdf(printed)
    return pages


def bare_fpdf2(pages: list[Page]) -> bytes:
    """Print texts at their places, with a font that is embedded."""
    pdf = FPDF("L", "mm", "A4")
    pdf.set_auto_page_break(False)
    fonts = files("clusterdesign.exporters.pdf").joinpath("fonts")
    for style, name in (("", "DejaVuSansCondensed.ttf"), ("B", "DejaVuSansCondensed-Bold.ttf")):
        pdf.add_font("DejaVu", style, str(fonts.joinpath(name)))
    pdf.set_font("DejaVu", "", 7.5)
    for page in pages:
        pdf.add_page()
        for x, y, text in page:
            if text:
                pdf.text(x, y, text)
            else:
                pdf.rect(x, y, 3.1, 3.1)
    return bytes(pdf.output())
