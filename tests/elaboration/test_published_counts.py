"""NVIDIA's published SuperPOD fabrics, counted in the elaborated graph; the sources stand in the data file."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.testing.invariants import violations
from tests.elaboration.clusters import cluster, managed

_FILE = Path(__file__).parents[1] / "data" / "superpod_fabric_counts.csv"
_LINES = [line for line in _FILE.read_text().splitlines() if not line.startswith("#")]
ROWS = list(csv.DictReader(_LINES))
_DISPLACED = "DGX H100 RA tab4 (-1 node for UFM)"


def name(row: dict[str, str]) -> str:
    return f"{row['ra'].partition(' (')[0]}, {row['nodes']} nodes"


def published(row: dict[str, str]) -> dict[str, int]:
    """The row as numbers; the GPU column counts eight a node, which the graph does not hold."""
    return {column: int(row[column] or 0) for column in row if column not in {"ra", "su", "gpus"}}


def counted(design: Design) -> dict[str, int]:
    roles = Counter(device.role for device in design.devices)
    tiers = Counter(link.tier for link in design.links)
    return {
        "nodes": roles["node"],
        "leaf": roles["leaf"],
        "spine": roles["spine"],
        "core": roles["core"],
        "node_leaf_cables": tiers["node-leaf"] + tiers["manager-leaf"],
        "leaf_spine_cables": tiers["leaf-spine"],
        "spine_core_cables": tiers["spine-core"],
    }


@cache
def built(nodes: int, *, displaced: bool) -> tuple[dict[str, int], int, int]:
    """Counts, units and levels; the H100 and B200 tables share most rows."""
    design = elaborate(managed(nodes) if displaced else cluster(nodes))
    return counted(design), max(device.unit or 0 for device in design.devices), design.fabrics[0].levels


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_every_published_row_is_reproduced(row: dict[str, str]) -> None:
    counts, units, levels = built(int(row["nodes"]), displaced=row["ra"] == _DISPLACED)
    assert counts == published(row)
    assert units == int(row["su"])
    assert levels == (3 if row["core"] else 2)


def test_all_rows_are_there() -> None:
    assert Counter(row["ra"] for row in ROWS) == {"DGX H100 RA tab3": 5, _DISPLACED: 4, "DGX B200 RA": 6}
    assert [int(row["nodes"]) for row in ROWS if not row["core"]] == [128, 256, 31, 63, 95, 127, 64, 128, 256]


@pytest.mark.parametrize("count", [31, 127, 512])
def test_the_published_fabrics_keep_every_invariant(count: int) -> None:
    assert violations(elaborate(managed(count) if count < 200 else cluster(count))) == []


def test_without_sharing_a_cage_a_pair_of_nodes_is_displaced() -> None:
    tree = managed(30).fabrics[0].with_(managers=managed(30).trees[0].managers.with_(share_cage=False))  # type: ignore[union-attr]
    fits, next_unit = (counted(elaborate(cluster(count).with_(fabrics=(tree,)))) for count in (30, 31))
    assert (fits["leaf"], fits["node_leaf_cables"]) == (8, 244)
    assert next_unit["leaf"] == 16
