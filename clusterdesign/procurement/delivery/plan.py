"""The plan: the schedule, and what can be done when which lots are there."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.procurement.delivery.arrivals import Arrival, arrivals
from clusterdesign.procurement.delivery.needs import Needs, needs, ready
from clusterdesign.procurement.delivery.schedule import Activity, schedule
from clusterdesign.procurement.delivery.stages import DELIVERY, stages


@dataclass(frozen=True, slots=True)
class Possible:
    """What can be done when some lots are there.

    Attributes:
        arrived: the lots.
        racks, devices, cables, links: paths of what can be built, mounted, laid, tested.
    """

    arrived: tuple[str, ...]
    racks: tuple[str, ...]
    devices: tuple[str, ...]
    cables: tuple[str, ...]
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeliveryPlan:
    """The plan of a design.

    Attributes:
        start: day of the contract; None for a plan in days.
        activities: stages and lots with their days.
        arrivals: the lots that bring goods, in the order in which they are installed.
        needs: what waits for which lots.
        steps: what is possible when the first lot is there, the first two, and so on.
        now: what is possible with the lots that have arrived; None where nobody said which have.
        premises: what the plan rests on and nobody declared.
    """

    start: datetime.date | None
    activities: tuple[Activity, ...]
    arrivals: tuple[Arrival, ...]
    needs: Needs
    steps: tuple[Possible, ...]
    now: Possible | None
    premises: tuple[str, ...]

    @property
    def ends(self) -> tuple[int, int]:
        """The day on which everything is over, at the earliest and at the latest."""
        windows = [one.window for one in self.activities if one.window is not None]
        return max((one.end for one in windows), default=0), max((one.late_end for one in windows), default=0)


def delivery_plan(
    design: Design, *, arrived: Iterable[str] | None = None, start: datetime.date | None = None
) -> DeliveryPlan:
    """Plan the delivery of a design.

    Args:
        design: what is delivered.
        arrived: names of the lots that are there; None to ask for the whole plan only.
        start: day of the contract; that of the design where it is left out.

    Raises:
        DesignError: there is no such lot, or stages or lots wait for what does not exist or for each other.
    """
    known = stages(design)
    delivery = next(stage for stage in known if stage.name == DELIVERY)
    lots = arrivals(design, delivery)
    names = [one.lot.name for one in lots]
    there = None if arrived is None else tuple(arrived)
    for name in there or ():
        if name not in names:
            raise DesignError(
                f"no lot {name!r} brings anything", thing="--arrived", fix=f"the lots are {', '.join(names) or 'none'}"
            )
    if start is None and design.procurement.start:
        start = datetime.date.fromisoformat(design.procurement.start)
    waiting = needs(design)
    activities = schedule(known, lots, start)
    _check_days(activities, start)
    return DeliveryPlan(
        start=start,
        activities=activities,
        arrivals=lots,
        needs=waiting,
        steps=tuple(_possible(waiting, names[: n + 1]) for n in range(len(names))),
        now=None if there is None else _possible(waiting, [name for name in names if name in there]),
        premises=_premises(lots, start),
    )


def _check_days(activities: tuple[Activity, ...], start: datetime.date | None) -> None:
    last = datetime.date.max.toordinal() - (start or datetime.date.min).toordinal()
    for one in activities:
        if one.window is not None and one.window.late_end > last:
            raise DesignError(
                "ends after the year 9999", thing=f"{'lot' if one.is_lot else 'stage'} {one.name}", fix="shorten it"
            )


def _possible(waiting: Needs, arrived: list[str]) -> Possible:
    racks, devices, cables, links = (
        tuple(path for path, need in group.items() if ready(need, arrived))
        for group in (waiting.racks, waiting.devices, waiting.cables, waiting.links)
    )
    return Possible(tuple(arrived), racks, devices, cables, links)


def _premises(lots: tuple[Arrival, ...], start: datetime.date | None) -> tuple[str, ...]:
    found = ["day 0 is the day of the contract"]
    if any(one.unknown for one in lots):
        found.append("where a lead time is unknown, the duration of the stage of delivery stands in for it")
    found.append("all lots are ordered on the day of the contract")
    found.append("installation takes its whole duration after the last lot has arrived")
    if start is None:
        found.append("working days hold as few weekends as can be at the earliest and as many at the latest")
    else:
        found.append("working days are Monday to Friday, public holidays among them")
    return tuple(found)


__all__ = ["DeliveryPlan", "Possible", "delivery_plan"]
