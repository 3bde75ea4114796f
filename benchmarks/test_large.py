"""The goals for large clusters: ``pytest benchmarks/test_large.py``, several minutes, on a machine that is not busy.

They are no timed tests: nothing runs them by itself.
"""

from __future__ import annotations

import pytest

from benchmarks.large import SIZES, Measured, measured

SECONDS = 30
"""Elaborate and check 8,192 nodes with cables, racks and power, on one core."""

MEGABYTES = 3000
"""Peak of memory of both."""

LINEAR = 1.5
"""So much more than in proportion may the time grow from 2,048 nodes, whose last tier is as large, to 8,192."""


@pytest.fixture(scope="module")
def results() -> dict[int, Measured]:
    return {nodes: measured(nodes) for nodes in SIZES}


def test_the_largest_is_elaborated_and_checked_in_time(results: dict[int, Measured]) -> None:
    assert results[8192].seconds("elaborate", "check") < SECONDS


def test_memory_is_bounded(results: dict[int, Measured]) -> None:
    assert results[8192].peak < MEGABYTES


def test_time_grows_in_proportion(results: dict[int, Measured]) -> None:
    small, large = results[2048], results[8192]
    growth = large.seconds("elaborate", "check") / small.seconds("elaborate", "check")
    assert growth < LINEAR * large.links / small.links


def test_every_link_has_a_cable_of_a_length_that_is_sold(results: dict[int, Measured]) -> None:
    assert [result.uncovered for result in results.values()] == [0, 0]
    assert [result.links for result in results.values()] == [49_152, 196_608]
