"""A table as it is printed: texts, and columns of so many millimetres. Word and PDF lay it out alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clusterdesign.tables.document import Grid, HeadGroup, Side, Table, printable
from clusterdesign.tables.i18n import word
from clusterdesign.tables.sheet import Column
from clusterdesign.tables.values import Scalar

_SIDES: dict[str, Side] = {"l": "left", "c": "centre", "r": "right"}

_CHARACTER = 0.19
"""Millimetres of a letter for each point of its size: a generous mean of the fonts used."""

_PADDING = 3.0
"""Millimetres that a cell has at its sides."""

_LONGEST_WORD = 22
"""Letters of a word that a column tries to keep whole; part numbers and paths may break beyond."""

_WHOLE = 14
"""Letters up to which a word is whole with its dashes and slashes."""

_BOLD = 1.2
"""How much wider bold letters are."""

_SMALLEST, _STEP = 6.0, 0.5
"""Points below which letters are not shrunk to keep words whole, and the steps in which they shrink."""

_THOUSAND = 10_000
"""From here on, digits are grouped."""

_PIECES = re.compile(r"[^/,;:·–-]+[/,;:·–-]*")


@dataclass(frozen=True, slots=True)
class Laid:
    """A table of texts.

    Attributes:
        heads: none where there is no row of them.
        rows: a text a column.
        sides: where the texts of a column stand.
        widths: of the columns in millimetres.
        groups: upper row of heads.
        numbers: whether the columns are numbered below the heads.
        strong: rows in bold.
        size: of the letters in points.
        caption: above it.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sides: tuple[Side, ...]
    widths: tuple[float, ...]
    groups: tuple[HeadGroup, ...]
    numbers: bool
    strong: frozenset[int]
    size: float
    caption: str


def laid(block: Grid | Table, room: float, lang: str) -> Laid:
    """Lay a table out.

    Args:
        block: the table.
        room: width of the page within its margins, in millimetres.
        lang: language of the heads and of decimal marks.

    Raises:
        DesignError: a cell of a sheet holds what no spreadsheet can store.
    """
    return _grid(block, room, lang) if isinstance(block, Grid) else _table(block, room, lang)


def number(value: float, lang: str, digits: int | None = None) -> str:
    """Return a number as it is printed: groups of three digits from 10 000 on, the decimal mark of the language."""
    text = f"{value:.{digits}f}" if digits is not None else f"{value:.10g}"
    if "e" in text:
        return text
    whole, _, rest = text.partition(".")
    if abs(value) >= _THOUSAND:
        whole = f"{int(whole):,}".replace(",", "\u00a0")
    mark = "," if lang == "ru" else "."
    return (whole + (mark + rest if rest else "")).replace("-", "\u2212")


def _grid(block: Grid, room: float, lang: str) -> Laid:
    sheet = block.sheet
    printed = sheet.printed
    columns = [sheet.columns[n] for n in printed]
    cells = [[row[n] for n in printed] for row in sheet.cells(lang)]
    rows = [tuple(_cell(cell, column, lang) for cell, column in zip(row, columns, strict=True)) for row in cells]
    strong = frozenset[int]()
    if cells and any(column.total for column in columns):
        strong = frozenset({len(rows)})
        rows.append(_totals(cells, columns, block.total or word("Total", lang), lang))
    heads = tuple(printable(head) for head in block.heads or [column.title(lang) for column in columns])
    sides: tuple[Side, ...] = tuple(
        "right" if column.kind == "number" else "centre" if column.kind == "integer" else "left" for column in columns
    )
    size, widths = _measures(block, heads, rows, room)
    return Laid(heads, tuple(rows), sides, widths, block.groups, block.numbers, strong, size, block.caption)


def _totals(cells: list[list[Scalar]], columns: list[Column[object]], label: str, lang: str) -> tuple[str, ...]:
    texts = []
    for n, column in enumerate(columns):
        found = [cell for row in cells if isinstance(cell := row[n], int | float)]
        texts.append(_cell(sum(found), column, lang) if column.total and found else "")
    if not texts[0]:
        texts[0] = label
    return tuple(texts)


def _cell(cell: Scalar, column: Column[object], lang: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return printable(cell)
    return number(cell, lang, column.digits if column.kind == "number" else None)


def _table(block: Table, room: float, lang: str) -> Laid:
    rows = tuple(tuple(_text(cell, lang) for cell in row) for row in block.rows)
    heads = tuple(map(printable, block.heads))
    if block.aligned:
        sides = tuple(_SIDES[letter] for letter in block.aligned)
    else:
        numeric = [
            bool(block.rows) and all(row[n] is None or isinstance(row[n], int | float) for row in block.rows)
            for n in range(block.columns)
        ]
        sides = tuple("right" if found else "left" for found in numeric)
    size, widths = _measures(block, heads, rows, room)
    return Laid(heads, rows, sides, widths, block.groups, block.numbers, block.strong, size, block.caption)


def _text(cell: Scalar, lang: str) -> str:
    if cell is None:
        return ""
    return printable(cell) if isinstance(cell, str) else number(cell, lang)


def _measures(
    block: Grid | Table, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], room: float
) -> tuple[float, tuple[float, ...]]:
    """Return the size of the letters and the widths of the columns.

    Widths that are declared keep the declared size; others take smaller letters where words would be torn apart.
    """
    if block.widths:
        taken = sum(block.widths)
        return block.size, block.widths if taken <= room else tuple(width * room / taken for width in block.widths)
    size = block.size
    while size > _SMALLEST and sum(_least(heads, rows, size)) > room:
        size -= _STEP
    return size, _natural(heads, rows, size, room)


def _least(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], size: float) -> list[float]:
    """Return the width of the longest word of each column, in millimetres."""
    letter = _CHARACTER * size
    found = []
    for n in range(len(heads) or len(rows[0])):
        longest = max((_longest(row[n]) for row in rows), default=1.0)
        head = _longest(heads[n]) * _BOLD if heads else 1.0
        found.append(max(longest, head) * letter + _PADDING)
    return found


def _longest(text: str) -> float:
    """Return the letters of the longest part of a text that should stay whole."""
    words = [
        len(piece) for word in text.split() for piece in ([word] if len(word) <= _WHOLE else _PIECES.findall(word))
    ]
    return float(min(max(words, default=1), _LONGEST_WORD))


def _natural(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], size: float, room: float) -> tuple[float, ...]:
    """Return widths for a whole page: no column narrower than its longest word, the rest as the texts ask.

    Args:
        heads: of the columns; may be empty.
        rows: their texts.
        size: of the letters in points.
        room: width of the page in millimetres.
    """
    letter = _CHARACTER * size
    least = _least(heads, rows, size)
    most = [
        max(low, max((len(line) for row in rows for line in row[n].split("\n")), default=1) * letter + _PADDING)
        for n, low in enumerate(least)
    ]
    free = room - sum(least)
    if free <= 0:
        return tuple(width * room / sum(least) for width in least)
    wish = [high - low for low, high in zip(least, most, strict=True)]
    total = sum(wish)
    if total > free:
        return tuple(low + free * want / total for low, want in zip(least, wish, strict=True))
    return tuple(width * room / sum(most) for width in most)


__all__ = ["Laid", "laid", "number"]
