"""Proposing clusters: every option evaluated, the Pareto front, and the three nearest to the customer's words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from clusterdesign.errors import DesignError
from clusterdesign.sizing import platforms
from clusterdesign.sizing.candidate import Candidate, Option, Unfit
from clusterdesign.sizing.counts import short
from clusterdesign.sizing.evaluating import evaluate
from clusterdesign.sizing.judging import judged
from clusterdesign.sizing.platforms import PLATFORMS
from clusterdesign.sizing.steptime import nearest_batches
from clusterdesign.sizing.task import TrainingTask
from clusterdesign.sizing.understood import Understood, understand

NODES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
"""Numbers of nodes that are tried, beside those that the task names."""

TAPERS = (Fraction(1), Fraction(2))

NEAREST = 3

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of options done and the number in all."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for a task.

    Attributes:
        understood: the task.
        candidates: every cluster that a plan fits, in the order of the options.
        unfit: every cluster that no plan fits.
        front: feasible candidates that no other beats in time, cost (power where nothing is priced) and energy at
            once, the fastest first.
        nearest: the three nearest to the customer's words.
        complete: whether every option was evaluated.
    """

    understood: Understood
    candidates: tuple[Candidate, ...]
    unfit: tuple[Unfit, ...]
    front: tuple[Candidate, ...]
    nearest: tuple[Candidate, ...]
    complete: bool = True

    @property
    def feasible(self) -> bool:
        """Whether any candidate is what was asked."""
        return any(candidate.feasible for candidate in self.candidates)


def options(task: TrainingTask) -> tuple[Option, ...]:
    """Return the clusters to be tried for a task, by platform, nodes and taper.

    Raises:
        DesignError: the task's wishes exclude each other, so that nothing is left.
    """
    wished = tuple(
        platform
        for platform in PLATFORMS
        if task.growth.gpu in {None, platform.name.split("-")[0]}
        and task.growth.infiniband in {None, platform.generation}
        and task.site.cooling in {None, platform.cooling}
        and (task.precision != "fp8" or platforms.accelerator(platform).fp8)
    )
    if not wished:
        raise DesignError(
            "no platform has this GPU, InfiniBand generation, cooling and precision together",
            thing="growth",
            fix="A100 goes with hdr, air and bf16, H100 with ndr and air, H200 with ndr and either cooling",
        )
    counts = (task.growth.now,) if task.growth.now else NODES
    return tuple(
        Option(platform, nodes, taper)
        for platform in wished
        for nodes in counts
        for taper in TAPERS
        if taper == 1 or nodes * 8 > platforms.radix(platform)
    )


def propose(task: TrainingTask, *, executor: Executor | None = None, progress: Progress | None = None) -> Proposal:
    """Propose clusters for a task.

    An interrupt from the keyboard ends the search; what was evaluated by then is returned as an incomplete proposal.

    Args:
        task: what is to be trained.
        executor: evaluates options side by side; any of ``concurrent.futures``, or that of a Dask client. The result
            does not depend on it.
        progress: told how far the search is.

    Raises:
        DesignError: the task's wishes exclude each other, or no plan fits any cluster; the message names the nearest.
    """
    understood, tried = understand(task), options(task)
    found: dict[int, Candidate | Unfit] = {}
    runner = _serial(understood, tried) if executor is None else _parallel(understood, tried, executor)
    complete = True
    try:
        for number, result in runner:
            found[number] = result
            if progress is not None:
                progress(len(found), len(tried))
    except KeyboardInterrupt:
        complete = False
    return _proposal(understood, [found[number] for number in sorted(found)], complete=complete)


_Runner: TypeAlias = Iterator[tuple[int, Candidate | Unfit]]


def _serial(understood: Understood, tried: tuple[Option, ...]) -> _Runner:
    for number, option in enumerate(tried):
        yield number, evaluate(understood, option)


