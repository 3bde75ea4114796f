"""Pull groups, one row each: what a crew takes to a pair of racks, and the bundles that the design is made of."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design.pulls import PullGroup
from clusterdesign.tables.cabling.columns import empty
from clusterdesign.tables.cabling.rows import CableRow, Plan
from clusterdesign.tables.sheet import Column, Sheet
from clusterdesign.units import Length


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A pull group with the first of its cables, which says what all of them are."""

    group: PullGroup
    first: CableRow


def group_sheet(plan: Plan) -> Sheet[GroupRow]:
    """Return the sheet of pull groups in the order of pulling."""
    first = {row.cable.path: row for row in plan.rows}
    return Sheet(
        name="Pull groups",
        rows=tuple(GroupRow(group, first[group.cables[0]]) for group in plan.groups),
        columns=(
            Column("Pull group", lambda row: row.group.name, width=40),
            Column("Racks", lambda row: ", ".join(row.group.racks), width=18),
            Column("Route", lambda row: row.first.route, width=28),
            Column("Medium", lambda row: row.first.medium, kind="word", width=18),
            Column("Part number", lambda row: row.first.cable.part_number, width=24),
            Column("Length", lambda row: row.group.length, kind="number", unit="m", width=9),
            Column("Cables", lambda row: len(row.group.cables), kind="integer", width=9, total=True),
            Column("Total length", _metres, kind="number", unit="m", width=12, total=True),
            Column("Least slack", lambda row: row.group.tightest, kind="number", unit="m", digits=2, width=10),
            Column("Pulled", empty, width=10),
            Column("Date", empty, width=12),
            Column("Remarks", empty, width=24),
        ),
    )


def _metres(row: GroupRow) -> Length:
    return row.group.length * len(row.group.cables)


__all__ = ["GroupRow", "group_sheet"]
