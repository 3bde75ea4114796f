"""Capital cost and cost of energy: the figures they rest on first, then what follows from them, as formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from clusterdesign.procurement.energy import HOURS, EnergyCost, energy_cost
from clusterdesign.procurement.money import ROUNDING, plain
from clusterdesign.procurement.priced import PricedBill
from clusterdesign.tables.bom.priced import PRICED
from clusterdesign.tables.sheet import Column, Sheet

COSTS = "Costs"


@dataclass(frozen=True, slots=True)
class CostRow:
    """A figure.

    Attributes:
        key: by which formulas find it; the same in every language.
        value: a figure that is given or counted; None where it is unknown.
        amount: an amount of money that follows; None where it cannot be told.
        formula: how the value or amount follows; empty for what is given.
        because: where it comes from.
    """

    key: str
    name: str
    value: Decimal | None = None
    amount: Decimal | None = None
    formula: str = ""
    unit: str = ""
    because: str = ""


def cost_sheet(priced: PricedBill) -> Sheet[CostRow]:
    """Return the sheet of costs; other sheets take tax and rates from it."""
    return Sheet(
        name=COSTS,
        rows=(*_given(priced), *_capital(priced), *_energy(priced)),
        columns=(
            Column("Key", lambda row: row.key, width=20),
            Column("Figure", lambda row: row.name, kind="word", width=44),
            Column(
                "Value",
                lambda row: row.value,
                kind="number",
                width=16,
                formula=lambda row: "" if _is_amount(row) else row.formula,
            ),
            Column(
                "Amount",
                lambda row: row.amount,
                kind="number",
                digits=2,
                width=20,
                grouped=True,
                formula=lambda row: row.formula if _is_amount(row) else "",
            ),
            Column("Unit", lambda row: row.unit, width=16),
            Column("Because", lambda row: row.because, width=70),
        ),
    )


_AMOUNTS = frozenset({"net", "tax", "gross", "energy-cost"})


def _is_amount(row: CostRow) -> bool:
    return row.key in _AMOUNTS


def _given(priced: PricedBill) -> Iterator[CostRow]:
    because = "declared" if priced.vat is not None else "not declared: amounts are without tax"
    yield CostRow("vat", "value added tax", value=priced.vat, unit="%", because=because)
    declared = {rate.currency: rate for rate in priced.design.procurement.rates}
    used = dict.fromkeys(one.price.currency for one in priced.lines if one.price is not None)
    for currency in sorted({*declared, *used} - {priced.currency}):
        rate = declared[currency]
        day = f" of {rate.on}" if rate.on else ""
        yield CostRow(
            f"rate/{currency}",
            "exchange rate",
            value=Decimal(rate.rate),
            unit=f"{priced.currency or '?'} for 1 {currency}",
            because=f"{rate.source}{day}",
        )
    if priced.currency:
        unit = f"{priced.currency} for 1 {priced.currency}"
        yield CostRow(f"rate/{priced.currency}", "exchange rate", Decimal(1), unit=unit, because="currency of the bill")


def _capital(priced: PricedBill) -> Iterator[CostRow]:
    total = priced.total
    some = total.lines > total.unpriced
    for key, name, head, amount in (
        ("net", "capital cost without tax", "Net", total.net),
        ("tax", "value added tax on it", "VAT", total.tax),
        ("gross", "capital cost with tax", "Gross", total.gross),
    ):
        yield CostRow(
            key,
            name,
            amount=amount if some else None,
            formula=f'IF(COUNT([{PRICED}!{head}])=0,"",SUM([{PRICED}!{head}]))',
            unit=priced.currency,
            because=ROUNDING if key == "net" else "",
        )
    yield CostRow(
        "unpriced",
        "lines without a price",
        value=Decimal(total.unpriced),
        formula=f"COUNT([{PRICED}!No.])-COUNT([{PRICED}!Net])",
        because="the costs are those of the other lines" if some and total.unpriced else "",
    )


def _energy(priced: PricedBill) -> Iterator[CostRow]:
    declared = priced.design.procurement.energy
    if declared is None:
        return
    found = energy_cost(priced.design, priced.rate(declared.currency))
    if found is not None:
        yield from _energy_rows(priced, found, declared.because)


def _energy_rows(priced: PricedBill, cost: EnergyCost, because: str) -> Iterator[CostRow]:
    missing = f"; {len(cost.unknown)} devices have no published draw and are left out" if cost.unknown else ""
    yield CostRow(
        "power", "largest draw of all devices", cost.kilowatts, unit="kW", because=f"data sheets of the parts{missing}"
    )
    yield CostRow("load", "mean draw over the largest", cost.load, because=because)
    yield CostRow("pue", "draw of the site over that of its equipment (PUE)", cost.pue, because=because)
    yield CostRow("hours", "hours of a year", Decimal(HOURS), unit="h", because="365 days")
    yield CostRow(
        "energy",
        "energy of a year",
        cost.kilowatt_hours,
        formula=f"[{COSTS}!Value@power]*[{COSTS}!Value@load]*[{COSTS}!Value@pue]*[{COSTS}!Value@hours]",
        unit="kWh",
    )
    yield CostRow("energy-price", "price of a kWh", cost.price, unit=f"{cost.currency} for 1 kWh", because=because)
    rate = f"rate/{cost.currency}"
    if cost.rate is None:
        yield CostRow(
            "energy-cost",
            "cost of energy each year",
            because=f"no exchange rate of {cost.currency}",
            unit=priced.currency,
        )
        return
    yield CostRow(
        "energy-cost",
        "cost of energy each year",
        amount=cost.cost,
        formula=f"ROUND([{COSTS}!Value@energy]*[{COSTS}!Value@energy-price]*[{COSTS}!Value@{rate}],2)",
        unit=priced.currency,
        because=f"at {plain(cost.rate)} {priced.currency} for 1 {cost.currency}, without tax",
    )
