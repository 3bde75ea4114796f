"""The bill for programs that plan purchases: stable columns, the same in every language.

The columns of a version never change: none is renamed, moved or left out, and none changes its meaning. What is added
makes a new version and stands at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from clusterdesign.procurement.priced import PricedBill, PricedLine
from clusterdesign.tables.sheet import Column, Sheet, Value

ERP = "ERP"
"""Name of the sheet."""

VERSION = 1
"""Version of the columns, in the first column of every row."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column.

    Attributes:
        head: its name, the same in every language.
        kind: what its cells are.
        about: what it holds.
        get: the value of a line; None is unknown.
    """

    head: str
    kind: Literal["text", "integer", "number"]
    about: str
    get: Callable[[PricedBill, PricedLine], Value]


FIELDS: tuple[Field, ...] = (
    Field("format_version", "integer", f"version of these columns: {VERSION}", lambda *_: VERSION),
    Field("cluster", "text", "name of the cluster", lambda bill, _: bill.design.name),
    Field("lot", "text", "lot of the delivery", lambda _, one: one.line.lot),
    Field("section", "text", "section of the bill", lambda _, one: one.line.section),
    Field("key", "text", "identity of what is bought; (lot, key) names a row", lambda _, one: one.line.key),
    Field("manufacturer", "text", "who makes it", lambda _, one: one.line.manufacturer),
    Field("part_number", "text", "part number of the manufacturer", lambda _, one: one.line.part_number),
    Field("order_number", "text", "other number it is ordered by", lambda _, one: one.line.order_number),
    Field("description", "text", "what it is", lambda _, one: one.line.description),
    Field("length_m", "number", "length of a cable, m", lambda _, one: _metres(one)),
    Field("quantity", "integer", "what the design needs", lambda _, one: one.line.quantity),
    Field("spares", "integer", "what is bought beyond it", lambda _, one: one.line.spares),
    Field("total", "integer", "what is ordered: quantity + spares", lambda _, one: one.line.total),
    Field("unit", "text", "pcs, sets, sheets, licences or as declared", lambda _, one: one.line.unit),
    Field("lead_time_weeks", "integer", "from order to delivery", lambda _, one: one.line.lead_time_weeks),
    Field("warranty_months", "integer", "warranty", lambda _, one: one.line.warranty_months),
    Field("country", "text", "country of origin", lambda _, one: one.line.country),
    Field("supplier", "text", "supplier of the price, else the declared one", lambda _, one: _supplier(one)),
    Field(
        "unit_price", "number", "price of one unit, without tax", lambda _, one: one.price.price if one.price else None
    ),
    Field(
        "currency", "text", "currency of unit_price, ISO 4217", lambda _, one: one.price.currency if one.price else None
    ),
    Field("price_date", "text", "day of the price, ISO 8601", lambda _, one: _day(one, "on")),
    Field("valid_until", "text", "last day of the price, ISO 8601", lambda _, one: _day(one, "valid_until")),
    Field("discount_percent", "number", "discount on unit_price", lambda _, one: one.discount),
    Field("exchange_rate", "number", "one unit of currency in bill_currency", lambda _, one: one.rate),
    Field("bill_currency", "text", "currency of the amounts, ISO 4217", lambda bill, _: bill.currency),
    Field("unit_net", "number", "unit_price in bill_currency less discount", lambda _, one: one.unit),
    Field("net", "number", "amount without tax", lambda _, one: one.net),
    Field("vat_percent", "number", "rate of value added tax; empty: none declared", lambda _, one: one.vat),
    Field("vat", "number", "value added tax", lambda _, one: one.tax),
    Field("gross", "number", "amount with tax", lambda _, one: one.gross),
)
"""The columns, in their order."""


_PRINTED = 14
"""Columns that are printed, up to the unit: the others would make the page unreadable."""


def erp_sheet(priced: PricedBill) -> Sheet[PricedLine]:
    """Return one row a line of the bill. Empty cells are unknown values, never zero."""

    def reader(field: Field) -> Callable[[PricedLine], Value]:
        return lambda one: field.get(priced, one)

    return Sheet(
        name=ERP,
        rows=priced.lines,
        columns=tuple(
            Column(
                field.head,
                reader(field),
                kind=field.kind,
                width=30 if field.kind == "text" else 12,
                fixed=True,
                printed=n < _PRINTED,
            )
            for n, field in enumerate(FIELDS)
        ),
    )


def _metres(one: PricedLine) -> float | None:
    return None if one.line.length is None else one.line.length.to("m")


def _supplier(one: PricedLine) -> str:
    return (one.price.supplier if one.price is not None else "") or one.line.supplier


def _day(one: PricedLine, name: str) -> str:
    day = getattr(one.price, name, None)
    return day.isoformat() if day is not None else ""
