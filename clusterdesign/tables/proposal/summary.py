"""Chapter: the answer in a page."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.tables.document import Block, Bullets, Heading, Table, Text
from clusterdesign.tables.proposal.figures import figures
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.problems import problems
from clusterdesign.tables.proposal.teller import Teller

_SHOWN = (
    "node", "nodes", "gpus", "gpu", "days", "goodput", "memory", "infiniband", "switches", "cables", "storage", "racks",
    "power", "energy", "cost",
)  # fmt: skip
_WIDTHS = (70.0, 105.0)


def summary(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    chosen = offer.chosen
    candidate, understood, report = chosen.candidate, chosen.understood, chosen.report
    yield Heading(tell("summary"), page=True)
    yield Text(tell("summary.reached" if candidate.feasible else "summary.missed", name=chosen.name))
    target = understood.task.target.time
    asked = tell("summary.not_asked")
    if target is not None:
        asked = tell("summary.asked", time=tell.printer.digits(target.to("d"), 3, "days"))
    model = tell.model(understood.work.model)
    yield Text(tell("summary.time", model=model, days=tell.printer.span(candidate.days), asked=asked))
    missed = [tell("missed", what=what, fix=fix) for what, fix in problems(tell, understood, candidate)]
    if missed:
        yield Bullets(tuple(missed))
    found = dict(figures(tell, chosen))
    rows = tuple((tell(f"figure.{key}"), found[key]) for key in _SHOWN)
    yield Table((tell("what"), tell("value")), rows, caption=tell("summary.caption"), widths=_WIDTHS, aligned="ll")
    yield Text(
        tell(
            "summary.checked",
            rules=len(report.ran),
            errors=report.count("error"),
            warnings=report.count("warning"),
            unchecked=len({(gap.part, gap.field) for gap in report.not_checked}),
        )
    )


__all__ = ["summary"]
