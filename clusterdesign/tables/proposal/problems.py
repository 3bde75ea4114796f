"""What a candidate misses, told in a language."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.sizing import platforms
from clusterdesign.sizing.candidate import Candidate, Problem
from clusterdesign.sizing.facility import warmest
from clusterdesign.sizing.failures import RESTART_SECONDS, with_restart
from clusterdesign.sizing.judging import most_written
from clusterdesign.sizing.understood import Understood
from clusterdesign.tables.proposal.teller import Teller


def problems(tell: Teller, understood: Understood, candidate: Candidate) -> Iterator[tuple[str, str]]:
    """Yield what is missed and what would make the candidate feasible, as sentences."""
    for problem in candidate.problems:
        facts = _facts(tell, understood, candidate, problem)
        yield (
            tell(f"problem.{problem.kind}", **facts),
            tell(f"problem.{problem.kind}.fix", **facts),
        )


def _facts(tell: Teller, understood: Understood, candidate: Candidate, problem: Problem) -> dict[str, object]:
    printer, task = tell.printer, understood.task
    if problem.kind == "time" and task.target.time is not None:
        wanted = task.target.time.to("d")
        longest = candidate.days[2]
        return {
            "days": printer.span(candidate.days),
            "asked": printer.digits(wanted, 3, "days"),
            "longest": printer.digits(longest, 2, "days"),
            "tokens": printer.short(float(f"{understood.tokens * wanted / longest:.2g}")),
        }
    saving = candidate.saving
    rated, _ = platforms.rated(candidate.option.platform)
    best = with_restart(saving.block, saving.failure, RESTART_SECONDS)
    currency = task.prices.currency
    return {
        "share": printer.percent(saving.goodput[1]),
        "interval": printer.hours(saving.interval),
        "failure": printer.hours(saving.failure),
        "best": printer.hours(min(best, saving.failure / 10)),
        "rated": tell.kilowatts(rated),
        "rack": tell.kilowatts(understood.rack_power),
        "power": tell.kilowatts(candidate.power),
        "write": printer.rate(saving.write),
        "carried": printer.rate(most_written(candidate)),
        "racks": candidate.compute_racks,
        "there": task.site.racks or 0,
        "hall": tell.quantity(task.site.power, "kW"),
        "water": tell.quantity(task.site.supply, "°C"),
        "warmest": printer.digits(warmest(candidate.option.platform) or 0.0, 3, "°C"),
        "cost": printer.digits(candidate.cost or 0.0, 3, currency),
        "budget": printer.digits(task.target.budget or 0.0, 3, currency),
    }


__all__ = ["problems"]
