from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design import Design, Printing
from clusterdesign.design.printing import LabelStock
from clusterdesign.exporters.pdf import cabling_pdf, labels_pdf
from clusterdesign.exporters.pdf.canvas import Canvas
from clusterdesign.exporters.pdf.plan_pages import Heading, Numbered, Section, by_group, by_rack, height, pages
from clusterdesign.exporters.pdf.stock import STOCK
from clusterdesign.exporters.pdf.tape import TAPE
from clusterdesign.tables.cabling import plan
from clusterdesign.tables.cabling.colours import FEEDS, JACKETS, RAILS
from clusterdesign.units import m
from tests.tables.small import small_design


def long_design(cables: int) -> Design:
    """A design of many fibres, a few metres apart in slack."""
    design = small_design()
    model = design.cables[1]
    return replace(
        design,
        cables=tuple(
            replace(
                model,
                path=f"cable/gpu/{n:05}:P2",
                run=m(1 + n % 100 / 100),
                ends=(replace(model.ends[0], ports=(f"P{n}",)), replace(model.ends[1], ports=(f"1/{n}",))),
            )
            for n in range(cables)
        ),
    )


@given(st.lists(st.integers(1, 60), max_size=12), st.booleans(), st.integers(60, 300))
def test_every_row_stands_on_one_page_below_its_heading(sizes: list[int], fresh: bool, room: int) -> None:
    rows = plan(small_design()).rows
    sections = [Section(f"group {n}", (rows * size)[:size], page=fresh) for n, size in enumerate(sizes)]
    made = pages(sections, room, "en")

    numbers = [item.number for page in made for item in page if isinstance(item, Numbered)]
    assert numbers == [n for size in sizes for n in range(1, size + 1)]
    for page in made:
        assert sum(map(height, page)) <= room
        assert not page or isinstance(page[0], Heading)
        assert not page or isinstance(page[-1], Numbered)


def test_a_heading_is_repeated_where_its_rows_go_on() -> None:
    rows = plan(small_design()).rows
    made = pages([Section("group", rows * 10)], 60, "en")

    assert [item.text for page in made for item in page[:1] if isinstance(item, Heading)][:2] == [
        "group",
        "group   ·   continued",
    ]


def test_the_plan_goes_by_pull_group_or_a_page_a_rack() -> None:
    made = plan(small_design())

    assert next(section.heading for section in by_group(made, "en")) == (
        "A01-A02 F-003   ·   1 pcs   ·   3 m   ·   multimode   ·   Least slack 0.50 m"
    )
    racks = list(by_rack(made, "en"))
    assert [(section.heading, section.page) for section in racks] == [
        ("Rack A01   ·   2 pcs", True),
        ("Rack A02   ·   1 pcs", True),
    ]


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("printing", [Printing(), Printing(paper="A3", page_per_rack=True, qr=True)])
def test_the_same_design_gives_the_same_bytes(lang: str, printing: Printing) -> None:
    design = replace(small_design(), printing=printing)

    assert cabling_pdf(design, lang) == cabling_pdf(design, lang)
    assert labels_pdf(design, lang) == labels_pdf(design, lang)


PROGRAM = """
import hashlib
from clusterdesign.exporters.pdf import cabling_pdf, labels_pdf
from tests.tables.small import small_design
for write in (cabling_pdf, labels_pdf):
    print(hashlib.sha256(write(small_design(), "ru")).hexdigest())
"""


def test_same_bytes_whatever_the_hash_seed_the_time_zone_and_the_locale() -> None:
    digests = set()
    for seed, zone, locale in (("0", "UTC", "C"), ("7", "Asia/Kamchatka", "C.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        command = [sys.executable, "-c", PROGRAM]
        digests.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)

    assert len(digests) == 1


def test_a_design_without_cables_has_a_page_all_the_same() -> None:
    empty = replace(small_design(), cables=())

    assert cabling_pdf(empty).startswith(b"%PDF-")
    assert labels_pdf(empty).startswith(b"%PDF-")


def test_a_text_without_glyphs_and_one_that_is_too_long_are_printed_as_well_as_can_be() -> None:
    canvas = Canvas(100, 100, "title")
    canvas.page()
    assert canvas._fit("漢字", "", 8, width=50, whole=False)[0] == "□□"
    shown, size, taken = canvas._fit("x" * 200, "", 8, width=20, whole=False)
    assert shown.endswith("…")
    assert taken <= 20.001
    shown, size, taken = canvas._fit("x" * 200, "", 8, width=20, whole=True)
    assert shown == "x" * 200
    assert size < 1
    assert taken == pytest.approx(20)
    assert canvas.output() == canvas.output()


def test_every_colour_of_the_sheets_can_be_printed() -> None:
    assert {*RAILS, *FEEDS, *JACKETS.values()} <= TAPE.keys()


@pytest.mark.parametrize("name", get_args(LabelStock))
def test_labels_stay_on_their_sheet_and_apart(name: LabelStock) -> None:
    stock = STOCK[name]
    places = list(stock.places())
    (width, height_), (wide, high) = stock.page, stock.size

    assert len(places) == len(set(places)) == stock.count
    assert all(x > 0 and x + wide < width and y > 0 and y + high < height_ for x, y in places)
    # Both margins are alike, to the tenth of a millimetre that printers keep.
    assert places[0][0] == pytest.approx(width - places[-1][0] - wide, abs=0.1)


def test_the_fonts_come_with_their_licence() -> None:
    fonts = Path(sys.modules[Canvas.__module__].__file__ or "").parent / "fonts"

    assert {path.name for path in fonts.iterdir()} == {
        "DejaVuSansCondensed.ttf",
        "DejaVuSansCondensed-Bold.ttf",
        "LICENSE.txt",
    }
    assert "Bitstream Vera" in (fonts / "LICENSE.txt").read_text("utf-8")
