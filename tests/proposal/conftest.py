"""Offers that the tests of the project document share; each is searched, designed and checked once."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from clusterdesign.sizing.propose import propose
from clusterdesign.sizing.task import TrainingTask
from clusterdesign.tables.proposal import Offer, offer

SMALL: dict[str, Any] = {
    "name": "atlas",
    "model": "llama-3-8b",
    "tokens": "50B",
    "target": {"time": "40 d"},
    "growth": {"now": 2, "gpu": "h100"},
}
"""Two nodes of H100 for a model of 8B."""

LARGE: dict[str, Any] = {
    "name": "titan",
    "model": "llama-3-70b",
    "tokens": "100B",
    "target": {"time": "1 d"},
    "growth": {"now": 4, "gpu": "h100", "later": 64},
    "site": {"rack_power": "44 kW", "cooling": "air"},
    "operations": {"checkpoint": "async", "availability": "high", "lost_hour": 300, "scheduler": "both"},
    "prices": {"currency": "=1+1", "nodes": {"nvidia/dgx-h100": 250_000}},
}
"""A model that no single node holds, a time that is not reached, and a currency that a spreadsheet would compute."""


def offered(task: dict[str, Any], **options: Any) -> Offer:
    """Return what is offered for a task."""
    return offer(propose(TrainingTask.model_validate(task)), **options)


@pytest.fixture(scope="session")
def small() -> Offer:
    return offered(SMALL, start=date(2027, 1, 11))


@pytest.fixture(scope="session")
def large() -> Offer:
    return offered(LARGE)
