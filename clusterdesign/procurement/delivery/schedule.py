"""From stages and arrivals to days: earliest and latest, counted from the contract."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clusterdesign.design.procurement import DayKind, Stage
from clusterdesign.procurement.delivery.arrivals import Arrival
from clusterdesign.procurement.delivery.stages import CONTRACT, DELIVERY

_WORKDAYS = 5
_WEEKEND = 2
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Window:
    """Days from the contract, which is day 0.

    Attributes:
        start, end: if everything goes as fast as it may.
        late_start, late_end: if everything takes as long as it may.
    """

    start: int
    end: int
    late_start: int
    late_end: int


@dataclass(frozen=True, slots=True)
class Activity:
    """A stage or the delivery of a lot.

    Attributes:
        name: of the stage, or of the lot.
        least, most: how long it takes; None where nobody says.
        after: what it waits for.
        window: None for what is over before the contract, of which no day is known.
        because: where the duration comes from.
    """

    name: str
    is_lot: bool
    least: int | None
    most: int | None
    days: DayKind
    after: tuple[str, ...]
    window: Window | None
    because: str


def schedule(
    stages: Iterable[Stage], arriving: Iterable[Arrival], start: datetime.date | None = None
) -> tuple[Activity, ...]:
    """Return the activities in the order in which they can begin, lots behind the stage of their delivery.

    Working days are Monday to Friday. With a start they are counted by the calendar, without public holidays, which
    differ from country to country; without one the least number of days has as few weekends in it as can be and the
    greatest as many.

    Args:
        stages: each behind those it waits for.
        arriving: the lots.
        start: day of the contract.
    """
    arrived = tuple(arriving)
    found: list[Activity] = []
    windows: dict[str, Window | None] = {CONTRACT: Window(0, 0, 0, 0)}
    known = tuple(stages)
    before = _before(known)
    if not any(stage.name == CONTRACT for stage in known):
        known = _with_contract(known, before)
    for stage in known:
        if stage.name in before or stage.name == CONTRACT:
            window = None
        elif stage.name == DELIVERY and arrived:
            window = _delivered(arrived, _begin(stage, windows))
        else:
            window = _window(stage, _begin(stage, windows), start)
        if stage.name != CONTRACT:
            windows[stage.name] = window
        unsaid = stage.name == CONTRACT and stage.most == 0 and not stage.because
        found.append(
            Activity(
                name=stage.name,
                is_lot=False,
                least=None if unsaid else stage.least,
                most=None if unsaid else stage.most,
                days=stage.days,
                after=stage.after,
                window=window,
                because=stage.because or "no duration is known",
            )
        )
        if stage.name == DELIVERY:
            found += [_lot(one, _begin(stage, windows)) for one in arrived]
    return tuple(found)


def _with_contract(stages: tuple[Stage, ...], before: frozenset[str]) -> tuple[Stage, ...]:
    """Put the agreement, of unknown duration, behind what is over before it."""
    early = tuple(stage for stage in stages if stage.name in before)
    late = tuple(stage for stage in stages if stage.name not in before)
    ends = tuple(one.name for one in early if all(one.name not in other.after for other in early))
    return (*early, Stage(CONTRACT, 0, 0, "calendar", "", after=ends), *late)


def _before(stages: tuple[Stage, ...]) -> frozenset[str]:
    """Return the stages that are over before the contract: survey and calculation, and what they wait for."""
    after = {stage.name: stage.after for stage in stages}
    found: set[str] = set()
    left = [*after.get(CONTRACT, ()), *(name for name in ("calculation", "survey") if name in after)]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += after.get(name, ())
    return frozenset(found - {CONTRACT})


def _begin(stage: Stage, windows: Mapping[str, Window | None]) -> tuple[int, int]:
    held = [window for name in stage.after if (window := windows.get(name)) is not None]
    return max((one.end for one in held), default=0), max((one.late_end for one in held), default=0)


def _delivered(arrived: tuple[Arrival, ...], begin: tuple[int, int]) -> Window:
    first, late = begin
    return Window(first, first + max(one.earliest for one in arrived), late, late + max(one.latest for one in arrived))


def _lot(one: Arrival, begin: tuple[int, int]) -> Activity:
    first, late = begin
    return Activity(
        name=one.lot.name,
        is_lot=True,
        least=one.earliest,
        most=one.latest,
        days="calendar",
        after=one.lot.after,
        window=Window(first, first + one.earliest, late, late + one.latest),
        because=_basis(one),
    )


def _basis(one: Arrival) -> str:
    if not one.unknown:
        return "lead times of its lines"
    if len(one.unknown) == one.lines:
        return "no lead time is known: the stage of delivery stands in"
    return "some lead times are unknown: the stage of delivery stands in"


def _window(stage: Stage, begin: tuple[int, int], start: datetime.date | None) -> Window:
    first, late = begin
    return Window(
        first,
        first + _calendar(stage.least, stage.days, first, start, fast=True),
        late,
        late + _calendar(stage.most, stage.days, late, start, fast=False),
    )


def _calendar(days: int, kind: DayKind, begin: int, start: datetime.date | None, *, fast: bool) -> int:
    """Return how many calendar days a stage takes that begins some days after the start."""
    if kind == "calendar" or not days:
        return days
    if start is None:
        weekends = (days - 1) // _WORKDAYS if fast else -(-days // _WORKDAYS)
        return days + _WEEKEND * weekends
    # Five working days are a week wherever they begin; the rest is walked.
    weeks = (days - 1) // _WORKDAYS
    passed, left = weeks * _WEEK, days - weeks * _WORKDAYS
    while left:
        left -= (start.weekday() + begin + passed) % _WEEK < _WORKDAYS
        passed += 1
    return passed


__all__ = ["Activity", "Window", "schedule"]
