"""``cabling.pdf``: the plan as an installer carries it, with boxes to tick.

A cable takes a line for each of its ends, so that a row is read from left to right and never across two pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.exporters.pdf.canvas import GREY, Align, Canvas
from clusterdesign.exporters.pdf.plan_pages import (
    BAND,
    LINE,
    PADDING,
    Heading,
    Item,
    Numbered,
    by_group,
    by_rack,
    height,
    pages,
)
from clusterdesign.exporters.pdf.tape import TAPE
from clusterdesign.tables.cabling import plan
from clusterdesign.tables.cabling.rows import CableEnd
from clusterdesign.tables.i18n import word

_SIZES = {"A4": (297.0, 210.0), "A3": (420.0, 297.0)}
_SIDE, _TOP, _BOTTOM = 8.0, 8.0, 8.0
_TITLE, _HEADS, _FOOT = 5.0, 8.0, 5.0
_BOX = 3.1
_SIZE = 7.5


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns of the plan: name, left edge and width in millimetres."""

    columns: dict[str, tuple[float, float]]
    right: float

    def __getitem__(self, name: str) -> tuple[float, float]:
        return self.columns[name]

    def __contains__(self, name: str) -> bool:
        return name in self.columns


_NARROW = {
    "Seq.": 8.5,
    "ID": 18.5,
    "End": 5.0,
    "Rack": 11.0,
    "U": 8.5,
    "Device": 36.0,
    "Port": 20.0,
    "OS name": 15.0,
    "Side": 12.0,
    "Plugged": 12.0,
    "Labelled": 12.0,
    "Part number": 27.0,
    "Length": 14.5,
    "Mark": 20.0,
    "Pulled": 12.0,
    "Dressed": 11.0,
    "Inspected": 12.0,
    "Remarks": 26.0,
}
"""Columns on A4, by their English heads; together the width of the page."""

_WIDE = {
    "Device": 46.0,
    "Port": 24.0,
    "OS name": 22.0,
    "Transceiver": 34.0,
    "Part number": 34.0,
    "Test result": 30.0,
    "Date": 20.0,
    "Remarks": 38.0,
}
"""What A3 has more: wider columns, and three that A4 leaves to the workbook."""

_ORDER = (
    "Seq.",
    "ID",
    "End",
    "Rack",
    "U",
    "Device",
    "Port",
    "OS name",
    "Side",
    "Transceiver",
    "Plugged",
    "Labelled",
    "Part number",
    "Length",
    "Mark",
    "Pulled",
    "Dressed",
    "Inspected",
    "Test result",
    "Date",
    "Remarks",
)


_TICKED = frozenset({"Plugged", "Labelled", "Pulled", "Dressed", "Inspected"})

_BELOW = {"Part number": "Medium", "Length": "Slack", "Mark": "Jacket"}
"""What stands on the second line of a row, below what the column is named after."""

_UNTITLED = frozenset({"Seq.", "End"})
"""Columns that explain themselves and are too narrow for a head."""


def cabling_pdf(design: Design, lang: str = "en") -> bytes:
    """Return the cabling plan of a design, every cable once.

    The design says on which paper, and whether by pull group or a page for each rack.
    """
    made = plan(design)
    width, tall = _SIZES[design.printing.paper]
    sections = by_rack(made, lang) if design.printing.page_per_rack else by_group(made, lang)
    top = _TOP + _TITLE + _HEADS
    sheets = pages(tuple(sections), tall - top - _BOTTOM - _FOOT, lang)
    canvas = Canvas(width, tall, f"{design.name}: {word('Cabling plan', lang)}")
    press = _Press(canvas, _grid(design.printing.paper, width), lang)
    for number, items in enumerate(sheets, 1):
        canvas.page()
        press.frame(design.name, number, len(sheets), tall)
        y = top
        for item in items:
            press.item(item, y)
            y += height(item)
    return canvas.output()


def _grid(paper: str, width: float) -> Grid:
    chosen = _NARROW if paper == "A4" else _NARROW | _WIDE
    columns: dict[str, tuple[float, float]] = {}
    x = _SIDE
    for name in _ORDER:
        if name in chosen:
            columns[name] = (x, chosen[name])
            x += chosen[name]
    return Grid(columns, width - _SIDE)


