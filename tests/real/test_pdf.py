"""Poppler reads our PDF: every cable is on the plan, every label on the sheets, in both languages."""

from __future__ import annotations

import csv
import io
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design, Printing
from clusterdesign.exporters import csvfile, xlsx
from clusterdesign.exporters.pdf import cabling_pdf, labels_pdf
from clusterdesign.exporters.pdf.stock import STOCK
from clusterdesign.fabric import Management, RailOptimized
from clusterdesign.site import RackRow
from clusterdesign.tables import cable_sheet, cabling_book
from clusterdesign.tables.cabling import tags
from clusterdesign.tables.cabling.reader import read_cabling
from clusterdesign.tables.labels import labels
from tests.exporters.test_pdf import long_design
from tests.tables.small import small_design

_TAG = re.compile(r"\bC[0-9A-Z]{3}-[0-9A-Z]{4,}\b")

Reader = Callable[[bytes], list[str]]


@pytest.fixture
def read(program: Callable[[str], Path], tmp_path: Path) -> Reader:
    """Return the function from a PDF to the text of its pages."""
    reader = program("pdftotext")

    def run(data: bytes) -> list[str]:
        path = tmp_path / "file.pdf"
        path.write_bytes(data)
        done = subprocess.run([reader, "-layout", path, "-"], check=True, capture_output=True, text=True)
        return done.stdout.split("\f")[:-1]

    return run


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("printing", [Printing(), Printing(paper="A3"), Printing(page_per_rack=True)])
def test_the_plan_lists_every_cable_once(printing: Printing, lang: str, read: Reader) -> None:
    design = replace(long_design(150), printing=printing)
    pages = read(cabling_pdf(design, lang))

    assert Counter(tag for page in pages for tag in _TAG.findall(page)) == Counter(tags(design).values())
    for n, page in enumerate(pages, 1):
        assert (f"Page {n} of {len(pages)}" if lang == "en" else f"Лист {n} из {len(pages)}") in page
        assert ("Device" if lang == "en" else "Устройство") in page
        assert "small & odd" in page


def test_csv_workbook_and_plan_list_the_same_cables(read: Reader) -> None:
    design = elaborate(cluster(nodes=4))
    ids = {f"cable/{row['Cable']}": row["ID"] for row in rows_of_csv(csvfile.render(cable_sheet(design)))}
    printed = [tag for page in read(cabling_pdf(design)) for tag in _TAG.findall(page)]
    stored = load_workbook(io.BytesIO(xlsx.render(cabling_book(design))))["Cables"]
    in_workbook = [row[0].value for row in stored.iter_rows(min_row=2)]

    assert ids == tags(design)
    assert sorted(printed) == sorted(ids.values()) == sorted(map(str, in_workbook))
    back = read_cabling(csvfile.render(cable_sheet(design)), design)
    assert {cable.path: cable.ends for cable in back} == {cable.path: cable.ends for cable in design.cables}


def rows_of_csv(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def cluster(nodes: int) -> Cluster:
    """DGX nodes in racks: fibre between racks, copper within."""
    return Cluster(
        name="plan",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
        fabrics=(
            RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f"), grow_to=64),
            Management(name="oob", switch=catalog.switch("nvidia/msn2201-cb2fc")),
        ),
        racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2),
    )


def test_ports_stand_on_the_plan_as_on_the_panel_with_their_names_in_the_system(read: Reader) -> None:
    text = "\n".join(read(cabling_pdf(small_design())))

    for name in ("12:04", "1/1, 1/2", "P2", "mlx5_3", "SPL-2", "F-003"):
        assert name in text
    assert re.search(r"A01 +U01 +gpu/001 +12:04 +mlx5_3", text)


@pytest.mark.parametrize("qr", [False, True])
def test_every_label_is_on_the_sheets(qr: bool, read: Reader) -> None:
    design: Design = replace(long_design(60), printing=Printing(qr=qr, stock="avery-l4731"))
    pages = read(labels_pdf(design))
    near = [label.near for group in labels(design).values() for label in group]

    assert len(pages) == -(-len(near) // STOCK["avery-l4731"].count)
    words = Counter(word for page in pages for word in page.split())
    # Each name is the near end of one label and the far end of another.
    assert all(words[name] == 2 for name in near)


def test_two_thousand_cables_are_printed_in_reasonable_pages(read: Reader) -> None:
    design = long_design(2000)

    assert 100 <= len(read(cabling_pdf(design))) <= 130
    assert len(read(cabling_pdf(replace(design, printing=Printing(paper="A3"))))) <= 85


def test_fonts_are_embedded(program: Callable[[str], Path], tmp_path: Path) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(cabling_pdf(small_design(), "ru"))
    done = subprocess.run([program("pdffonts"), path], check=True, capture_output=True, text=True)
    fonts = done.stdout.splitlines()[2:]

    assert len(fonts) == 2
    assert all("DejaVuSansCondensed" in font and " yes yes yes " in font for font in fonts)
