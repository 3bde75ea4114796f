"""Chapter: plans of parallelism, as the customer knows them, with their load on InfiniBand."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.sizing.candidate import Candidate
from clusterdesign.sizing.parameters import plan_text
from clusterdesign.tables.document import Block, Heading, Table, Text
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller

MOST = 12
"""Kinds that are shown; the others are slower."""

_WIDTHS = (33.0, 43.0, 14.0, 13.0, 17.0, 27.0, 28.0)


def plans(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    candidate = offer.chosen.candidate
    yield Heading(tell("plans"))
    yield Text(tell("plans.intro", nodes=candidate.option.nodes))
    heads = tuple(tell(f"plans.{key}") for key in ("kind", "plan", "step", "mfu", "free", "limit", "load"))
    rows = tuple(_rows(tell, candidate))
    yield Table(heads, rows, caption=tell("plans.caption"), widths=_WIDTHS, aligned="llrrrll", size=8)
    if len(candidate.kinds) > MOST:
        yield Text(tell("plans.more", count=len(candidate.kinds) - MOST))
    if candidate.unfit:
        told = (f"{kind} ({tell.printer.size(memory.total)})" for kind, memory in candidate.unfit)
        yield Text(tell("plans.unfit", kinds=", ".join(told)))


def _rows(tell: Teller, candidate: Candidate) -> Iterator[tuple[str, ...]]:
    printer = tell.printer
    for outcome, loads in zip(candidate.kinds[:MOST], candidate.loads[:MOST], strict=True):
        sent = ", ".join(f"{load.name} {printer.size(load.fabric)}" for load in loads if load.fabric)
        yield (
            outcome.plan.kind,
            plan_text(outcome.plan, tell.sizing),
            printer.hours(outcome.step.total),
            printer.percent(outcome.mfu),
            printer.percent(outcome.memory.free),
            tell.sizing[f"limit.{outcome.limited_by}"],
            sent or tell("nothing"),
        )


__all__ = ["plans"]
