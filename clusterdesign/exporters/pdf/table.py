"""A table on the pages of a PDF: rows as high as their texts, heads repeated, no row torn apart that fits a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

from clusterdesign.exporters.laid import Laid
from clusterdesign.exporters.pdf.canvas import Canvas, Colour
from clusterdesign.exporters.pdf.flow import POINT, Flow
from clusterdesign.tables.document import Side

_LEADING = 1.22
_PAD_X, _PAD_Y = 1.0, 0.8
_HEAD: Colour = (217, 226, 243)
_RULE: Colour = (140, 140, 140)
_CAPTION = 8.5
_AFTER = 3.5


@dataclass(frozen=True, slots=True)
class _Cell:
    """Lines in a column, or over several of them."""

    lines: tuple[str, ...]
    x: float
    width: float
    side: Side
    bold: bool = False
    head: bool = False
    rows: int = 1


def set_table(flow: Flow, table: Laid) -> None:
    """Set a table below what stands on the page."""
    heads = _heads(flow, table)
    high = sum(height for _, height in heads)
    rows = [_row(flow, table, n) for n in range(len(table.rows))]
    # Two rows stand together, or the first would leave its heads behind.
    first = sum(_height(cells, table.size) for cells in rows[: 2 if len(rows) == 2 else 1])  # noqa: PLR2004
    caption = flow.lines(table.caption, flow.room[0], _CAPTION, bold=True) if table.caption else []
    step = _CAPTION * 1.3 * POINT
    flow.need(len(caption) * step + 1 + high + first)
    flow.gap(1.0 if caption else 0.0)
    for line in caption:
        flow.draw(partial(_bold, x=flow.left, y=flow.y + _CAPTION * POINT, text=line, width=flow.room[0]))
        flow.y += step
    flow.y += 0.6 if caption else 0.0
    _print_heads(flow, heads, table.size)
    for n, cells in enumerate(rows):
        # The last row, often a sum, never stands alone on a page.
        more = _height(rows[n + 1], table.size) if n == len(rows) - 2 else 0.0
        for piece in _pieces(cells, table.size, flow.room[1] - high):
            height = _height(piece, table.size)
            if flow.need(height + (more if height + more + high <= flow.room[1] else 0.0)):
                _print_heads(flow, heads, table.size)
            _print(flow, piece, height, table.size)
    flow.y += _AFTER


def _bold(canvas: Canvas, *, x: float, y: float, text: str, width: float) -> None:
    canvas.text(x, y, text, width=width, size=_CAPTION, bold=True)


def _edges(flow: Flow, table: Laid) -> list[float]:
    return [flow.left, *(flow.left + edge for edge in accumulate(table.widths))]


def _row(flow: Flow, table: Laid, n: int) -> list[_Cell]:
    edges = _edges(flow, table)
    strong = n in table.strong
    made = []
    for column, (text, width, side) in enumerate(zip(table.rows[n], table.widths, table.sides, strict=True)):
        bold = strong or (not table.heads and column == 0)
        lines = flow.lines(text, width - 2 * _PAD_X, table.size, bold=bold)
        made.append(_Cell(tuple(lines), edges[column], width, side, bold=bold))
    return made


def _heads(flow: Flow, table: Laid) -> list[tuple[list[_Cell], float]]:
    """Return the rows of heads and their heights."""
    if not table.heads:
        return []
    edges = _edges(flow, table)

    def head(text: str, start: int, count: int, rows: int = 1) -> _Cell:
        width = edges[start + count] - edges[start]
        lines = flow.lines(text, width - 2 * _PAD_X, table.size, bold=True)
        return _Cell(tuple(lines), edges[start], width, "centre", bold=True, head=True, rows=rows)

    upper: list[_Cell] = []
    lower: list[_Cell] = []
    column = 0
    for group in table.groups:
        span = range(column, column + group.columns)
        column += group.columns
        if group.text:
            upper.append(head(group.text, span.start, group.columns))
            lower += (head(table.heads[n], n, 1) for n in span)
        else:
            upper += (head(table.heads[n], n, 1, 2) for n in span)
    if not table.groups:
        lower = [head(text, n, 1) for n, text in enumerate(table.heads)]
    made = []
    if upper:
        made.append((upper, _height([cell for cell in upper if cell.rows == 1], table.size)))
    tall = max((_height([cell], table.size) for cell in upper if cell.rows > 1), default=0.0)
    made.append((lower, max(_height(lower, table.size), tall - sum(height for _, height in made))))
    if table.numbers:
        made.append((cells := [head(str(n + 1), n, 1) for n in range(len(table.heads))], _height(cells, table.size)))
    return made


def _print_heads(flow: Flow, heads: Sequence[tuple[list[_Cell], float]], size: float) -> None:
    for n, (cells, height) in enumerate(heads):
        below = heads[n + 1][1] if n + 1 < len(heads) else 0.0
        _print(flow, cells, height, size, below=below)


def _pieces(cells: list[_Cell], size: float, room: float) -> list[list[_Cell]]:
    """Return a row in pieces that fit a page; nearly always one."""
    most = max(1, int((room - 2 * _PAD_Y) / (size * _LEADING * POINT)))
    longest = max(len(cell.lines) for cell in cells)
    return [
        [replace(cell, lines=cell.lines[start : start + most]) for cell in cells]
        for start in range(0, max(1, longest), most)
    ]


def _height(cells: Sequence[_Cell], size: float) -> float:
    lines = max((len(cell.lines) for cell in cells), default=1)
    return max(1, lines) * size * _LEADING * POINT + 2 * _PAD_Y


def _print(flow: Flow, cells: Sequence[_Cell], height: float, size: float, *, below: float = 0.0) -> None:
    flow.draw(partial(_draw, cells=tuple(cells), y=flow.y, height=height, size=size, below=below))
    flow.y += height


def _draw(canvas: Canvas, *, cells: tuple[_Cell, ...], y: float, height: float, size: float, below: float) -> None:
    step = size * _LEADING * POINT
    for cell in cells:
        tall = height + (below if cell.rows > 1 else 0.0)
        canvas.frame(cell.x, y, cell.width, tall, fill=_HEAD if cell.head else None, edge=_RULE, line=0.15)
        # Heads stand in the middle, texts at the top, each line on its base line.
        free = tall - len(cell.lines) * step if cell.head else 2 * _PAD_Y
        base = y + free / 2 + size * POINT * 0.97
        for n, line in enumerate(cell.lines):
            canvas.text(
                cell.x + _PAD_X, base + n * step, line, width=cell.width - 2 * _PAD_X, size=size, bold=cell.bold,
                align=cell.side,
            )  # fmt: skip


__all__ = ["set_table"]
