"""A full search of parallelism plans over 2 to 128 nodes, on one core."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clusterdesign.sizing import Network, Work, search
from clusterdesign.sizing.platforms import PLATFORMS, accelerator
from clusterdesign.sizing.shapes import named

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

NODE_COUNTS = (2, 4, 8, 16, 32, 64, 128)


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(Work(named("llama-3-70b"), 8192, 512), id="70B"),
        pytest.param(Work(named("gpt-1t"), 2048, 3072), id="1T"),
    ],
)
def test_plan_search(benchmark: BenchmarkFixture, work: Work) -> None:
    gpu = accelerator(PLATFORMS[1])

    def run() -> int:
        return sum(len(search(work, gpu, Network(nodes, 50e9)).ranked) for nodes in NODE_COUNTS)

    plans = benchmark.pedantic(run, rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert plans > 0
    benchmark.extra_info["plans"] = plans
