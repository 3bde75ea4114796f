"""How wide the columns and how high the rows of a sheet must be: a spreadsheet program does not find out."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from clusterdesign.tables.sheet import Column, Sheet
from clusterdesign.tables.values import Scalar

Grid: TypeAlias = Sequence[tuple[Scalar, ...]]
"""The cells of a sheet, heads left out."""

_LINE_POINTS = 15
_MOST_LINES = 27  # Excel ends at 409 points


def column_widths(sheet: Sheet[Any], heads: Sequence[str], grid: Grid) -> list[int]:
    """Return widths in characters: as the longest cell needs, no wider than declared; heads wrap."""
    widths = []
    for n, column in enumerate(sheet.columns):
        longest = max((len(str(row[n])) for row in grid if row[n] is not None), default=0)
        needed = longest + 2 if longest else column.width  # an empty column is filled in by hand
        word_of_head = max(len(piece) for piece in heads[n].split()) + 2
        widths.append(max(word_of_head, min(needed, column.width), _amount_width(column, grid, n)))
    return widths


def _amount_width(column: Column[Any], grid: Grid, n: int) -> int:
    """Return the width that grouped numbers and their sum need; a number does not wrap, it turns into ###."""
    numbers = [cell for row in grid if isinstance(cell := row[n], int | float)] if column.grouped else []
    if not numbers:
        return 0
    widest = max((*numbers, *([math.fsum(numbers)] if column.total else [])), key=abs)
    return len(f"{widest:,.{4 if column.digits is None else column.digits}f}") + 3  # indent and bold type


def row_heights(sheet: Sheet[Any], widths: Sequence[int], grid: Grid) -> dict[int, float]:
    """Return the height of every row with a cell that wraps: programs do not find it out by themselves."""
    printed = sheet.printed
    heights = {}
    for n, row in enumerate(grid, 2):
        lines = [
            _lines(cell, widths[column])
            for column in printed
            if isinstance(cell := row[column], str) and (len(cell) >= widths[column] or "\n" in cell)
        ]
        if lines and max(lines) > 1:
            heights[n] = _height(lines)
    return heights


def head_height(heads: Sequence[str], widths: Sequence[int]) -> float:
    """Return the height of the row of heads."""
    return _height(_lines(head, width) for head, width in zip(heads, widths, strict=True))


def _lines(text: str, width: int) -> int:
    """Return how many lines a text takes in a cell, at least one."""
    return sum(len(textwrap.wrap(line, max(1, width - 1))) or 1 for line in text.split("\n"))


def _height(lines: Iterable[int]) -> float:
    return min(max(lines, default=1), _MOST_LINES) * _LINE_POINTS + 1
