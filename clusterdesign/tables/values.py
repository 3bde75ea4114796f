"""From a value to a cell: what a spreadsheet can store, and nothing it would change behind our back."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import TypeAlias

from clusterdesign.errors import DesignError
from clusterdesign.units import Quantity

Scalar: TypeAlias = str | int | float | None

LONGEST = 32767
"""Excel's limit on the text of one cell; longer text would be cut without a word."""

# XML 1.0 cannot hold these, and a carriage return comes back as a line feed.
_IMPOSSIBLE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")

# Excel reads _x0041_ in a stored text as "A".
_EXCEL_ESCAPE = re.compile("_x[0-9A-Fa-f]{4}_")


def text_cell(value: object) -> str | None:
    """Return a text as a cell; an empty one is None.

    Raises:
        DesignError: the text is too long for a cell or holds a character that a spreadsheet cannot store.
        TypeError: the value is no text.
    """
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise TypeError(f"a text column got {value!r}")
    if len(value) > LONGEST:
        raise DesignError(
            f"the text has {len(value)} characters and a cell holds {LONGEST}",
            thing=f"{value[:40]}...",
            fix="shorten the text",
        )
    bad = _IMPOSSIBLE.search(value)
    if bad is not None:
        raise DesignError(
            f"the text holds the character U+{ord(bad[0]):04X}, which a spreadsheet cannot store",
            thing=ascii(value[:40]),
            fix="remove the character from the name or part that the text comes from",
        )
    return value


def number_cell(value: object, *, unit: str = "", digits: int | None = None, whole: bool = False) -> int | float | None:
    """Return a number or a quantity as a cell, rounded to ``digits`` decimals.

    Raises:
        TypeError: the value is no number, not finite, or not whole where it must be.
    """
    if isinstance(value, Quantity):
        value = value.to(unit)
    if isinstance(value, Decimal):
        value = float(value)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"a number column got {value!r}")
    if isinstance(value, float):
        if not math.isfinite(value) or (whole and not value.is_integer()):
            raise TypeError(f"a number column got {value!r}")
        if value.is_integer():
            return int(value)
        return value if digits is None else round(value, digits)
    return value


# The full-width signs count: some spreadsheet programs fold them to the plain ones.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'")


def guarded(text: str) -> str:
    """Return a text for CSV that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_RISKY) else text


def unguarded(text: str) -> str:
    """Return the text that :func:`guarded` was given."""
    return text.removeprefix("'")


def excel_text(text: str) -> str:
    """Return the text so that Excel shows it unchanged: its own ``_x0041_`` escapes are escaped."""
    if "_x" not in text:
        return text
    return _EXCEL_ESCAPE.sub(lambda match: f"_x005F{match[0]}", text)
