"""How long the stages of a project take, and the dates that follow from a start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

SATURDAY = 5
"""The first day of a week that is no working day, as :meth:`datetime.date.weekday` counts."""


@dataclass(frozen=True, slots=True)
class Duration:
    """A stage.

    Attributes:
        name: of the stage.
        least, most: days; None where both sides agree on them.
        days: calendar or working days.
    """

    name: Literal["survey", "calculation", "contract", "delivery", "installation", "acceptance"]
    least: int | None
    most: int | None
    days: Literal["calendar", "working"] = "calendar"


STAGES: tuple[Duration, ...] = (
    Duration("survey", 5, 7),
    Duration("calculation", 10, 14),
    Duration("contract", None, None),
    Duration("delivery", 45, 90),
    Duration("installation", 7, 14),
    Duration("acceptance", 3, 5, "working"),
)
"""Usual durations, as integrators of such clusters offer them: planning values, one after the other."""


def dates(start: date, stages: tuple[Duration, ...] = STAGES) -> Iterator[tuple[date, date]]:
    """Yield the earliest and the latest day on which each stage ends.

    Args:
        start: first day of the first stage.
        stages: one after the other; one without a duration takes no day.
    """
    early = late = start
    for stage in stages:
        early, late = after(early, stage.least or 0, stage.days), after(late, stage.most or 0, stage.days)
        yield early, late


def after(day: date, count: int, days: Literal["calendar", "working"]) -> date:
    """Return the day that lies so many calendar or working days behind another."""
    if days == "calendar":
        return day + timedelta(count)
    while count:
        day += timedelta(1)
        count -= day.weekday() < SATURDAY
    return day


__all__ = ["STAGES", "Duration", "after", "dates"]
