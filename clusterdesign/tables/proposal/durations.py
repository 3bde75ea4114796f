"""The dates of a project: its stages one after the other, from a start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import takewhile

from clusterdesign.design import Design
from clusterdesign.design.procurement import DayKind, Stage
from clusterdesign.procurement.delivery.stages import CONTRACT, stages

SATURDAY = 5
"""The first day of a week that is no working day, as :meth:`datetime.date.weekday` counts."""


def timeline(design: Design) -> tuple[Stage | None, ...]:
    """Return the stages of the delivery plan in their order; None where both sides agree on the contract.

    How long that takes nobody says, so that it is no stage with a duration.
    """
    found = stages(design)
    if any(stage.name == CONTRACT for stage in found):
        return found
    before = tuple(takewhile(lambda stage: CONTRACT not in stage.after, found))
    return (*before, None, *found[len(before) :])


def dates(start: date, line: Iterable[Stage | None]) -> Iterator[tuple[date, date]]:
    """Yield the earliest and the latest day on which each stage ends.

    Args:
        start: first day of the first stage.
        line: one after the other; None takes no day.
    """
    early = late = start
    for stage in line:
        if stage is not None:
            early, late = after(early, stage.least, stage.days), after(late, stage.most, stage.days)
        yield early, late


def after(day: date, count: int, days: DayKind) -> date:
    """Return the day that lies so many calendar or working days behind another."""
    if days == "calendar":
        return day + timedelta(count)
    while count:
        day += timedelta(1)
        count -= day.weekday() < SATURDAY
    return day


__all__ = ["after", "dates", "timeline"]
