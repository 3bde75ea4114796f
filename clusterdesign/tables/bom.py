"""The bill of materials: one row a part number. Every quantity is counted in the graph."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.parts import AnyPart, Fibre
from clusterdesign.procurement.bill import BillLine, bill
from clusterdesign.tables.assumptions import assumption_sheet
from clusterdesign.tables.deviations import deviation_sheet
from clusterdesign.tables.sheet import Book, Column, Sheet

CONFIDENCES = ("unknown", "assumed", "low", "medium", "high")
"""How far a part number can be trusted, the least first."""


@dataclass(frozen=True, slots=True)
class BillRow:
    """A line of the bill with its parts; without any where the design does not carry them."""

    line: BillLine
    parts: tuple[AnyPart, ...]

    @property
    def vendor(self) -> str:
        """Who makes it."""
        return self.line.manufacturer

    @property
    def name(self) -> str:
        """What it is called; every name where changed parts kept their number."""
        return self.line.description

    @property
    def confidence(self) -> str:
        """How far the part number can be trusted, by its least trusted source."""
        if not self.line.part_number:
            return "unknown"
        return min((_confidence(part) for part in self.parts), key=CONFIDENCES.index, default="unknown")

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to clear up before ordering."""
        checks = (
            ("part is not in the design", not self.parts and not self.line.extra),
            ("part number unknown", not self.line.part_number),
            ("part number assumed", self.confidence == "assumed"),
            ("no source for this length", not self.line.published),
            ("discontinued", any(part.discontinued for part in self.parts)),
        )
        return tuple(text for text, holds in checks if holds)


def bom_book(design: Design) -> Book:
    """Return the bill workbook: bill, assumptions and unknowns, deviations."""
    return Book(
        name="bom",
        title=design.name,
        sheets=(bill_sheet(design), assumption_sheet(design), deviation_sheet(design)),
    )


def bill_sheet(design: Design) -> Sheet[BillRow]:
    """Return the bill: what is bought, how many, and from which components the number follows."""
    return Sheet(
        name="Bill of materials",
        rows=tuple(
            BillRow(line, tuple(design.parts[part] for part in line.parts if part in design.parts))
            for line in bill(design)
        ),
        columns=(
            Column("Section", lambda row: row.line.section, kind="word", width=22),
            Column("Vendor", lambda row: row.vendor, width=16),
            Column("Part number", lambda row: row.line.part_number, width=26),
            Column("Order number", lambda row: row.line.order_number, width=24),
            Column("Name", lambda row: row.name, width=52),
            Column("Length", lambda row: row.line.length, kind="number", unit="m", width=9),
            Column("Quantity", lambda row: row.line.quantity, kind="integer", width=10),
            Column("Unit", lambda row: row.line.unit, kind="word", width=7),
            Column("Follows from", lambda row: row.line.origin, width=46),
            Column("Confidence", lambda row: row.confidence, kind="word", width=12),
            Column("To clear up", lambda row: row.remarks, kind="word", width=26),
            Column("Part", lambda row: ", ".join(row.line.parts), width=40, printed=False),
        ),
    )


def _confidence(part: AnyPart) -> str:
    """Lengths of fibre have part numbers of their own."""
    source = part.source("lengths" if isinstance(part, Fibre) else "part_number")
    return source.confidence if source is not None else "unknown"