class _Press:
    """Prints the parts of a page."""

    def __init__(self, canvas: Canvas, grid: Grid, lang: str) -> None:
        self._canvas = canvas
        self._grid = grid
        self._lang = lang

    def frame(self, name: str, number: int, total: int, tall: float) -> None:
        """Print what every page has: title, heads, number."""
        canvas, grid = self._canvas, self._grid
        wide = grid.right - _SIDE
        canvas.text(_SIDE, _TOP + 2, name, width=wide / 3, size=9, bold=True)
        canvas.text(_SIDE, _TOP + 2, word("Cabling plan", self._lang), width=wide, size=9, bold=True, align="centre")
        count = f"{word('Page', self._lang)} {number} {word('of', self._lang)} {total}"
        canvas.text(_SIDE, _TOP + 2, count, width=wide, size=9, align="right")
        y = _TOP + _TITLE
        canvas.fill(_SIDE, y, wide, _HEADS - 1, GREY)
        for head, (x, width) in grid.columns.items():
            self._head(head, x, width, y)
        canvas.line(_SIDE, y + _HEADS - 1, grid.right, y + _HEADS - 1, strong=True)
        note = f"{word('Side', self._lang)}: {word('from the connector side', self._lang)}"
        canvas.text(_SIDE, tall - _BOTTOM, note, width=wide, size=6.5, colour=(90, 90, 90))

    def _head(self, head: str, x: float, width: float, y: float) -> None:
        if head in _UNTITLED:
            return
        second = _BELOW.get(head, "")
        side: Align = "centre" if head in _TICKED else "left"
        x, width = x + 0.5, width - 1
        shown = word(head, self._lang)
        self._canvas.text(x, y + (3 if second else 4.4), shown, width=width, size=6.5, bold=True, align=side)
        self._canvas.text(x, y + 6, word(second, self._lang) if second else "", width=width, size=6.5)

    def item(self, item: Item, y: float) -> None:
        """Print a heading or the row of a cable."""
        if isinstance(item, Heading):
            wide = self._grid.right - _SIDE
            self._canvas.fill(_SIDE, y + 0.6, wide, BAND - 1.2, (236, 236, 236))
            self._canvas.text(_SIDE + 1, y + BAND - 2, item.text, width=wide - 2, size=8, bold=True)
            return
        for n, end in enumerate(item.row.ends):
            self._end(end, y + n * LINE)
        self._cable(item, y)
        foot = y + height(item)
        self._canvas.line(_SIDE, foot, self._grid.right, foot)

    def _end(self, end: CableEnd, y: float) -> None:
        cells = {
            "End": end.mark,
            "Rack": end.rack,
            "U": f"U{end.unit:02}" if end.unit else "",
            "Device": end.device or "—",
            "Port": end.port,
            "OS name": end.system if end.system != end.port else "",
            "Side": word(end.side, self._lang) if end.side else "",
            "Transceiver": end.module,
        }
        for name, text in cells.items():
            self._cell(name, text, y, bold=name in {"Rack", "U", "Port"})
        if end.device:
            self._box("Plugged", y)
        self._box("Labelled", y)

    def _cable(self, item: Numbered, y: float) -> None:
        row = item.row
        metre = word("m", self._lang)
        self._cell("Seq.", str(item.number), y)
        self._cell("ID", row.tag, y, bold=True)
        self._cell("Part number", row.cable.part_number or row.cable.part.rpartition("/")[2], y)
        self._cell("Part number", word(row.medium, self._lang), y + LINE)
        self._cell("Length", f"{row.cable.length.to('m'):g} {metre}", y, bold=True)
        self._cell("Length", f"+{row.slack.to('m'):.2f} {metre}", y + LINE)
        if row.tape:
            x, _ = self._grid["Mark"]
            self._canvas.fill(x + 0.6, y + 1.4, 2.4, 2.4, TAPE[row.tape], edge=True)
            self._cell("Mark", word(row.tape, self._lang), y, indent=3.6)
        self._cell("Mark", word(row.jacket, self._lang), y + LINE)
        middle = y + (len(row.ends) - 1) * LINE / 2
        self._box("Pulled", middle)
        self._box("Dressed", middle)
        if row.part.kind == "fibre":
            for n in range(len(row.ends)):
                self._box("Inspected", y + n * LINE)
        for name in ("Test result", "Date", "Remarks"):
            if name in self._grid:
                x, _ = self._grid[name]
                self._canvas.line(x, y + PADDING, x, y + height(item) - PADDING)

    def _cell(self, name: str, text: str, y: float, *, bold: bool = False, indent: float = 0.6) -> None:
        if name in self._grid:
            x, width = self._grid[name]
            self._canvas.text(x + indent, y + LINE - 0.7, text, width=width - indent - 0.6, size=_SIZE, bold=bold)

    def _box(self, name: str, y: float) -> None:
        x, width = self._grid[name]
        self._canvas.box(x + (width - _BOX) / 2, y + 1.1, _BOX)


__all__ = ["cabling_pdf"]
