"""A table of a Word file, written as XML: python-docx takes a second for every thousand cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Any
from xml.sax.saxutils import escape

from clusterdesign.exporters.laid import Laid
from clusterdesign.tables.document import Side

_TWIPS = 1440 / 25.4
"""Twentieths of a point in a millimetre."""

_JUSTIFIED: dict[Side, str] = {"left": "left", "centre": "center", "right": "right"}
_HEAD_FILL = "D9E2F3"
_BORDER = "8C8C8C"
_EDGES = ("top", "left", "bottom", "right", "insideH", "insideV")
_CELL_MARGIN = 57


def table_xml(table: Laid) -> Any:
    """Return the element of a table, heads repeated on every page, rows never torn apart."""
    from docx.oxml import parse_xml  # noqa: PLC0415  # slow to import
    from docx.oxml.ns import nsdecls  # noqa: PLC0415  # likewise

    return parse_xml(f"<w:tbl {nsdecls('w')}>{''.join(_parts(table))}</w:tbl>")


def _parts(table: Laid) -> Iterator[str]:
    # Edges are rounded, not widths, so that the sum is right.
    edges = [0, *(round(edge * _TWIPS) for edge in accumulate(table.widths))]
    widths = [b - a for a, b in pairwise(edges)]
    borders = "".join(f'<w:{edge} w:val="single" w:sz="4" w:space="0" w:color="{_BORDER}"/>' for edge in _EDGES)
    margins = "".join(f'<w:{side} w:w="{_CELL_MARGIN}" w:type="dxa"/>' for side in ("left", "right"))
    yield (
        f'<w:tblPr><w:tblW w:w="{sum(widths)}" w:type="dxa"/><w:tblBorders>{borders}</w:tblBorders>'
        f'<w:tblLayout w:type="fixed"/><w:tblCellMar>{margins}</w:tblCellMar></w:tblPr>'
    )
    columns = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    yield f"<w:tblGrid>{columns}</w:tblGrid>"
    yield from _heads(table, widths)
    for n, row in enumerate(table.rows):
        strong = n in table.strong
        cells = (
            _cell(text, width, table.size, side=side, bold=strong or (not table.heads and column == 0))
            for column, (text, width, side) in enumerate(zip(row, widths, table.sides, strict=True))
        )
        yield _row(cells)


def _heads(table: Laid, widths: list[int]) -> Iterator[str]:
    if not table.heads:
        return
    merges = [""] * len(widths)
    if table.groups:
        cells, column = [], 0
        for group in table.groups:
            span = range(column, column + group.columns)
            column += group.columns
            if group.text:
                more = f'<w:gridSpan w:val="{group.columns}"/>'
                cells.append(_head(group.text, sum(widths[n] for n in span), table.size, more))
                continue
            for n in span:
                merges[n] = "<w:vMerge/>"
                cells.append(_head(table.heads[n], widths[n], table.size, '<w:vMerge w:val="restart"/>'))
        yield _row(cells, head=True)
    yield _row(
        (
            _head("" if merge else head, width, table.size, merge)
            for head, width, merge in zip(table.heads, widths, merges, strict=True)
        ),
        head=True,
    )
    if table.numbers:
        yield _row((_head(str(n), width, table.size, "") for n, width in enumerate(widths, 1)), head=True)


def _row(cells: Any, *, head: bool = False) -> str:
    repeated = "<w:tblHeader/>" if head else ""
    return f"<w:tr><w:trPr><w:cantSplit/>{repeated}</w:trPr>{''.join(cells)}</w:tr>"


def _head(text: str, width: int, size: float, merge: str) -> str:
    shade = f'<w:shd w:val="clear" w:color="auto" w:fill="{_HEAD_FILL}"/><w:vAlign w:val="center"/>'
    return _cell(text, width, size, side="centre", bold=True, more=(merge, shade))


def _cell(text: str, width: int, size: float, *, side: Side, bold: bool, more: tuple[str, str] = ("", "")) -> str:
    strong = "<w:b/>" if bold else ""
    runs = f'<w:rPr>{strong}<w:sz w:val="{round(2 * size)}"/></w:rPr>'
    lines = "<w:br/>".join(f'<w:t xml:space="preserve">{escape(line)}</w:t>' for line in text.split("\n"))
    return (
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{"".join(more)}</w:tcPr><w:p><w:pPr>'
        f'<w:pStyle w:val="Tabletext"/><w:jc w:val="{_JUSTIFIED[side]}"/></w:pPr><w:r>{runs}{lines}</w:r></w:p></w:tc>'
    )


__all__ = ["table_xml"]
