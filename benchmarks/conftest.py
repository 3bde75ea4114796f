"""How everything is measured: processor time of this process and its children, fresh arguments, nothing remembered."""

from __future__ import annotations

import resource
import tracemalloc
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.clusters import SIZES
from clusterdesign import names, units

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

Measure = Callable[..., None]
"""Called with the function to measure and, where each round needs fresh arguments, with a maker of them."""

ROUNDS = {32: 9, 128: 5, 256: 3}
"""By number of nodes, besides one to warm up."""

FEW = {32: 3, 128: 2, 256: 1}
"""The same for what no goal is set for, without one to warm up."""


def cpu_seconds() -> float:
    """Return the processor time used so far: other programs on a busy machine hardly disturb it."""
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a benchmark at every size, all benchmarks of one size after each other."""
    if "nodes" in metafunc.fixturenames:
        metafunc.parametrize("nodes", SIZES, scope="session")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure in processor time, except where a benchmark says otherwise."""
    for item in items:
        if item.get_closest_marker("benchmark") is None:
            item.add_marker(pytest.mark.benchmark(timer=cpu_seconds, disable_gc=True))


@pytest.fixture
def measure(benchmark: BenchmarkFixture, nodes: int) -> Measure:
    """Return the function that measures: first time, then on request, in a run that is not timed, peak memory."""

    def run(
        function: Callable[..., object],
        arguments: Callable[[], tuple[Any, ...]] = tuple,
        *,
        memory: bool = False,
        few: bool = False,
    ) -> None:
        def prepare() -> tuple[tuple[Any, ...], dict[str, Any]]:
            _forget()
            return arguments(), {}

        rounds, warm = (FEW[nodes], 0) if few else (ROUNDS[nodes], 1)
        benchmark.pedantic(function, setup=prepare, rounds=rounds, warmup_rounds=warm)  # type: ignore[no-untyped-call]
        if memory:
            benchmark.extra_info["peak_bytes"] = _peak(function, arguments())

    return run


def _forget() -> None:
    """Empty what the library remembers of names and quantities, so that each round is like the first of a program."""
    for module in (names, units):
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None:
                clear()


def _peak(function: Callable[..., object], arguments: tuple[Any, ...]) -> int:
    """Return the most memory that a call held at once, its result included."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        function(*arguments)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
