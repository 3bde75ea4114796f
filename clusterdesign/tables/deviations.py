"""Declared exceptions to the pattern, with their reasons."""

from __future__ import annotations

from clusterdesign.design import Design, Deviation
from clusterdesign.tables.places import summary
from clusterdesign.tables.sheet import Column, Sheet


def deviation_sheet(design: Design) -> Sheet[Deviation]:
    """Return the sheet of deviations, in the order in which they were declared."""
    return Sheet(
        name="Deviations",
        rows=design.deviations,
        columns=(
            Column("Kind", lambda row: row.kind, kind="word", width=16),
            Column("Where", lambda row: row.where, width=36),
            Column("What", lambda row: row.what, width=40),
            Column("Because", lambda row: row.because, width=48),
            Column("Matched", lambda row: row.matched, kind="integer", width=10),
            Column("Changed", lambda row: len(row.changed), kind="integer", width=10),
            Column("Components", lambda row: summary(row.changed), width=40),
        ),
    )
