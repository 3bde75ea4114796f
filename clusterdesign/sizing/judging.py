"""What a candidate misses of what was asked, and what would make it feasible."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from clusterdesign.sizing import platforms
from clusterdesign.sizing.candidate import Candidate, Problem
from clusterdesign.sizing.counts import short
from clusterdesign.sizing.evaluating import LEAST_GOODPUT, RACK_NODES
from clusterdesign.sizing.facility import water_problems
from clusterdesign.sizing.failures import RESTART_SECONDS, with_restart
from clusterdesign.sizing.printing import digits, hours, rate
from clusterdesign.sizing.understood import Understood

HALF = 0.5
"""Share of the time that must train."""


def judged(understood: Understood, candidate: Candidate) -> Candidate:
    """Return a candidate with its problems: time, goodput, storage, rack, racks, hall, water, budget."""
    return replace(candidate, problems=tuple(_problems(understood, candidate)))


def _problems(understood: Understood, candidate: Candidate) -> Iterator[Problem]:
    yield from _time(understood, candidate)
    yield from _goodput(candidate)
    yield from _storage(understood, candidate)
    yield from _power(understood, candidate)
    yield from water_problems(understood, candidate)
    budget = understood.task.target.budget
    if budget is not None and candidate.cost is not None and candidate.cost > budget:
        currency = understood.task.prices.currency
        yield Problem(
            f"costs {candidate.cost:,.0f} {currency}, the budget is {budget:,.0f}",
            candidate.cost / budget,
            f"a budget of {candidate.cost:,.0f} {currency}",
            "budget",
        )


def _time(understood: Understood, candidate: Candidate) -> Iterator[Problem]:
    """Yield a problem where the pessimistic end of the range is later than what is asked: a promise must hold."""
    target = understood.task.target.time
    if target is None:
        return
    wanted, longest = target.to("d"), candidate.days[2]
    if longest > wanted:
        tokens = understood.tokens * wanted / longest
        yield Problem(
            f"trains {span(candidate.days)}, {wanted:g} days are asked",
            longest / wanted,
            f"{_two(longest)} days, or {short(float(f'{tokens:.2g}'))} tokens",
            "time",
        )


def _goodput(candidate: Candidate) -> Iterator[Problem]:
    """Yield a problem where failures and saving leave less than half of the time."""
    saving = candidate.saving
    expected = saving.goodput[1]
    if expected < HALF:
        best = with_restart(saving.block, saving.failure, RESTART_SECONDS)
        yield Problem(
            f"only {100 * expected:.0f} % of the time trains: a checkpoint every {hours(saving.interval)}, a failure"
            f" every {hours(saving.failure)}",
            HALF / max(expected, LEAST_GOODPUT),
            f"a checkpoint every {hours(min(best, saving.failure / 10))}",
            "goodput",
        )


def most_written(candidate: Candidate) -> float:
    """Return the bytes/s that the nodes can write together."""
    return candidate.option.nodes * platforms.storage_rate(candidate.option.platform)


def _storage(understood: Understood, candidate: Candidate) -> Iterator[Problem]:
    """Yield a problem where a checkpoint must be written faster than the ports of the nodes carry it."""
    saving, most = candidate.saving, most_written(candidate)
    if saving.write > most:
        longer = saving.interval * saving.write / most
        loss = understood.tolerated_loss * (saving.write / most) ** 0.5
        given = understood.asynchronous or understood.task.operations.interval is not None
        yield Problem(
            f"checkpoints ask for {rate(saving.write)} of writing, the nodes' ports carry {rate(most)}",
            saving.write / most,
            f"a checkpoint every {hours(_up(longer))}" if given else f"a tolerated loss of {digits(_up(100 * loss))} %",
            "storage",
        )


def _power(understood: Understood, candidate: Candidate) -> Iterator[Problem]:
    rated, _ = platforms.rated(candidate.option.platform)
    if rated > understood.rack_power:
        yield Problem(
            f"a node of {rated / 1e3:g} kW stands in no rack of {understood.rack_power / 1e3:g} kW",
            rated / understood.rack_power,
            f"racks of {rated / 1e3:g} kW or more",
            "rack",
        )
    racks = understood.task.site.racks
    if racks is not None and candidate.compute_racks > racks:
        each = -(-candidate.bought // racks)
        yield Problem(
            f"{candidate.bought} nodes of {rated / 1e3:g} kW need {candidate.compute_racks} racks of"
            f" {understood.rack_power / 1e3:g} kW, there are {racks}",
            candidate.compute_racks / racks,
            f"{candidate.compute_racks} racks, "
            + (f"racks of {each * rated / 1e3:g} kW, " if each <= RACK_NODES else "")
            + f"or {racks * candidate.per_rack} nodes",
            "racks",
        )
    hall = understood.task.site.power
    if hall is not None and candidate.power > hall.to("W"):
        yield Problem(
            f"draws {candidate.power / 1e3:.0f} kW, the hall has {hall.to('kW'):g} kW",
            candidate.power / hall.to("W"),
            f"a hall of {candidate.power / 1e3:.0f} kW",
            "hall",
        )


def span(days: tuple[float, float, float]) -> str:
    """Print a range of days with two significant digits: ``52 to 78 days``; hours and minutes where it is short."""
    low, _, high = days
    if high < 2 / 24:
        return f"{_two(low * 1440)} to {_two(high * 1440)} minutes"
    if high < 2:  # noqa: PLR2004  # two days
        return f"{_two(low * 24)} to {_two(high * 24)} hours"
    return f"{_two(low)} to {_two(high)} days"


def _up(value: float) -> float:
    """Round up to two significant digits, so that what is named is enough."""
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.ceil(value / unit) * unit


def _two(value: float) -> str:
    return f"{float(f'{value:.2g}'):g}" if value < 1e4 else f"{float(f'{value:.2g}'):,.0f}"  # noqa: PLR2004
