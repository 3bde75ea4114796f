"""The plan itself: one row a bought cable, never twice, in the order of pulling, and by the rack of either end."""

from __future__ import annotations

from clusterdesign.tables.cabling.columns import (
    STRAIGHT,
    article_columns,
    empty,
    inspected,
    place_columns,
    plug_columns,
    tail_columns,
)
from clusterdesign.tables.cabling.rows import CableRow, Plan
from clusterdesign.tables.ids import MARKS
from clusterdesign.tables.sheet import Column, Sheet


def plan_sheet(plan: Plan) -> Sheet[CableRow]:
    """Return the sheet of cables in the order of pulling: by group, the tightest of a group first.

    What an installer fills in is printed; what programs read stands beside it, and stored as CSV it reads back
    to the same cables.
    """
    most = max((len(row.ends) for row in plan.rows), default=STRAIGHT)
    return Sheet(name="Cables", rows=plan.rows, columns=cable_columns(most))


def cable_columns(most: int) -> tuple[Column[CableRow], ...]:
    """Return the columns of the sheet of cables where the cable with the most ends has ``most``."""
    ends = range(max(STRAIGHT, most))
    return (
        Column("ID", lambda row: row.tag, width=12),
        Column("Seq.", lambda row: row.pull.sequence, kind="integer", width=7),
        *(column for n in ends[:STRAIGHT] for column in place_columns(n)),
        *tail_columns(most),
        *article_columns(),
        Column("Pulled", empty, width=8),
        Column("Dressed", empty, width=8),
        *(_plugged(n) for n in ends),
        Column("Labelled", empty, width=9),
        Column("Inspected", inspected, width=9),
        Column("Test result", empty, width=14),
        Column("Date", empty, width=10),
        Column("Remarks", empty, width=20),
        Column("Pull group", lambda row: row.pull.group, width=34, printed=False),
        Column("Jacket", lambda row: row.jacket, kind="word", width=12, printed=False),
        Column("Run", lambda row: row.cable.run, kind="number", unit="m", digits=2, width=8, printed=False),
        Column("Slack", lambda row: row.slack, kind="number", unit="m", digits=2, width=8, printed=False),
        Column("Route", lambda row: row.route, width=24, printed=False),
        *(column for n in ends[STRAIGHT:] for column in place_columns(n, printed=False)),
        *(column for n in ends for column in plug_columns(n)),
        Column("Fabric", lambda row: row.cable.fabric, width=12, printed=False),
        Column("Tier", lambda row: row.cable.tier, kind="word", width=14, printed=False),
        Column("Rail", lambda row: row.rail, kind="integer", width=6, printed=False),
        Column("Links", lambda row: len(row.cable.links), kind="integer", width=7, printed=False),
        Column("Speed", lambda row: row.speed, kind="number", unit="Gb/s", width=8, printed=False),
        Column("Part", lambda row: row.cable.part, width=30, printed=False),
        Column("Reason", lambda row: row.cable.why, width=60, printed=False),
        Column("Cable", lambda row: row.id, width=34, printed=False),
    )


def _plugged(n: int) -> Column[CableRow]:
    return Column("plugged", empty, mark=MARKS[n], width=9)


def by_rack_sheets(plan: Plan) -> tuple[Sheet[CableRow], Sheet[CableRow]]:
    """Return the cables in the order of a walk along the racks of end A, and along those of end B.

    Both hold the same cables: one crew plugs the one end, another the other.
    """
    most = max((len(row.ends) for row in plan.rows), default=STRAIGHT)
    return _by_rack(plan, 0, most), _by_rack(plan, 1, most)


def _by_rack(plan: Plan, near: int, most: int) -> Sheet[CableRow]:
    return Sheet(
        name=f"By rack {MARKS[near]}",
        rows=plan.by_end(near),
        columns=(
            *place_columns(near),
            *place_columns(1 - near),
            *tail_columns(most),
            Column("ID", lambda row: row.tag, width=12),
            *article_columns(),
            _plugged(near),
            Column("Labelled", empty, width=9),
            Column("Remarks", empty, width=20),
        ),
    )


__all__ = ["by_rack_sheets", "cable_columns", "plan_sheet"]
