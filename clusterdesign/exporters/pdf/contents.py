"""The table of contents: a line for each heading, with dots up to the number of its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clusterdesign.exporters.pdf.canvas import Canvas
from clusterdesign.exporters.pdf.flow import Flow
from clusterdesign.tables.document import Heading, printable

_STEP = 5.4
_INDENT = 5.0
_SIZE = 9.5
_NUMBER = 10.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading and where its line stands."""

    heading: Heading
    x: float
    y: float
    width: float


def pages_of_contents(flow: Flow, headings: Sequence[Heading]) -> Iterator[Entry]:
    """Yield an entry for each heading, and make room for it."""
    for heading in headings:
        flow.need(_STEP)
        if heading.level == 1:
            flow.gap(1)
        indent = _INDENT * (heading.level - 1)
        yield Entry(heading, flow.left + indent, flow.y, flow.room[0] - indent)
        flow.y += _STEP


def draw_contents(canvas: Canvas, entry: Entry, page: int) -> None:
    """Draw a line of the contents, which leads to its page."""
    bold = entry.heading.level == 1
    base = entry.y + 3.6
    text = printable(entry.heading.text).replace("\n", " ")
    room = entry.width - _NUMBER
    canvas.text(entry.x, base, text, width=room, size=_SIZE, bold=bold)
    taken = min(canvas.measure(text, _SIZE, bold=bold), room) + 1.5
    dot = canvas.measure(". ", _SIZE)
    count = int((room - taken) / dot)
    if count > 0:
        canvas.text(entry.x + taken, base, ". " * count, width=room - taken, size=_SIZE, align="right")
    canvas.text(entry.x + room, base, str(page), width=_NUMBER, size=_SIZE, bold=bold, align="right")
    canvas.link((entry.x, entry.y, entry.width, _STEP), page)


__all__ = ["Entry", "draw_contents", "pages_of_contents"]
