"""Money: decimal, rounded once a line.

An amount of a line is rounded to hundredths of its currency, halves away from zero, as the ROUND of spreadsheet
programs does. Sums are sums of rounded amounts, so that a column adds up to what stands below it.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")

ROUNDING = "each amount of a line is rounded to 0.01, halves up; sums are sums of rounded amounts"
"""As the documents state it."""


def rounded(amount: Decimal) -> Decimal:
    """Return an amount rounded to hundredths, halves away from zero."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def plain(number: Decimal) -> str:
    """Return a number without exponent and trailing zeros."""
    return format(number.normalize(), "f")


__all__ = ["CENT", "ROUNDING", "plain", "rounded"]
