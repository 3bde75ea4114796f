"""The priced bill: unit prices, rates, discount and tax beside each line, its amounts as formulas."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from clusterdesign.procurement.priced import PricedBill, PricedLine
from clusterdesign.tables.bom.full import BILL
from clusterdesign.tables.sheet import Column, Sheet

PRICED = "Priced bill"

_ORDERED = f"SUMIFS([{BILL}!To order],[{BILL}!No.],[No.])"
_RATE = (
    'IF(OR([Currency]="",COUNTIFS([Costs!Key],"rate/"&[Currency])=0),"",'
    'SUMIFS([Costs!Value],[Costs!Key],"rate/"&[Currency]))'
)
_TAX_RATE = 'IF([Costs!Value@vat]="","",[Costs!Value@vat])'
_UNIT = 'IF(OR([Unit price]="",[Rate]=""),"",ROUND(ROUND([Unit price]*[Rate],4)*(1-[Discount]/100),4))'
_NET = 'IF([Unit net]="","",ROUND([To order]*[Unit net],2))'
_TAX = 'IF(OR([Net]="",[VAT rate]=""),"",ROUND([Net]*[VAT rate]/100,2))'
_GROSS = 'IF([VAT]="","",[Net]+[VAT])'


@dataclass(frozen=True, slots=True)
class PricedRow:
    """A priced line with its position in the bill."""

    number: int
    one: PricedLine


def priced_sheet(priced: PricedBill) -> Sheet[PricedRow]:
    """Return the priced bill. A line without a price has no amount; a price that is filled in gives it one."""
    known = priced.book is not None
    return Sheet(
        name=PRICED,
        rows=tuple(PricedRow(number, one) for number, one in enumerate(priced.lines, 1)),
        columns=(
            Column("No.", lambda row: row.number, kind="integer", width=6),
            Column("Lot", lambda row: row.one.line.lot, kind="word", width=15),
            Column("Section", lambda row: row.one.line.section, kind="word", width=18),
            Column("Part number", lambda row: row.one.line.part_number, width=26),
            Column("Name", lambda row: row.one.line.description, width=44),
            Column("To order", lambda row: row.one.line.total, kind="integer", width=10, formula=_ORDERED),
            Column("Unit", lambda row: row.one.line.unit, kind="word", width=10),
            Column("Unit price", _price, kind="number", width=14, grouped=True),
            Column("Currency", lambda row: row.one.price.currency if row.one.price else None, width=10),
            Column("Rate", lambda row: row.one.rate, kind="number", width=10, formula=_RATE),
            Column("Discount", lambda row: row.one.discount, kind="number", unit="%", width=10),
            Column("Unit net", lambda row: row.one.unit, kind="number", width=14, grouped=True, formula=_UNIT),
            Column("VAT rate", lambda row: row.one.vat, kind="number", unit="%", width=10, formula=_TAX_RATE),
            Column(
                "Net",
                lambda row: row.one.net,
                kind="number",
                digits=2,
                width=18,
                total=known,
                grouped=True,
                formula=_NET,
            ),
            Column(
                "VAT",
                lambda row: row.one.tax,
                kind="number",
                digits=2,
                width=16,
                total=known,
                grouped=True,
                formula=_TAX,
            ),
            Column(
                "Gross",
                lambda row: row.one.gross,
                kind="number",
                digits=2,
                width=18,
                total=known,
                grouped=True,
                formula=_GROSS,
            ),
            Column("Supplier", lambda row: row.one.price.supplier if row.one.price else None, width=20),
            Column("Price of", lambda row: _day(row, "on"), width=12),
            Column("Valid until", lambda row: _day(row, "valid_until"), width=12),
            Column("Key", lambda row: row.one.line.key, width=36, printed=False),
        ),
    )


def _price(row: PricedRow) -> Decimal | None:
    return None if row.one.price is None else row.one.price.price


def _day(row: PricedRow, name: str) -> str:
    day = getattr(row.one.price, name, None)
    return day.isoformat() if day is not None else ""
