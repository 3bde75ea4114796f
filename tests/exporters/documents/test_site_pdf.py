from __future__ import annotations

from dataclasses import replace

import pytest

from clusterdesign.exporters.pdf.site import DRAWINGS
from clusterdesign.exporters.sheets import site_files
from tests.tables.small import small_design


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_site_is_printed_beside_its_workbooks(lang: str) -> None:
    design = small_design()
    files = site_files(design, lang)

    assert {path for path in files if path.endswith(".pdf")} == {
        path.replace(".xlsx", ".pdf") for path in files if path.endswith(".xlsx")
    }
    assert files["site/racks.pdf"].startswith(b"%PDF-")
    assert files["site/racks.pdf"] == site_files(design, lang)["site/racks.pdf"]


def test_a_design_without_racks_and_feeds_has_no_such_files() -> None:
    bare = replace(small_design(), racks=(), feeds=(), heat=())

    assert dict(site_files(bare, "en")) == {}


def test_every_workbook_of_the_site_has_its_drawings() -> None:
    assert set(DRAWINGS) == {"racks", "power", "cooling"}
