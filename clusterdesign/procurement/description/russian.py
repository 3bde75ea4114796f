"""Numbers as Russian documents print them."""

from __future__ import annotations

from decimal import Decimal

_DIGITS = 4
"""Decimals that are printed at most."""


def comma(value: float, digits: int = _DIGITS) -> str:
    """Print a number with a decimal comma and at most ``digits`` decimals: ``2,5``."""
    text = f"{round(Decimal(repr(value)), digits):f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text.replace(".", ",")


__all__ = ["comma"]
