"""Formulas of columns, declared by the heads they read: ``ROUND([Quantity]*[Unit price],2)``.

Only formats that compute render them; all others print the value that the column returns, which must be the same.
The text of a formula comes from this library alone: a text of a design is never a part of one.

======================== ==========================================================
``[Head]``               the cell of that column in the same row
``[Sheet!Head]``         all cells of that column of a sheet of the same book
``[Sheet!Head@key]``     the one cell in the row whose first cell is ``key``
======================== ==========================================================

Sheets and heads go by their English names, without mark and unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_REFERENCE = re.compile(r"\[(?:(?P<sheet>[^\[\]!]+)!)?(?P<head>[^\[\]!@]+)(?:@(?P<key>[^\[\]!@]+))?\]")


@dataclass(frozen=True, slots=True)
class Reference:
    """What a formula reads.

    Attributes:
        sheet: English name of the sheet; empty for the row of the formula itself.
        head: English head of the column.
        key: first cell of the one row that is meant; empty for all rows.
    """

    sheet: str
    head: str
    key: str

    def __str__(self) -> str:
        sheet, key = (f"{self.sheet}!" if self.sheet else ""), (f"@{self.key}" if self.key else "")
        return f"[{sheet}{self.head}{key}]"


def references(formula: str) -> Iterator[Reference]:
    """Yield what a formula reads, in order."""
    return map(_reference, _REFERENCE.finditer(formula))


def resolved(formula: str, cell: Callable[[Reference], str]) -> str:
    """Return the formula with every reference as the name of a cell or range."""
    return _REFERENCE.sub(lambda found: cell(_reference(found)), formula)


def _reference(found: re.Match[str]) -> Reference:
    return Reference(found["sheet"] or "", found["head"], found["key"] or "")


__all__ = ["Reference", "references", "resolved"]
