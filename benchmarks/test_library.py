"""What a user waits for: elaboration, check, every exporter. Each round reads a design without cached lookups."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.clusters import cluster, design
from benchmarks.conftest import Measure
from benchmarks.yardsticks import bare_networkx, bare_openpyxl, cells, facts
from clusterdesign import check, elaborate
from clusterdesign.design import Design, manifest
from clusterdesign.exporters import EXPORTERS, xlsx
from clusterdesign.tables import cabling_book

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


def _fresh(nodes: int) -> Design:
    return replace(design(nodes))


def test_bare_networkx(measure: Measure, benchmark: BenchmarkFixture, nodes: int) -> None:
    stored = facts(design(nodes))
    benchmark.extra_info |= {"graph_nodes": len(stored.nodes), "graph_edges": len(stored.edges)}
    measure(lambda: bare_networkx(stored), memory=True)


def test_bare_networkx_without_ports(measure: Measure, nodes: int) -> None:
    stored = facts(design(nodes), ports=False)
    measure(lambda: bare_networkx(stored))


def test_elaborate_and_check(measure: Measure, nodes: int) -> None:
    measure(lambda: check(elaborate(cluster(nodes))), memory=True)


def test_elaborate(measure: Measure, nodes: int) -> None:
    measure(lambda: elaborate(cluster(nodes)))


def test_check(measure: Measure, nodes: int) -> None:
    measure(check, lambda: (_fresh(nodes),))


def test_bare_openpyxl(measure: Measure, nodes: int) -> None:
    sheets = cells(cabling_book(design(nodes)))
    measure(lambda: bare_openpyxl(sheets), memory=True)


def test_cabling_xlsx(measure: Measure, nodes: int) -> None:
    measure(lambda fresh: xlsx.render(cabling_book(fresh)), lambda: (_fresh(nodes),), memory=True)


def test_load_design_json(measure: Measure, nodes: int) -> None:
    stored = manifest.dump(design(nodes))
    measure(lambda: manifest.load(stored))


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_export(measure: Measure, nodes: int, exporter: str) -> None:
    report = check(design(nodes))
    measure(lambda fresh: EXPORTERS[exporter](fresh, report, "en"), lambda: (_fresh(nodes),), few=True)
