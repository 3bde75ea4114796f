"""The bill with prices: amounts of lines and totals, what has no price, and on what all of it rests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property

from clusterdesign.design import Design
from clusterdesign.design.procurement import chosen
from clusterdesign.procurement.bill import BillLine, bill
from clusterdesign.procurement.money import rounded, unit_rounded
from clusterdesign.procurement.prices import Price, PriceBook


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A line of the bill with its price.

    Attributes:
        price: None where the price book has none: its amounts are unknown, not zero.
        rate: what one unit of the price's currency costs in that of the bill.
        discount: in percent.
        vat: in percent; None where none is declared.
    """

    line: BillLine
    price: Price | None
    rate: Decimal | None
    discount: Decimal
    vat: Decimal | None

    @property
    def unit(self) -> Decimal | None:
        """What one unit costs in the currency of the bill: ``price * rate``, then ``* (1 - discount / 100)``.

        Both are rounded to 0.0001.
        """
        if self.price is None or self.rate is None:
            return None
        return unit_rounded(unit_rounded(self.price.price * self.rate) * (1 - self.discount / 100))

    @property
    def net(self) -> Decimal | None:
        """Amount without tax: ``total * unit``, rounded to 0.01."""
        return None if self.unit is None else rounded(self.line.total * self.unit)

    @property
    def tax(self) -> Decimal | None:
        """Value added tax: ``net * vat / 100``, rounded to 0.01; None where it is not declared."""
        net = self.net
        return None if net is None or self.vat is None else rounded(net * self.vat / 100)

    @property
    def gross(self) -> Decimal | None:
        """Amount with tax; None where either is unknown."""
        net, tax = self.net, self.tax
        return None if net is None or tax is None else net + tax


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over lines.

    Attributes:
        lines: how many lines.
        unpriced: lines without a price: the amounts are those of the others.
        tax, gross: None where no tax is declared.
    """

    lines: int
    unpriced: int
    net: Decimal
    tax: Decimal | None
    gross: Decimal | None


@dataclass(frozen=True)
class PricedBill:
    """The bill with prices.

    Attributes:
        currency: of the amounts; empty where there is no price at all.
        vat: in percent; None where none is declared.
        book: None where there is no price book.
    """

    design: Design
    lines: tuple[PricedLine, ...]
    currency: str
    vat: Decimal | None
    book: PriceBook | None

    @cached_property
    def missing(self) -> tuple[BillLine, ...]:
        """Lines without a price. Without a price book nothing is missing: nothing was asked."""
        return () if self.book is None else tuple(one.line for one in self.lines if one.price is None)

    @cached_property
    def total(self) -> Sums:
        """Sums over all lines."""
        return sums(self.lines, taxed=self.vat is not None)

    def by(self, key: Callable[[BillLine], str]) -> dict[str, Sums]:
        """Return sums by lot, section or whatever ``key`` returns, in the order in which they occur."""
        groups: dict[str, list[PricedLine]] = {}
        for one in self.lines:
            groups.setdefault(key(one.line), []).append(one)
        return {name: sums(lines, taxed=self.vat is not None) for name, lines in groups.items()}

    def rate(self, currency: str) -> Decimal | None:
        """Return what one unit of a currency costs in that of the bill; None where no rate is declared."""
        return _rates(self.design, self.currency).get(currency)


def sums(lines: Iterable[PricedLine], *, taxed: bool) -> Sums:
    """Return the sums over lines; lines without a price are counted, not taken for zero."""
    held = tuple(lines)
    priced = [one for one in held if one.net is not None]
    net = sum((one.net for one in priced if one.net is not None), Decimal(0))
    tax = sum((one.tax for one in priced if one.tax is not None), Decimal(0)) if taxed else None
    return Sums(
        lines=len(held),
        unpriced=len(held) - len(priced),
        net=net,
        tax=tax,
        gross=None if tax is None else net + tax,
    )


def priced_bill(design: Design, book: PriceBook | None = None) -> PricedBill:
    """Join the bill of a design with a price book.

    Raises:
        DesignError: prices are in several currencies and none is declared for the bill, one has no exchange rate,
            or one had expired on the day for which prices are asked. The message names sheet and cell.
    """
    declared = design.procurement
    lines = bill(design)
    found = [(line, book.find(line) if book is not None else None) for line in lines]
    currency = declared.currency or _only_currency([price for _, price in found if price is not None])
    rates = _rates(design, currency)
    on = date.fromisoformat(declared.priced_on) if declared.priced_on else None
    vat = Decimal(declared.vat) if declared.vat else None
    made = []
    for line, price in found:
        if price is not None:
            _check(price, currency, rates, on)
        discount = next(
            (Decimal(one.percent) for one in chosen(declared.discounts, line.section, line.ids)), Decimal(0)
        )
        made.append(PricedLine(line, price, rates[price.currency] if price is not None else None, discount, vat))
    return PricedBill(design, tuple(made), currency, vat, book)


def _rates(design: Design, currency: str) -> dict[str, Decimal]:
    declared = {rate.currency: Decimal(rate.rate) for rate in design.procurement.rates}
    return {**declared, currency: Decimal(1)}


def _only_currency(prices: list[Price]) -> str:
    for price in prices:
        if price.currency != prices[0].currency:
            raise price.error(
                "currency",
                f"{price.number} is priced in {price.currency} and {prices[0].number} in {prices[0].currency}",
                f"say in which currency the bill is: Procurement(currency={prices[0].currency!r}, rates=...)",
            )
    return prices[0].currency if prices else ""


def _check(price: Price, currency: str, rates: dict[str, Decimal], on: date | None) -> None:
    if price.currency not in rates:
        raise price.error(
            "currency",
            f"there is no exchange rate from {price.currency} to {currency}",
            f"declare ExchangeRate(currency={price.currency!r}, rate=..., source=...) in Procurement(rates=...)",
        )
    if on is not None and price.valid_until is not None and price.valid_until < on:
        raise price.error(
            "valid until",
            f"the price of {price.number} held until {price.valid_until} and is asked for {on}",
            "ask for a new price, or declare another day as Procurement(priced_on=...)",
        )


__all__ = ["PricedBill", "PricedLine", "Sums", "priced_bill", "sums"]
