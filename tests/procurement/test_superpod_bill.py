"""The bill of ``stacks/superpod-h100`` beside NVIDIA's published one, line by line."""

from __future__ import annotations

from collections import Counter

from clusterdesign.procurement.bill import bill
from tests.networks.superpod import ROOT, rows, superpod
from tests.procurement.superpod_bill import GROUPS, compared, table


def test_every_line_of_either_bill_stands_in_one_row() -> None:
    ours = Counter(line.key for row in compared() for line in row.lines)
    lines = Counter(line.key for line in bill(superpod()))
    published = Counter(item.item for row in compared() for item in row.items)

    assert ours == lines
    assert published == Counter(row.item for row in rows())
    assert all(row.lines for row in compared())


def test_each_difference_has_a_reason_and_nothing_else_has() -> None:
    for row in compared():
        assert (row.ours == row.published) == (row.group.why == ""), row.group.what


def test_how_many_rows_differ() -> None:
    differing = {
        row.group.what: (row.ours, row.published) for row in compared() if row.published not in (row.ours, None)
    }

    assert differing == {
        "twin-port OSFP for switches": (1904, 1905),
        "OSFP for UFM": (8, 4),
        "splitter fibres": (4, 2),
        "200 Gb/s in-band cables": (262, 254),
        "copper patch cables": (339, 317),
    }
    assert len(GROUPS) == 23


def test_the_documentation_shows_this_comparison() -> None:
    assert table() in (ROOT / "docs" / "explanation" / "superpod.md").read_text("utf-8")