def _parallel(understood: Understood, tried: tuple[Option, ...], executor: Executor) -> _Runner:
    futures: dict[Future[Candidate | Unfit], int] = {
        executor.submit(evaluate, understood, option): number for number, option in enumerate(tried)
    }
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _proposal(understood: Understood, results: list[Candidate | Unfit], *, complete: bool) -> Proposal:
    candidates = tuple(judged(understood, result) for result in results if isinstance(result, Candidate))
    unfit = tuple(result for result in results if isinstance(result, Unfit))
    if not candidates and complete:
        raise _fits_nowhere(understood, unfit)
    nearest = tuple(_varied(list(ranked(understood, candidates))))
    return Proposal(understood, candidates, unfit, front(candidates), nearest, complete)


def ranked(understood: Understood, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return candidates by how near they are to what was said, the nearest first."""
    return tuple(sorted(candidates, key=lambda candidate: _distance(understood, candidate)))


def objectives(candidate: Candidate) -> tuple[float, float, float]:
    """Return what is minimised: expected days, cost (power where nothing is priced), expected energy."""
    return (candidate.days[1], candidate.power if candidate.cost is None else candidate.cost, candidate.energy[1])


def front(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return the feasible candidates that no other feasible one beats in every objective, the fastest first."""
    feasible = [candidate for candidate in candidates if candidate.feasible]
    points = [objectives(candidate) for candidate in feasible]
    best = [
        candidate
        for candidate, mine in zip(feasible, points, strict=True)
        if not any(other != mine and all(o <= m for o, m in zip(other, mine, strict=True)) for other in points)
    ]
    return tuple(sorted(best, key=lambda candidate: (objectives(candidate), candidate.option.name)))


def _distance(understood: Understood, candidate: Candidate) -> tuple[object, ...]:
    """Order candidates by how near they are to what was said; the currency of the decision breaks ties."""
    task = understood.task
    missed = sum(problem.excess - 1 for problem in candidate.problems)
    off = 0.0
    if task.target.time is not None:
        off = abs(math.log(candidate.days[2] / task.target.time.to("d")))
    days, cost, used = objectives(candidate)
    order = {"time": (days, cost), "cost": (cost, days), "energy": (used, days)}[task.target.decide_by or "time"]
    return (not candidate.feasible, missed, off, candidate.option.taper, *order, candidate.option.name)


def _varied(order: list[Candidate]) -> Iterator[Candidate]:
    """Yield the three first, of different platforms as long as there are any."""
    chosen: list[Candidate] = []
    for first in (True, False):
        for candidate in order:
            platform = candidate.option.platform
            taken = any(other.option.platform == platform for other in chosen)
            if len(chosen) < NEAREST and candidate not in chosen and not (first and taken):
                chosen.append(candidate)
    yield from sorted(chosen, key=order.index)


def _fits_nowhere(understood: Understood, unfit: tuple[Unfit, ...]) -> DesignError:
    work = understood.work
    near = [(one, one.nearest) for one in unfit if one.nearest is not None]
    if not near:
        return DesignError(
            f"no plan divides a batch of {work.batch} sequences, {work.model.layers} layers and {work.model.heads}"
            " heads over any number of nodes",
            thing="batch",
            fix=f"give a batch that has many divisors; the nearest are {nearest_batches(work.batch, 8 * _EVEN)}",
        )
    option, (plan, memory) = min(near, key=lambda pair: pair[1][1].total / pair[1][1].usable)
    lacking = memory.total / memory.usable
    return DesignError(
        f"{work.model.name} fits no cluster that may be proposed: the nearest is {option.option.name} with {plan},"
        f" which needs {memory.total / 1e9:.0f} GB of {memory.usable / 1e9:.0f} GB on a GPU",
        thing="model",
        fix=f"ask for at most {short(float(f'{work.model.parameters / lacking:.2g}'))} parameters, a shorter sequence,"
        " more nodes or another GPU",
    )


_EVEN = 8
