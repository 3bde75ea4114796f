"""When the lots arrive: by their lead times where they are known, else within the stage of delivery."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.design.procurement import Lot, Stage
from clusterdesign.errors import DesignError
from clusterdesign.procurement.bill import BillLine, bill
from clusterdesign.procurement.delivery.stages import in_order
from clusterdesign.procurement.lots import lots

NO_GOODS = frozenset({"Software", "Services"})
"""Sections of which nothing arrives."""

_WEEK = 7


@dataclass(frozen=True, slots=True)
class Arrival:
    """A lot and the days, counted from the contract, between which it arrives.

    Attributes:
        lot: with its title and what it waits for.
        pieces: things in it, spares included.
        weeks: longest known lead time of its lines; None where none is known.
        earliest, latest: the same where the lead time of every line is known.
        unknown: lines without a lead time; the declared duration of the delivery stands in for it.
        lines: lines in it.
    """

    lot: Lot
    pieces: int
    weeks: int | None
    earliest: int
    latest: int
    unknown: tuple[BillLine, ...]
    lines: int


def arrivals(design: Design, delivery: Stage) -> tuple[Arrival, ...]:
    """Return the lots that bring goods, each after those it waits for.

    Args:
        design: what is delivered.
        delivery: how long that takes where no lead time is known.

    Raises:
        DesignError: a lot waits for one that does not exist, or for itself in the end.
    """
    declared = {lot.name: lot for lot in lots(design)}
    for lot in declared.values():
        for name in lot.after:
            if name not in declared:
                raise DesignError(
                    f"waits for {name!r}, which is no lot",
                    thing=f"lot {lot.name}",
                    fix=f"the lots are {', '.join(declared)}",
                )
    order = in_order({lot.name: lot.after for lot in declared.values()}, "lot")
    goods: dict[str, list[BillLine]] = {}
    for line in bill(design):
        if line.section not in NO_GOODS and line.total:
            goods.setdefault(line.lot, []).append(line)
    return tuple(_arrival(declared[name], goods[name], delivery) for name in order if name in goods)


def _arrival(lot: Lot, lines: list[BillLine], delivery: Stage) -> Arrival:
    known = [line.lead_time_weeks for line in lines if line.lead_time_weeks is not None]
    unknown = tuple(line for line in lines if line.lead_time_weeks is None)
    days = max(known, default=0) * _WEEK
    return Arrival(
        lot=lot,
        pieces=sum(line.total for line in lines),
        weeks=max(known, default=None),
        earliest=max(days, delivery.least) if unknown else days,
        latest=max(days, delivery.most) if unknown else days,
        unknown=unknown,
        lines=len(lines),
    )


__all__ = ["NO_GOODS", "Arrival", "arrivals"]
