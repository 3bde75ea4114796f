"""Every single failure of power: feeds, PDUs, supplies; computed by what changes, not by elaborating anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.clusters import design
from benchmarks.conftest import Measure
from clusterdesign.engineering.power import power_network
from clusterdesign.engineering.power.failures import analyse

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


def test_all_single_failures(measure: Measure, benchmark: BenchmarkFixture, nodes: int) -> None:
    network = power_network(design(nodes))
    benchmark.extra_info["failures"] = len(analyse(network).outcomes)
    measure(lambda: analyse(network))
