"""``stacks/superpod-h100`` against NVIDIA's published bill, row by row; the source stands in the data file."""

from __future__ import annotations

import pytest

from clusterdesign.rules import check
from tests.networks.superpod import FIGURES, ROOT, UNDECIDED, Row, rows, superpod, table

ROWS = rows()

DESIGNED = {"UFM back to back Cat5e": 0, "storage fabric twin-port OSFP in switches": 368}
"""The design's own figures where the model cannot decide the published one."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.item.replace(" ", "-"))
def test_every_row_is_equal_or_undecided(row: Row) -> None:
    assert row.counted == DESIGNED.get(row.item, row.published)


def test_undecided_rows_have_a_reason_and_are_two_of_25() -> None:
    assert len(ROWS) == 25 == len(FIGURES)
    assert set(UNDECIDED) == set(DESIGNED) == {row.item for row in ROWS if row.published != row.counted}


def test_the_design_is_sound() -> None:
    assert superpod().troubles == ()
    assert [finding.message for finding in check(superpod()).findings if finding.severity == "error"] == []


def test_the_documentation_shows_this_comparison() -> None:
    assert table() in (ROOT / "docs" / "explanation" / "superpod.md").read_text("utf-8")
