"""Large whole numbers as people write them: ``70B`` parameters, ``1.4T`` tokens."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, PlainSerializer

from clusterdesign.errors import DesignError

_SUFFIXES = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}

_TEXT = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMBT]?)\s*")

LARGEST = 10**18
"""A larger count is a slip of the keyboard: no published run comes within a factor of a thousand."""


def count(value: object) -> int:
    """Read a count: a whole number, or text such as ``"70B"``, ``"1.4T"``, ``"500K"``, ``"4M"``.

    Args:
        value: a whole number or text; suffixes are decimal, so that ``4M`` is 4 000 000.

    Raises:
        DesignError: it is no count, not positive, or absurdly large.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise DesignError(f"expected a count, got {value!r}", fix='write a number such as 70000000000 or "70B"')
    number = _read(value) if isinstance(value, str) else Fraction(value)
    if number.denominator != 1:
        raise DesignError(f"{value!r} is not a whole number", fix='write a whole number or "1.4T"')
    if not 0 < number <= LARGEST:
        raise DesignError(f"{value!r} is outside 1 to {LARGEST:.0e}", fix="check the number and its suffix")
    return int(number)


def _read(text: str) -> Fraction:
    match = _TEXT.fullmatch(text)
    if match is None:
        raise DesignError(f"cannot read {text!r} as a count", fix='write a number with K, M, B or T, such as "70B"')
    return Fraction(match[1]) * _SUFFIXES[match[2]]


def short(number: float) -> str:
    """Print a count with three significant digits and its suffix: ``70.6B``."""
    for suffix, size in reversed(_SUFFIXES.items()):
        if suffix and abs(number) >= size:
            return f"{number / size:.3g}{suffix}" if abs(number) < 1000 * size else f"{number / size:.0f}{suffix}"
    return f"{number:.3g}"


Count: TypeAlias = Annotated[int, BeforeValidator(count), PlainSerializer(lambda number: number, return_type=int)]
"""A positive whole number that may be written ``"70B"``."""
