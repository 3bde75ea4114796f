"""The reference clusters, loaded once for all tests of the Russian documents."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from clusterdesign.definitions import load
from clusterdesign.design import Design
from clusterdesign.design.procurement import Procurement
from tests.tables.small import small_design

STACKS = Path(__file__).parents[3] / "stacks"

REFERENCES = ("starter-a100", "production-h100", "large-h200", "superpod-h100")


@lru_cache(maxsize=len(REFERENCES))
def reference(name: str) -> Design:
    """Return a reference cluster."""
    return load(STACKS / name / "design.py", {})


def small(procurement: Procurement) -> Design:
    """Return the small design, bought as declared."""
    return replace(small_design(), procurement=procurement)
