"""Designs that are delivered in lots."""

from __future__ import annotations

from datetime import date
from functools import cache

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.intent.procurement import Lot, Procurement, Stage, Terms
from tests.elaboration.clusters import cluster, complete

WEEKS = (
    Terms(of="Racks", lead_time_weeks=4, source="quote"),
    Terms(of="PDUs", lead_time_weeks=6, source="quote"),
    Terms(of="Nodes", lead_time_weeks=12, source="quote"),
    Terms(of="nvidia/mqm9700-*", lead_time_weeks=20, source="quote"),
)
"""Lead times of some sections only."""


@cache
def design(
    *,
    terms: tuple[Terms, ...] = (),
    lots: tuple[Lot, ...] = (),
    stages: tuple[Stage, ...] = (),
    start: date | None = None,
) -> Design:
    """Return a cluster of eight nodes with racks and power."""
    procurement = Procurement(terms=terms, lots=lots, stages=stages, start=start)
    return elaborate(complete(8, procurement=procurement))


@cache
def bare() -> Design:
    """Return a cluster without racks and power."""
    return elaborate(cluster(2))
