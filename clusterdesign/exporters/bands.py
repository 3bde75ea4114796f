"""A drawing cut into bands that fit pages: between rows of boxes, never through a box or a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from clusterdesign.exporters.diagrams.picture import Box, Line, Picture, text_width

NO_DRAWINGS: Mapping[str, Picture] = MappingProxyType({})
"""What a document without pictures is rendered with."""

POINT = 25.4 / 72
"""Millimetres of a point, the unit of a drawing."""

_READABLE = 0.6
"""A drawing is rather shrunk so far than cut: letters of 9 points become 5.4."""

_SHRUNK = 0.75
"""A drawing that would be cut into a page and a little more is rather shrunk so far."""

_APART = 14.0
"""Points that must be free between what is cut apart: a title stays with what stands below it."""

_MARGIN = 3.0
"""Points kept free around what is drawn."""


@dataclass(frozen=True, slots=True)
class Band:
    """A part of a drawing, moved to the origin.

    Attributes:
        boxes, lines: what is in it.
        width, height: in points.
        scale: by which it is drawn, the same for all bands of a drawing.
    """

    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    width: float
    height: float
    scale: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as drawn, in millimetres."""
        return self.width * self.scale * POINT, self.height * self.scale * POINT

    def moved(self, dx: float, dy: float) -> Band:
        """Return the band with all of it at another place."""
        boxes = tuple(box.moved(dx, dy) for box in self.boxes)
        return replace(self, boxes=boxes, lines=tuple(line.moved(dx, dy) for line in self.lines))


def bands(picture: Picture, width: float, height: float) -> tuple[Band, ...]:
    """Cut a drawing into bands as wide as a page and no higher; it is never enlarged.

    It stays whole where it can still be read then, and where nothing lets it be cut.

    Args:
        picture: the drawing.
        width: of the page within its margins, in millimetres.
        height: of it.
    """
    if not picture.boxes:
        return ()
    left = min(box.x for box in picture.boxes)
    right = max(_right(box) for box in picture.boxes)
    broad = right - left + 2 * _MARGIN
    scale = min(1.0, width / (broad * POINT))
    tall = max(box.bottom for box in picture.boxes) - min(box.y for box in picture.boxes) + 2 * _MARGIN
    if (fitting := height / (tall * POINT)) >= min(_READABLE, _SHRUNK * scale):
        scale = min(scale, fitting)
    parts = _parts(picture, height / POINT / scale - 2 * _MARGIN)
    tallest = max(bottom - top for top, bottom in parts) + 2 * _MARGIN
    scale = min(scale, height / POINT / tallest)
    whole = Band(picture.boxes, picture.lines, broad, 0.0, scale).moved(_MARGIN - left, 0.0)
    return tuple(_cut(whole, top, bottom) for top, bottom in parts)


def _right(box: Box) -> float:
    """Return where a box ends: the box of a text on the left is far wider than the text."""
    if box.left and box.fill == box.stroke == "none":
        return box.x + max((text_width(line, box.size) for line in box.text), default=0.0)
    return box.right


def _parts(picture: Picture, room: float) -> list[tuple[float, float]]:
    """Return upper and lower edges of the bands: as many rows in each as fit."""
    rows = _rows(picture)
    made = [rows[0]]
    for top, bottom in rows[1:]:
        if bottom - made[-1][0] <= room:
            made[-1] = (made[-1][0], bottom)
        else:
            made.append((top, bottom))
    return made


def _rows(picture: Picture) -> list[tuple[float, float]]:
    """Return the stretches of the drawing, from the top, between which it may be cut."""
    spans = sorted(
        [(box.y, box.bottom) for box in picture.boxes]
        + [(min(line.start[1], line.end[1]), max(line.start[1], line.end[1])) for line in picture.lines]
    )
    rows = [spans[0]]
    for top, bottom in spans[1:]:
        if top < rows[-1][1] + _APART:
            rows[-1] = (rows[-1][0], max(rows[-1][1], bottom))
        else:
            rows.append((top, bottom))
    return rows


def _cut(whole: Band, top: float, bottom: float) -> Band:
    """Return what lies between two heights."""
    boxes = (box for box in whole.boxes if top <= box.y and box.bottom <= bottom)
    lines = (line for line in whole.lines if top <= line.start[1] <= bottom and top <= line.end[1] <= bottom)
    part = Band(tuple(boxes), tuple(lines), whole.width, bottom - top + 2 * _MARGIN, whole.scale)
    return part.moved(0.0, _MARGIN - top)


__all__ = ["POINT", "Band", "bands"]
