"""A cluster with spares, and quotes made from its bill."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

from clusterdesign.catalog import builtin
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.intent.procurement import Procurement, Spares
from clusterdesign.procurement.bill import bill
from clusterdesign.procurement.grid import read_grid_bytes
from clusterdesign.procurement.quote import Asked, Comparison, Quote, compare, read_quote
from clusterdesign.procurement.quote.wanted import Wanted, wanted
from tests.elaboration.clusters import complete
from tests.procurement.grid.books import workbook

HEADS = ("No", "Part number", "Description", "Qty", "Unit", "Unit price, USD", "Amount, USD")

Row = list[Any]


@cache
def design() -> Design:
    """Return a cluster of eight nodes whose cables and fibres have 3 % spares."""
    spares = tuple(Spares(of=of, percent=Decimal(3), because="handling") for of in ("Cables", "Fibre"))
    return elaborate(complete(8, procurement=Procurement(spares=spares)))


@cache
def wants() -> tuple[Wanted, ...]:
    """Return what must be offered."""
    return wanted(bill(design()))


@dataclass
class Sheet:
    """A quote in the making: a row by key of the bill, in the order of the bill, and further rows."""

    rows: dict[str, list[Row]] = field(default_factory=dict)
    more: list[Row] = field(default_factory=list)

    def row(self, key: str) -> Row:
        """Return the first row of a key, to be changed."""
        return self.rows[key][0]

    def table(self) -> list[Row]:
        """Return all rows below the heads."""
        return [row for rows in self.rows.values() for row in rows] + self.more


def price(n: int) -> Decimal:
    """Return the price of the n-th line."""
    return Decimal(100 + n) + Decimal("0.5")


def sheet() -> Sheet:
    """Return a quote that offers what the bill asks for."""
    made = Sheet()
    for n, one in enumerate(wants(), 1):
        line = one.line
        made.rows[one.key] = [
            [n, line.part_number, line.description, one.needed, "pcs", float(price(n)), float(price(n) * one.needed)]
        ]
    return made


def quote(rows: Sequence[Sequence[Any]], heads: Sequence[Any] = HEADS, above: Sequence[Sequence[Any]] = ()) -> Quote:
    """Return the quote of a workbook with these rows."""
    return read_quote(read_grid_bytes(workbook(("Offer", [*above, heads, *rows])), "quote.xlsx"))


def compared(made: Sheet, asked: Asked | None = None) -> Comparison:
    """Return the comparison of a quote with the bill."""
    return compare(design(), quote(made.table()), builtin, asked)


def after(change: Callable[[Sheet], object], asked: Asked | None = None) -> Comparison:
    """Return the comparison of a right quote after a change."""
    made = sheet()
    change(made)
    return compared(made, asked)


def told(result: Comparison) -> Mapping[str, str]:
    """Return the kinds of the differences by the line of the bill, else by what is offered."""
    return {one.key or one.offered: one.kind for one in result.differences}
