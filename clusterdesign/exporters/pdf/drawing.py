"""A drawing on a page of a PDF: lines and texts, which stay sharp however far one looks into them."""

from __future__ import annotations

from clusterdesign.exporters.bands import POINT, Band
from clusterdesign.exporters.diagrams.picture import Box
from clusterdesign.exporters.pdf.canvas import Canvas, Colour

_LEADING, _RISE = 1.3, 0.35
"""Distance of base lines, and of a base line below the middle of its letters, in sizes of the font."""

_STROKE = 0.8
_WEB = 7


def draw_band(canvas: Canvas, band: Band, x: float, y: float) -> None:
    """Draw a band with its upper left corner at a place."""
    scale = band.scale * POINT
    for box in band.boxes:
        _box(canvas, box, x, y, scale)
    for line in band.lines:
        (x1, y1), (x2, y2) = line.start, line.end
        canvas.stroke(
            x + x1 * scale, y + y1 * scale, x + x2 * scale, y + y2 * scale,
            colour=_colour(line.colour), width=line.width * scale,
        )  # fmt: skip


def _box(canvas: Canvas, box: Box, x: float, y: float, scale: float) -> None:
    left, top = x + box.x * scale, y + box.y * scale
    width, height = box.width * scale, box.height * scale
    fill = None if box.fill == "none" else _colour(box.fill)
    edge = None if box.stroke == "none" else _colour(box.stroke)
    canvas.frame(left, top, width, height, fill=fill, edge=edge, line=_STROKE * scale)
    size = box.size * scale / POINT
    for n, text in enumerate(box.text):
        shift = (n - (len(box.text) - 1) / 2) * _LEADING + _RISE
        base = top + height / 2 + shift * box.size * scale
        canvas.text(
            left, base, text, width=width, size=size, align="left" if box.left else "centre", colour=_colour(box.ink)
        )


def _colour(text: str) -> Colour:
    """Return the colour of ``#rrggbb``; what follows, such as an opacity, is left out."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:_WEB], 16)


__all__ = ["draw_band"]
