"""Money: decimal, rounded at the unit and at the line.

The price of a unit in the currency of the bill is rounded to ten-thousandths, after the exchange and after the
discount; the amount of a line to hundredths; halves away from zero, as the ROUND of spreadsheet programs does. Those
compute with some 15 digits, and a product of price, rate, discount and quantity may have more: step by step each has
fewer, so that both round alike. Sums are sums of rounded amounts, so that a column adds up to what stands below it.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

CENT, UNIT = Decimal("0.01"), Decimal("0.0001")

ROUNDING = (
    "unit prices are rounded to 0.0001 after exchange and after discount, amounts of lines to 0.01, halves up; "
    "sums are sums of rounded amounts"
)
"""As the documents state it."""


def rounded(amount: Decimal) -> Decimal:
    """Return an amount rounded to hundredths, halves away from zero."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def unit_rounded(price: Decimal) -> Decimal:
    """Return the price of a unit rounded to ten-thousandths, halves away from zero."""
    return price.quantize(UNIT, ROUND_HALF_UP)


def plain(number: Decimal) -> str:
    """Return a number without exponent and trailing zeros."""
    return format(number.normalize(), "f")


__all__ = ["CENT", "ROUNDING", "UNIT", "plain", "rounded", "unit_rounded"]
