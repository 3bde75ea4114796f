"""A document as PDF: text, lists, tables with repeated heads, drawings as lines and not as dots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial, singledispatchmethod

from clusterdesign.errors import DesignError
from clusterdesign.exporters.bands import NO_DRAWINGS, Band, bands
from clusterdesign.exporters.diagrams.picture import Picture as Drawing
from clusterdesign.exporters.laid import laid
from clusterdesign.exporters.pdf.canvas import Canvas, Colour
from clusterdesign.exporters.pdf.contents import Entry, draw_contents, pages_of_contents
from clusterdesign.exporters.pdf.drawing import draw_band
from clusterdesign.exporters.pdf.flow import POINT, Flow
from clusterdesign.exporters.pdf.table import set_table
from clusterdesign.tables.document import (
    PAPER,
    Block,
    Bullets,
    Contents,
    Document,
    Grid,
    Heading,
    PageBreak,
    Picture,
    Section,
    Side,
    Table,
    Text,
    printable,
)
from clusterdesign.tables.i18n import word

INK: Colour = (31, 56, 100)
GREY: Colour = (89, 89, 89)
BLACK: Colour = (0, 0, 0)

_LEADING = 1.32
"""Distance of base lines, in sizes of the font."""

_HEADINGS: dict[int, tuple[float, float, float]] = {1: (16, 6, 3), 2: (12.5, 5, 2), 3: (10.5, 4, 1.5), 4: (9.5, 3, 1)}
"""Size in points, distance above and below in millimetres."""

_TEXTS: dict[str, tuple[float, bool, float, float, Colour]] = {
    "body": (9.5, False, 0, 2, BLACK),
    "lead": (9.5, True, 1, 1.5, BLACK),
    "note": (8, False, 0.5, 1.5, GREY),
    "title": (26, True, 50, 4, INK),
    "subtitle": (13, False, 0, 2, GREY),
}
"""Size, whether bold, distances above and below, colour."""

_BODY = 9.5
_INDENT = 5.0
_ITEM = 1.0
_AFTER_HEADING = 18.0
"""Millimetres that must be left below a heading for what it heads."""

_CAPTION = 8.0

_TOGETHER = 4
"""Lines of a paragraph that are not torn apart."""


def document_pdf(document: Document, drawings: Mapping[str, Drawing] = NO_DRAWINGS) -> bytes:
    """Return a document as PDF.

    Args:
        document: what is printed.
        drawings: by the names that the document uses.

    Raises:
        DesignError: the document names a drawing that is not given, or a sheet of it cannot be stored.
    """
    canvas = Canvas(*PAPER["A4"], printable(document.title))
    setter = _Setter(canvas, document, drawings)
    for block in document.blocks:
        setter.put(block)
    flow = setter.flow
    if not flow.leaves:
        flow.next()
    for number, leaf in enumerate(flow.leaves, 1):
        canvas.page((leaf.width, leaf.height))
        if number > 1 or not document.cover:
            _frame(canvas, document, (leaf.width, leaf.height), number, len(flow.leaves))
        for mark in leaf.marks:
            mark(canvas)
    return canvas.output()


def _frame(canvas: Canvas, document: Document, size: tuple[float, float], number: int, total: int) -> None:
    """Draw head and foot of a page."""
    width, height = size
    left, right = document.margins.left, width - document.margins.right
    half = (right - left) / 2
    ends = (
        (document.title, document.header, 10.0),
        (document.footer, f"{word('Page', document.lang)} {number} {word('of', document.lang)} {total}", height - 8.0),
    )
    for text, other, y in ends:
        canvas.text(left, y, printable(text), width=1.4 * half, size=7.5, colour=GREY)
        canvas.text(left + 1.4 * half, y, printable(other), width=0.6 * half, size=7.5, align="right", colour=GREY)
    canvas.stroke(left, 11.5, right, 11.5, colour=(190, 190, 190))


class _Setter:
    """Sets the blocks of a document on pages."""

    def __init__(self, canvas: Canvas, document: Document, drawings: Mapping[str, Drawing]) -> None:
        self.flow = Flow(canvas, document.margins)
        self._document, self._drawings = document, drawings
        self._pages: dict[int, int] = {}

    @singledispatchmethod
    def put(self, block: Block) -> None:
        """Set one block."""
        raise TypeError(f"{block!r} is no block of a document")

    @put.register
    def _(self, block: Heading) -> None:
        flow = self.flow
        size, above, below = _HEADINGS[block.level]
        if block.page and not flow.fresh:
            flow.next()
        text = printable(block.text)
        lines = flow.lines(text, flow.room[0], size, bold=True)
        flow.need(above + len(lines) * size * _LEADING * POINT + below + _AFTER_HEADING)
        flow.gap(above)
        self._pages[id(block)] = max(1, flow.page)
        flow.draw(partial(_outline, text=text.replace("\n", " "), level=block.level))
        self._lines(lines, flow.left, flow.room[0], size, bold=True, colour=INK)
        flow.y += below

    @put.register
    def _(self, block: Text) -> None:
        size, bold, above, below, colour = _TEXTS[block.style]
        flow = self.flow
        if block.style == "title" and not flow.leaves:
            flow.next()
        if block.style == "title":
            flow.y += above
        else:
            flow.gap(above)
        lines = flow.lines(printable(block.text), flow.room[0], size, bold=bold)
        flow.need(min(len(lines), _TOGETHER) * size * _LEADING * POINT)
        self._lines(lines, flow.left, flow.room[0], size, bold=bold, colour=colour, align=block.align)
        flow.y += below

    @put.register
    def _(self, block: Bullets) -> None:
        flow = self.flow
        for n, item in enumerate(block.items, 1):
            lines = flow.lines(printable(item), flow.room[0] - _INDENT, _BODY)
            flow.need(min(len(lines), 2) * _BODY * _LEADING * POINT)
            mark = f"{n}." if block.numbered else "•"
            base = flow.y + _BODY * POINT
            flow.draw(partial(_text, x=flow.left + 1, y=base, text=mark, width=_INDENT - 1, size=_BODY))
            self._lines(lines, flow.left + _INDENT, flow.room[0] - _INDENT, _BODY)
            flow.y += _ITEM
        flow.y += _ITEM

    @put.register(Grid)
    @put.register(Table)
    def _(self, block: Grid | Table) -> None:
        set_table(self.flow, laid(block, self.flow.room[0], self._document.lang))

    @put.register
    def _(self, block: Picture) -> None:
        if block.name not in self._drawings:
            raise DesignError(
                f"no drawing {block.name!r}",
                thing=f"document {self._document.name}",
                fix=f"the drawings are {', '.join(self._drawings) or 'none'}",
            )
        flow = self.flow
        width, height = flow.room
        for band in bands(self._drawings[block.name], width * block.share, height - _CAPTION):
            broad, high = band.size
            flow.need(high + _CAPTION)
            flow.draw(partial(_band, x=flow.left + (width - broad) / 2, y=flow.y, band=band))
            flow.y += high + 1.5
        if block.caption:
            lines = flow.lines(printable(block.caption), width, 8)
            self._lines(lines, flow.left, width, 8, colour=GREY, align="centre")
        flow.y += 3

    @put.register
    def _(self, _: PageBreak) -> None:
        if not self.flow.fresh:
            self.flow.next()

    @put.register
    def _(self, block: Section) -> None:
        self.flow.turn(block)

    @put.register
    def _(self, block: Contents) -> None:
        flow = self.flow
        self._lines([printable(block.title)], flow.left, flow.room[0], 16, bold=True, colour=INK)
        flow.y += 3
        headings = self._document.headings(block.depth)
        for entry in pages_of_contents(flow, headings):
            flow.draw(partial(self._entry, entry=entry))

    def _entry(self, canvas: Canvas, entry: Entry) -> None:
        draw_contents(canvas, entry, self._pages[id(entry.heading)])

    def _lines(
        self,
        lines: list[str],
        x: float,
        width: float,
        size: float,
        *,
        bold: bool = False,
        colour: Colour = BLACK,
        align: Side = "left",
    ) -> None:
        """Set lines below each other, over as many pages as they take."""
        flow = self.flow
        step = size * _LEADING * POINT
        for line in lines:
            flow.need(step)
            flow.draw(
                partial(
                    _text, x=x, y=flow.y + size * POINT, text=line, width=width, size=size, bold=bold, colour=colour,
                    align=align,
                )
            )  # fmt: skip
            flow.y += step


def _text(
    canvas: Canvas,
    *,
    x: float,
    y: float,
    text: str,
    width: float,
    size: float,
    bold: bool = False,
    colour: Colour = BLACK,
    align: Side = "left",
) -> None:
    canvas.text(x, y, text, width=width, size=size, bold=bold, align=align, colour=colour)


def _outline(canvas: Canvas, *, text: str, level: int) -> None:
    canvas.outline(text, level)


def _band(canvas: Canvas, *, x: float, y: float, band: Band) -> None:
    draw_band(canvas, band, x, y)


__all__ = ["document_pdf"]
