"""The acceptance plan as a sheet, with room for what is measured."""

from __future__ import annotations

from clusterdesign.asbuilt.acceptance import Step, acceptance_plan
from clusterdesign.design import Design
from clusterdesign.tables.sheet import Book, Column, Sheet


def acceptance_book(design: Design) -> Book:
    """Return the workbook of the acceptance plan, in the order of its stages."""
    sheet: Sheet[Step] = Sheet(
        name="Acceptance plan",
        rows=acceptance_plan(design),
        columns=(
            Column("Stage", lambda row: row.stage, kind="integer", width=7),
            Column("Scope", lambda row: row.scope, kind="word", width=9),
            Column("Test", lambda row: row.test, width=20),
            Column("On", lambda row: row.what, width=26),
            Column("Times", lambda row: row.count, kind="integer", width=8),
            Column("Command", lambda row: row.command, width=44),
            Column("By design", lambda row: row.expected, width=28),
            Column("Pass limit", lambda row: row.limit, kind="number", width=10),
            Column("Limit unit", lambda row: row.unit, width=12),
            Column("Measured", _empty, width=10),
            Column("Passed", _empty, width=8),
            Column("Source of limit", lambda row: row.source, width=40),
        ),
    )
    return Book(name="acceptance", title=design.name, sheets=(sheet,))


def _empty(_: Step) -> None:
    """Return nothing: whoever tests fills this cell in."""
