"""The cabling workbook: the plan, the same cables by rack and by end, and what is counted from them."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.tables.cabling.cords import cord_sheet
from clusterdesign.tables.cabling.ends import end_rows, end_sheet
from clusterdesign.tables.cabling.exits import exit_sheet
from clusterdesign.tables.cabling.groups import group_sheet
from clusterdesign.tables.cabling.journal import journal_sheet
from clusterdesign.tables.cabling.plan import by_rack_sheets, plan_sheet
from clusterdesign.tables.cabling.rows import CableRow, Plan, plan
from clusterdesign.tables.ids import cable_id, tags
from clusterdesign.tables.sheet import Book, Sheet
from clusterdesign.tables.summary import summary_sheet
from clusterdesign.tables.transceivers import transceiver_sheet


def cable_sheet(design: Design) -> Sheet[CableRow]:
    """Return the sheet of cables of a design, one row a bought cable, in the order of pulling."""
    return plan_sheet(plan(design))


def cabling_book(design: Design) -> Book:
    """Return the cabling workbook of a design.

    Raises:
        DesignError: the label template of the site cannot be used.
    """
    made = plan(design)
    return Book(
        name="cabling",
        title=design.name,
        paper=design.printing.paper,
        sheets=(
            plan_sheet(made),
            *by_rack_sheets(made),
            end_sheet(made),
            group_sheet(made),
            transceiver_sheet(design),
            exit_sheet(made),
            summary_sheet(design),
            cord_sheet(design),
            journal_sheet(made),
        ),
    )


__all__ = ["CableRow", "Plan", "cable_id", "cable_sheet", "cabling_book", "end_rows", "plan", "tags"]
