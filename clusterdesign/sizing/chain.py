"""How a consequence runs through: two tasks, the cluster of each, and every figure that differs, in order of cause."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.design.diff import Quantity, diff
from clusterdesign.design.summary import summary
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.sizing.candidate import Candidate
from clusterdesign.sizing.definition import cluster
from clusterdesign.sizing.judging import span
from clusterdesign.sizing.printing import digits, hours, ordered, rate, size
from clusterdesign.sizing.propose import Proposal
from clusterdesign.sizing.understood import Understood


@dataclass(frozen=True, slots=True)
class Link:
    """One figure of both clusters, as text.

    Attributes:
        what: the figure.
        old, new: its value.
    """

    what: str
    old: str
    new: str

    @property
    def changed(self) -> bool:
        """Whether the two differ."""
        return self.old != self.new


@dataclass(frozen=True, slots=True)
class Chain:
    """The figures of two clusters, causes before consequences.

    Attributes:
        links: every figure; those that are equal as well.
        quantities: parts of which the designs need different numbers.
    """

    links: tuple[Link, ...]
    quantities: tuple[Quantity, ...]


def compare(old: Proposal, new: Proposal) -> Chain:
    """Compare the nearest candidates of two proposals, as sized and as designed.

    Args:
        old: the proposal to compare with.
        new: the other.

    Raises:
        DesignError: a design cannot be elaborated, or a search was interrupted before anything was found.
    """
    before, after = _nearest(old), _nearest(new)
    designs = elaborate(cluster(old.understood, before)), elaborate(cluster(new.understood, after))
    one = _figures(old.understood, before, designs[0])
    two = _figures(new.understood, after, designs[1])
    links = tuple(Link(what, one.get(what, "-"), two.get(what, "-")) for what in one | two)
    return Chain(links, diff(*designs).quantities)


def _nearest(proposal: Proposal) -> Candidate:
    if not proposal.nearest:
        raise DesignError(
            "the search was interrupted before anything was found",
            thing=proposal.understood.task.name,
            fix="let it run to its end",
        )
    return proposal.nearest[0]


def _figures(understood: Understood, candidate: Candidate, design: Design) -> dict[str, str]:
    saving, operations = candidate.saving, understood.task.operations
    given = operations.interval
    return {
        "model": understood.work.model.name,
        "tokens": digits(understood.tokens, 3),
        "target": str(understood.task.target.time or "none"),
        "saving": "async" if understood.asynchronous else "sync",
        "scheduler": understood.scheduler,
        "availability": "high" if understood.high_availability else "standard",
        "facility water": "not said" if understood.water is None else f"{understood.water:g} °C",
        "tolerated loss": f"{understood.tolerated_loss:.2%}",
        "interval asked": str(given) if given else "none",
        "cluster": candidate.option.name,
        "plan": str(candidate.outcome.plan),
        "nodes bought": str(candidate.bought),
        "spare nodes": str(candidate.resilience.spares),
        "servers": str(candidate.resilience.servers),
        "managers of the fabric": str(candidate.resilience.managers),
        "feeds": f"{candidate.resilience.feeds} ({'N+N' if candidate.resilience.halves else 'N+1'})",
        "checkpoint": size(saving.size),
        "interval": hours(saving.interval),
        "blocking": hours(saving.block),
        "storage write": rate(saving.write),
        "storage class": candidate.storage_class,
        "file system": candidate.file_systems[0].name,
        "storage read": rate(candidate.read),
        "storage capacity in use": size(candidate.capacity.net),
        "hot tier": size(candidate.capacity.hot),
        "warm tier": size(candidate.capacity.warm),
        "archive": size(candidate.capacity.cold),
        "storage boxes": str(candidate.boxes),
        **{name: str(count) for name, count in summary(design).items()},
        "power": f"{digits(candidate.power / 1e3, 3)} kW",
        "goodput": ordered(100 * saving.goodput[0], 100 * saving.goodput[2], "%"),
        "training": span(candidate.days),
        "energy": ordered(candidate.energy[0] / 1e3, candidate.energy[2] / 1e3, "MWh"),
        "cost": "not priced" if candidate.cost is None else f"{digits(candidate.cost)} {_currency(understood)}",
    }


def _currency(understood: Understood) -> str:
    return understood.task.prices.currency


def chain_text(chain: Chain) -> str:
    """Return a comparison for people: what changed in order of cause, then the parts."""
    changed = [link for link in chain.links if link.changed]
    if not changed:
        return "no differences\n"
    width = max(len(link.what) for link in changed)
    old = max(len(link.old) for link in changed)
    lines = [f"{link.what:<{width}}  {link.old:<{old}}  ->  {link.new}" for link in changed]
    if chain.quantities:
        lines += ["", "parts:"]
        width = max(len(quantity.part) for quantity in chain.quantities)
        lines += [f"  {q.part:<{width}}  {q.old} -> {q.new} ({q.new - q.old:+d})" for q in chain.quantities]
    return "\n".join(lines) + "\n"
