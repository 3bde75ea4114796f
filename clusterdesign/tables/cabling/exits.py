"""Counts per rack: how many cables leave through its top or floor, by side and medium.

Brushes and tray drops are ordered by these. A splitter counts once for every tail that leaves, also at the rack of
its head: where it parts is not known.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from clusterdesign.names import natural_key
from clusterdesign.tables.cabling.rows import Plan
from clusterdesign.tables.sheet import Column, Sheet

SIDES = ("left", "right", "")


@dataclass(frozen=True, slots=True)
class ExitRow:
    """Cables of one medium that leave a rack, by side; ``either`` where no rule gives one."""

    rack: str
    medium: str
    left: int
    right: int
    either: int

    @property
    def cables(self) -> int:
        """All of them."""
        return self.left + self.right + self.either


def exit_sheet(plan: Plan) -> Sheet[ExitRow]:
    """Return the sheet of rack exits."""
    return Sheet(
        name="Rack exits",
        rows=_rows(plan),
        columns=(
            Column("Rack", lambda row: row.rack, width=10),
            Column("Medium", lambda row: row.medium, kind="word", width=24),
            Column("Left", lambda row: row.left, kind="integer", width=12, total=True),
            Column("Right", lambda row: row.right, kind="integer", width=12, total=True),
            Column("Either side", lambda row: row.either, kind="integer", width=12, total=True),
            Column("Cables", lambda row: row.cables, kind="integer", width=12, total=True),
        ),
    )


def _rows(plan: Plan) -> tuple[ExitRow, ...]:
    counts: Counter[tuple[str, str, str]] = Counter()
    for row in plan.rows:
        head = row.ends[0]
        for tail in row.ends[1:]:
            if tail.rack and head.rack and tail.rack != head.rack:
                for end in (head, tail):
                    counts[end.rack, row.medium, end.side] += 1
    groups = sorted({(rack, medium) for rack, medium, _ in counts}, key=lambda key: (natural_key(key[0]), key[1]))
    return tuple(ExitRow(*group, *(counts[*group, side] for side in SIDES)) for group in groups)


__all__ = ["ExitRow", "exit_sheet"]
