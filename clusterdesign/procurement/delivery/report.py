"""The plan as text and as data."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from clusterdesign.design import Design
from clusterdesign.names import summary
from clusterdesign.procurement.delivery.needs import Need
from clusterdesign.procurement.delivery.plan import DeliveryPlan, Possible
from clusterdesign.procurement.delivery.schedule import Activity

_SHOWN = 12
"""Racks that are named one by one."""


def day_text(day: int, start: datetime.date | None) -> str:
    """Return a day of the plan: its date, or its number where there is no start."""
    return str(day) if start is None else (start + datetime.timedelta(days=day)).isoformat()


def plan_text(design: Design, plan: DeliveryPlan) -> str:
    """Return the plan: stages, lots, what is possible when, what waits, and on what it rests."""
    lines = ["dates" if plan.start is not None else "days from the contract", *_activities(plan), ""]
    unknown = [line for one in plan.arrivals for line in one.unknown]
    if unknown:
        lines.append(f"no lead time is known for {len(unknown)} lines of the bill:")
        lines += [
            f"  {one.lot.name}: {', '.join(line.key for line in one.unknown)}" for one in plan.arrivals if one.unknown
        ]
        lines.append("")
    lines += ["possible when these lots are there", *_steps(plan), ""]
    if plan.now is not None:
        lines += [*_now(design, plan, plan.now), ""]
    first, last = (day_text(day, plan.start) for day in plan.ends)
    lines += [f"note: {premise}" for premise in plan.premises]
    unit = "" if plan.start is not None else "day "
    lines.append(f"handed over between {unit}{first} and {unit}{last}")
    return "\n".join((*lines, ""))


def _activities(plan: DeliveryPlan) -> list[str]:
    rows = [("", "takes", "begins", "latest", "ends", "latest", "why")]
    for one in plan.activities:
        name = f"  lot {one.name}" if one.is_lot else one.name
        days = ("", "", "", "")
        if one.window is not None:
            window = one.window
            early = day_text(window.start, plan.start), day_text(window.end, plan.start)
            late = day_text(window.late_start, plan.start), day_text(window.late_end, plan.start)
            days = (early[0], late[0], early[1], late[1])
        rows.append((name, duration(one), *days, one.because))
    return _table(rows)


def duration(one: Activity) -> str:
    """Return how long an activity takes: ``7-14 d``, working days as ``wd``."""
    if one.least is None:
        return "unknown"
    span = str(one.least) if one.least == one.most else f"{one.least}-{one.most}"
    return f"{span} {'wd' if one.days == 'working' else 'd'}"


def _steps(plan: DeliveryPlan) -> list[str]:
    rows: list[tuple[str, ...]] = [("lots", "from", "latest", "racks", "devices", "cables", "links")]
    totals = [len(group) for group in _groups(plan)]
    for step in plan.steps:
        early, late = days_of(plan, step.arrived)
        counts = (len(step.racks), len(step.devices), len(step.cables), len(step.links))
        shares = (f"{some} of {all_}" for some, all_ in zip(counts, totals, strict=True))
        rows.append((" + ".join(step.arrived), day_text(early, plan.start), day_text(late, plan.start), *shares))
    return _table(rows)


def days_of(plan: DeliveryPlan, lots: Iterable[str]) -> tuple[int, int]:
    """Return the days on which all of some lots are there, at the earliest and at the latest."""
    names = frozenset(lots)
    held = [one.window for one in plan.activities if one.is_lot and one.name in names and one.window is not None]
    return max((one.end for one in held), default=0), max((one.late_end for one in held), default=0)


def _groups(plan: DeliveryPlan) -> tuple[dict[str, Need], ...]:
    waiting = plan.needs
    return dict(waiting.racks), dict(waiting.devices), dict(waiting.cables), dict(waiting.links)


def _now(design: Design, plan: DeliveryPlan, now: Possible) -> list[str]:
    lines = [f"with {', '.join(now.arrived) or 'nothing'} there"]
    done: tuple[tuple[str, Sequence[str], dict[str, Need]], ...] = tuple(
        zip(
            (
                "racks that can be built",
                "devices that can be mounted",
                "cables that can be laid",
                "links that can be tested",
            ),
            (now.racks, now.devices, now.cables, now.links),
            _groups(plan),
            strict=True,
        )
    )
    for title, paths, group in done:
        names = [path.partition("/")[2] if path in design.rack else path for path in paths]
        shown = ", ".join(names) if len(names) <= _SHOWN else summary(names)
        lines.append(f"  {title}: {len(paths)} of {len(group)}" + (f" ({shown})" if names else ""))
    order = {lot: n for n, lot in enumerate(one.lot.name for one in plan.arrivals)}
    for title, paths, group in done:
        waits = Counter(
            ", ".join(sorted(need - set(now.arrived), key=lambda lot: order.get(lot, len(order))))
            for path, need in group.items()
            if path not in set(paths)
        )
        what = title.partition(" ")[0]
        lines += [f"  {what} waiting for {lots}: {count}" for lots, count in sorted(waits.items())]
    return lines


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def plan_data(plan: DeliveryPlan) -> dict[str, Any]:
    """Return the plan as plain data, for JSON. Days are counted from the contract."""
    return {
        "start": plan.start.isoformat() if plan.start is not None else None,
        "activities": [
            {
                "name": one.name,
                "lot": one.is_lot,
                "least": one.least,
                "most": one.most,
                "days": one.days,
                "after": list(one.after),
                "window": None
                if one.window is None
                else {
                    "start": one.window.start,
                    "end": one.window.end,
                    "late_start": one.window.late_start,
                    "late_end": one.window.late_end,
                },
                "because": one.because,
            }
            for one in plan.activities
        ],
        "unknown_lead_times": {
            one.lot.name: [line.key for line in one.unknown] for one in plan.arrivals if one.unknown
        },
        "steps": [_possible_data(step) for step in plan.steps],
        "now": None if plan.now is None else _possible_data(plan.now),
        "premises": list(plan.premises),
        "ends": list(plan.ends),
    }


def _possible_data(step: Possible) -> dict[str, Any]:
    return {
        "lots": list(step.arrived),
        "racks": list(step.racks),
        "devices": list(step.devices),
        "cables": list(step.cables),
        "links": list(step.links),
    }


__all__ = ["day_text", "days_of", "duration", "plan_data", "plan_text"]
