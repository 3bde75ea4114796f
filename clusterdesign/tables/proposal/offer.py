"""What is offered for a task: the nearest cluster, what it is compared with, each designed and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.rules import Report, check
from clusterdesign.sizing.candidate import Candidate, Option, Unfit
from clusterdesign.sizing.definition import cluster
from clusterdesign.sizing.evaluating import evaluate
from clusterdesign.sizing.judging import judged
from clusterdesign.sizing.propose import Proposal, propose, ranked
from clusterdesign.sizing.task import TrainingTask
from clusterdesign.sizing.understood import Understood

MOST = 3
"""Configurations that stand side by side."""

Search: TypeAlias = Callable[[TrainingTask], Proposal]

Role: TypeAlias = Literal["chosen", "generation", "variant"]
"""Why a configuration is shown: it is offered, it has the other InfiniBand generation, it is another cluster of the
same generation."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A candidate as it was designed.

    Attributes:
        understood: the task that it answers; wishes that exclude it are given up.
        candidate: as it was sized.
        design: elaborated from the candidate's definition.
        report: the check of the design.
        role: why it is shown.
        given_up: fields of the task that it does not follow.
    """

    understood: Understood
    candidate: Candidate
    design: Design
    report: Report
    role: Role
    given_up: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the candidate."""
        return self.candidate.option.name


@dataclass(frozen=True, slots=True)
class Offer:
    """Everything that the project document is written from.

    Attributes:
        proposal: all that was found for the task.
        chosen: the configuration that is offered.
        others: one or two to compare it with, the other InfiniBand generation first.
        refused: why there is no configuration of the other generation; empty where there is one.
        one_node: what a single node of the same kind would give.
        start: day on which the project begins; None for stages without dates.
    """

    proposal: Proposal
    chosen: Configuration
    others: tuple[Configuration, ...]
    refused: str
    one_node: Candidate | Unfit
    start: date | None = None

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        """All of them, the offered one first."""
        return (self.chosen, *self.others)


def offer(proposal: Proposal, *, pick: str = "", start: date | None = None, search: Search = propose) -> Offer:
    """Design and check what is offered for a task.

    Args:
        proposal: what was found for the task.
        pick: name of the candidate that is offered; the nearest if it is empty.
        start: day on which the project begins.
        search: finds clusters for the task with the other InfiniBand generation.

    Raises:
        DesignError: there is no such candidate, or its definition cannot be elaborated.
    """
    understood = proposal.understood
    candidate = _picked(proposal, pick)
    chosen = _configured(understood, candidate, "chosen")
    others, refused = [], ""
    try:
        others.append(_other_generation(proposal, candidate, search))
    except DesignError as error:
        refused = error.what
    for other in _variants(proposal, candidate):
        if len(others) + 1 < MOST and not any(one.candidate.option == other.option for one in others):
            others.append(_configured(understood, other, "variant"))
            break
    alone = evaluate(understood, Option(candidate.option.platform, 1))
    one_node = judged(understood, alone) if isinstance(alone, Candidate) else alone
    return Offer(proposal, chosen, tuple(others), refused, one_node, start)


def _picked(proposal: Proposal, pick: str) -> Candidate:
    if not pick:
        return proposal.nearest[0]
    for candidate in proposal.candidates:
        if candidate.option.name == pick:
            return candidate
    raise DesignError(
        f"no candidate {pick!r}",
        thing=proposal.understood.task.name,
        fix=f"the nearest are {', '.join(candidate.option.name for candidate in proposal.nearest)}",
    )


def _configured(
    understood: Understood, candidate: Candidate, role: Role, given_up: tuple[str, ...] = ()
) -> Configuration:
    design = elaborate(cluster(understood, candidate))
    return Configuration(understood, candidate, design, check(design), role, given_up)


def _other_generation(proposal: Proposal, candidate: Candidate, search: Search) -> Configuration:
    """Return the nearest cluster of the other InfiniBand generation, giving up the wishes that exclude it."""
    generation: Literal["hdr", "ndr"] = "hdr" if candidate.option.platform.generation == "ndr" else "ndr"
    for other in ranked(proposal.understood, proposal.candidates):
        if other.option.platform.generation == generation:
            return _configured(proposal.understood, other, "generation")
    task = proposal.understood.task
    kept = {"gpu": None, "infiniband": generation}
    given_up = [f"growth.{name}" for name in kept if getattr(task.growth, name) is not None]
    relaxed = task.with_(growth=task.growth.with_(**kept))
    if generation == "hdr" and task.precision == "fp8":
        relaxed, given_up = relaxed.with_(precision=None), [*given_up, "precision"]
    if generation == "hdr" and task.site.cooling == "liquid":
        relaxed, given_up = relaxed.with_(site=task.site.with_(cooling=None)), [*given_up, "site.cooling"]
    found = search(relaxed)
    return _configured(found.understood, found.nearest[0], "generation", tuple(given_up))


def _variants(proposal: Proposal, candidate: Candidate) -> Iterator[Candidate]:
    """Yield other clusters that no other beats or that are near, those of the same generation first."""
    others = {other.option.name: other for other in (*proposal.nearest, *proposal.front)}
    others.pop(candidate.option.name, None)
    generation = candidate.option.platform.generation
    for same in (True, False):
        yield from (one for one in others.values() if (one.option.platform.generation == generation) is same)


__all__ = ["Configuration", "Offer", "Role", "Search", "offer"]
