"""How findings print numbers and lists, so that all rules say the same thing the same way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from clusterdesign.units import Quantity


def count(number: int, one: str, many: str = "") -> str:
    """Return ``1 link`` or ``3 links``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def ratio(value: Fraction) -> str:
    """Return ``4:3`` where the terms are short, else ``1.032:1``."""
    if value.numerator < 100 and value.denominator < 10:  # noqa: PLR2004  # terms that can be read at a glance
        return f"{value.numerator}:{value.denominator}"
    return f"{float(value):.3f}".rstrip("0").rstrip(".") + ":1"


def percent(share: Fraction | float, digits: int = 1) -> str:
    """Return ``7.5 %``."""
    text = f"{float(share) * 100:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def margin(measured: Quantity, limit: Quantity) -> str:
    """Return what is left up to an upper limit, in the unit of the limit: negative when it is exceeded."""
    return (limit - measured).text(digits=3)


def listed(items: Sequence[str], first: int = 3) -> str:
    """Return the first items of a list and how many follow."""
    shown = ", ".join(items[:first])
    return shown if len(items) <= first else f"{shown} and {len(items) - first} more"
