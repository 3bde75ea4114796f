"""The full bill: what is bought, how many, why so many, and on which terms."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.procurement.bill import BillLine, bill
from clusterdesign.tables.bom.rows import BillRow, bill_rows
from clusterdesign.tables.sheet import Column, Sheet

BILL = "Bill of materials"


def bill_sheet(design: Design, lines: tuple[BillLine, ...] | None = None) -> Sheet[BillRow]:
    """Return the bill: one row a part number and lot, and from which components and rule its number follows.

    Args:
        design: what is bought.
        lines: its bill, where that is known already.
    """
    return Sheet(
        name=BILL,
        rows=bill_rows(design, bill(design) if lines is None else lines),
        columns=(
            Column("No.", lambda row: row.number, kind="integer", width=6),
            Column("Lot", lambda row: row.line.lot, kind="word", width=15),
            Column("Section", lambda row: row.line.section, kind="word", width=18),
            Column("Vendor", lambda row: row.line.manufacturer, width=14),
            Column("Part number", lambda row: row.line.part_number, width=26),
            Column("Name", lambda row: row.line.description, width=44),
            Column("Length", lambda row: row.line.length, kind="number", unit="m", width=9),
            Column("Quantity", lambda row: row.line.quantity, kind="integer", width=10),
            Column("Spares", lambda row: row.line.spares, kind="integer", width=9),
            Column("To order", lambda row: row.line.total, kind="integer", width=10, formula="[Quantity]+[Spares]"),
            Column("Unit", lambda row: row.line.unit, kind="word", width=10),
            Column("Follows from", lambda row: row.line.origin, width=40),
            Column("Why", lambda row: row.line.why, width=44),
            Column("To clear up", lambda row: row.remarks, kind="word", width=26),
            # On the screen and for programs: the printed page is full.
            Column("Order number", lambda row: row.line.order_number, width=24, printed=False),
            Column(
                "Lead time", lambda row: row.line.lead_time_weeks, kind="integer", unit="wk", width=9, printed=False
            ),
            Column(
                "Warranty", lambda row: row.line.warranty_months, kind="integer", unit="mo", width=10, printed=False
            ),
            Column("Service", lambda row: row.line.service, width=24, printed=False),
            Column("Country of origin", lambda row: row.line.country, width=14, printed=False),
            Column("Supplier", lambda row: row.line.supplier, width=20, printed=False),
            Column("Source", lambda row: row.line.source, width=60, printed=False),
            Column("Confidence", lambda row: row.confidence, kind="word", width=12, printed=False),
            Column("Part", lambda row: ", ".join(row.line.ids), width=40, printed=False),
        ),
    )
