"""Numbers as people type them: ``1 234,50``, ``1'234.50``, ``$1,234.50``, ``12 шт.``."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal, TypeAlias

from clusterdesign.procurement.grid.cells import Cell, Grid

Mark: TypeAlias = Literal[".", ","]

# A currency or unit may stand on either side of a number.
_AFFIXES = re.compile(
    r"^(?:usd|eur|rub|cny|us\$|[$€₽¥£])?\s*(.*?)\s*"
    r"(?:usd|eur|rub|rur|cny|[$€₽¥£]|руб(?:лей|ля|ль)?|р|pcs|pc|pieces|ea|each|units?|sets?|шт(?:ук[аи]?)?|компл(?:ект\w*)?|ед)?\.?$",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"(?<=\d)[\s\u00a0\u2007\u2009\u202f'’](?=\d{3}(?!\d))")
_PLAIN = re.compile(r"[+-]?\d+(?:\.\d+)?")
_GROUPED = {
    ",": re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?"),
    ".": re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?"),
}
_UNCLEAR = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
_LONGEST = 40


def number(grid: Grid, cell: Cell, *, whole: bool = False, mark: Mark | None = None) -> Decimal:
    """Return the number in a cell.

    Args:
        grid: the sheet, for messages.
        cell: a number, or a text that a person typed for one.
        whole: a quantity of things: ``1,234`` is one thousand and so many, and a fraction is refused.
        mark: what stands in front of the decimals in this column, where :func:`decimal_mark` could tell.

    Raises:
        DesignError: the cell holds no number, more than one reading, or a fraction where none is allowed.
    """
    if isinstance(cell.value, Decimal):
        found = cell.value
    elif isinstance(cell.value, datetime.date):
        raise grid.error(
            cell, f"is the date {cell.value}, not a number", "format the cell as a number and type it again"
        )
    elif cell.value is None:
        raise grid.error(
            cell,
            "holds a formula whose result is not stored in the file",
            "open the file in a spreadsheet program, let it recalculate, and save it",
        )
    else:
        found = _typed(grid, cell, cell.value, whole=whole, mark=mark)
    if whole and found != found.to_integral_value():
        raise grid.error(cell, f"{cell.text} is no whole number", "write how many pieces")
    return found


def decimal_mark(texts: Iterable[str]) -> Mark | None:
    """Tell what stands in front of the decimals in a column; None where no cell, or cells of both kinds, tell."""
    marks = {mark for text in texts if (mark := _told(_stripped(text))) is not None}
    return marks.pop() if len(marks) == 1 else None


def _typed(grid: Grid, cell: Cell, text: str, *, whole: bool, mark: Mark | None) -> Decimal:
    digits = _stripped(text)
    if _UNCLEAR.fullmatch(digits):
        # One mark in front of three digits: thousands or decimals.
        if whole:
            return Decimal(re.sub("[.,]", "", digits))
        if mark is None and "," in digits:
            bare = digits.replace(",", "")
            raise grid.error(
                cell,
                f"{text!r} may be {bare} or {digits.replace(',', '.')}",
                f"write {bare}.00, or format it as a number",
            )
        decimals = (mark or ".") in digits
        return Decimal(digits.replace(",", ".") if decimals else re.sub("[.,]", "", digits))
    plain = _plain(digits)
    if plain is None:
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
        raise grid.error(cell, f"{shown!r} is no number", "write digits, with one decimal point or comma")
    return Decimal(plain)


def _plain(digits: str) -> str | None:
    """Return digits with a decimal point and nothing else, None if it is no number."""
    for decimal, pattern in _GROUPED.items():
        if pattern.fullmatch(digits):
            other = "." if decimal == "," else ","
            return digits.replace(other, "").replace(",", ".")
    point = digits.replace(",", ".")
    return point if _PLAIN.fullmatch(point) else None


def _told(digits: str) -> Mark | None:
    """Return the decimal mark of a number that has only one reading."""
    if _UNCLEAR.fullmatch(digits) or _plain(digits) is None:
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return None
    mark: Mark = "," if digits[last] == "," else "."
    if digits.count(mark) > 1:
        return "." if mark == "," else ","
    return mark


def _stripped(text: str) -> str:
    """Take off currency, unit and whatever stands between thousands."""
    text = " ".join(text[: 2 * _LONGEST].replace("\u2212", "-").split())
    found = _AFFIXES.match(text)
    return _BLANKS.sub("", found[1] if found else text)


__all__ = ["Mark", "decimal_mark", "number"]
