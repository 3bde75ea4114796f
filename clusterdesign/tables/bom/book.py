"""The bill workbook."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.procurement.priced import priced_bill
from clusterdesign.procurement.prices import PriceBook
from clusterdesign.tables.assumptions import assumption_sheet
from clusterdesign.tables.bom.assumptions import bill_assumptions
from clusterdesign.tables.bom.costs import cost_sheet
from clusterdesign.tables.bom.erp import erp_sheet
from clusterdesign.tables.bom.full import bill_sheet
from clusterdesign.tables.bom.groups import lot_sheet, overview_sheet
from clusterdesign.tables.bom.priced import priced_sheet
from clusterdesign.tables.bom.racks import by_rack_sheet
from clusterdesign.tables.bom.spares import spare_sheet
from clusterdesign.tables.deviations import deviation_sheet
from clusterdesign.tables.sheet import Book


def bom_book(design: Design, prices: PriceBook | None = None) -> Book:
    """Return the bill workbook: sums, lots, the bill, its prices and costs, by rack, spares, what it rests on.

    Raises:
        DesignError: a price cannot be used, see :func:`clusterdesign.procurement.priced.priced_bill`.
    """
    priced = priced_bill(design, prices)
    lines = tuple(one.line for one in priced.lines)
    return Book(
        name="bom",
        title=design.name,
        sheets=(
            overview_sheet(priced),
            lot_sheet(priced),
            bill_sheet(design, lines),
            priced_sheet(priced),
            cost_sheet(priced),
            by_rack_sheet(design, lines),
            *((spare_sheet(design),) if design.procurement.spares else ()),
            assumption_sheet(design, tuple(bill_assumptions(priced))),
            deviation_sheet(design),
            erp_sheet(priced),
        ),
    )
