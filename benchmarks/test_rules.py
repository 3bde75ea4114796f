"""How long each rule takes on a design of 128 nodes, and all of them together on 128 and 2,048.

``make bench PYTEST_ARGS="-k test_rules"`` prints the table, the slowest rule last.
"""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.clusters import cluster, design
from clusterdesign.elaboration import elaborate
from clusterdesign.rules import RULES, Rule, check


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rules_one_by_one(benchmark: Any, rule: Rule) -> None:
    benchmark.group = "a rule, 128 nodes"
    whole = design(128)
    benchmark(lambda: list(rule(whole)))


@pytest.mark.parametrize("size", [128, 2048])
def test_rules_together(benchmark: Any, size: int) -> None:
    benchmark.group = "check"
    # Fresh lookups every time: a check of a design that was just elaborated builds them all.
    benchmark.pedantic(check, setup=lambda: ((elaborate(cluster(size)),), {}), rounds=2)
