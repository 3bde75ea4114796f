"""What a user waits for before the purchase and after it: simulate and verify, at 128 nodes and at 1,000.

Both are measured on a cluster of nodes and one fabric, so that elaboration does not hide them: 128 nodes on two
levels, 1,000 on three.
"""

from __future__ import annotations

import shutil
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.asbuilt import read_lines, verify
from clusterdesign.design import Design
from clusterdesign.fabric import RailOptimized
from clusterdesign.simulation import simulate
from clusterdesign.subnet import Subnet, netfile, subnet, subnets

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

SIZES = pytest.mark.parametrize("size", [128, 1000])


@lru_cache
def fabric_design(size: int) -> Design:
    fabric = RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"))
    return elaborate(
        Cluster(name="bench", nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=size), fabrics=(fabric,))
    )


@lru_cache
def compute(size: int) -> Subnet:
    return subnet(fabric_design(size), "compute")


@SIZES
def test_subnet(benchmark: BenchmarkFixture, size: int) -> None:
    made = benchmark.pedantic(subnets, args=(fabric_design(size),), rounds=3)  # type: ignore[no-untyped-call]
    assert len(made) == 1


@SIZES
def test_verify(benchmark: BenchmarkFixture, size: int) -> None:
    text = netfile(compute(size))

    def run() -> bool:
        return verify(fabric_design(size), [compute(size)], read_lines(text.splitlines())).ok

    assert benchmark.pedantic(run, rounds=3)  # type: ignore[no-untyped-call]


@SIZES
@pytest.mark.skipif(shutil.which("ibsim") is None, reason="needs OpenSM and its simulator")
def test_simulate(benchmark: BenchmarkFixture, size: int) -> None:
    assert benchmark.pedantic(simulate, args=(compute(size),), rounds=1).ok  # type: ignore[no-untyped-call]
