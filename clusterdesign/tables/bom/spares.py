"""Spare parts: how many of what, and by which policy."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from clusterdesign.design import Design
from clusterdesign.design.procurement import Spares, chosen
from clusterdesign.procurement.bill import BillLine, needed
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class SpareRow:
    """A line with its policy."""

    line: BillLine
    policy: Spares


def spare_sheet(design: Design) -> Sheet[SpareRow]:
    """Return the lines that a policy selects, with the spares that it gives them."""
    policies = design.procurement.spares
    return Sheet(
        name="Spare parts",
        rows=tuple(
            SpareRow(line, found[0])
            for line in (needed(design) if policies else ())
            if (found := chosen(policies, line.section, line.ids))
        ),
        columns=(
            Column("Section", lambda row: row.line.section, kind="word", width=18),
            Column("Part number", lambda row: row.line.part_number, width=26),
            Column("Name", lambda row: row.line.description, width=44),
            Column("Length", lambda row: row.line.length, kind="number", unit="m", width=9),
            Column("Quantity", lambda row: row.line.quantity, kind="integer", width=10),
            Column("Share", lambda row: Decimal(row.policy.percent or "0"), kind="number", unit="%", width=9),
            Column("At least", lambda row: row.policy.at_least, kind="integer", width=9),
            Column(
                "Spares",
                lambda row: row.line.spares,
                kind="integer",
                width=9,
                total=True,
                formula="MAX(ROUNDUP(ROUND([Quantity]*[Share]/100,9),0),[At least])",
            ),
            Column("Unit", lambda row: row.line.unit, kind="word", width=10),
            Column("Because", lambda row: row.policy.because, width=48),
        ),
    )
