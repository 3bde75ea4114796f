"""Pages that fill from the top: what stands where is settled first, and drawn when the number of pages is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from clusterdesign.exporters.pdf.canvas import Canvas
from clusterdesign.exporters.pdf.wrapping import wrapped
from clusterdesign.tables.document import PAPER, Margins, Section

Draw: TypeAlias = Callable[[Canvas], None]

POINT = 25.4 / 72
"""Millimetres of a point."""

_GRAIN = 1e-6


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page and what is drawn on it."""

    width: float
    height: float
    marks: list[Draw] = field(default_factory=list)


class Flow:
    """Fills pages. ``y`` is where the next thing stands; the canvas serves to measure texts only.

    Args:
        canvas: that will be drawn on.
        margins: of every page.
    """

    def __init__(self, canvas: Canvas, margins: Margins) -> None:
        self._canvas = canvas
        self._margins = margins
        self._size = PAPER["A4"]
        self.leaves: list[Leaf] = []
        self.y = margins.top

    @property
    def left(self) -> float:
        """Left edge of the text."""
        return self._margins.left

    @property
    def room(self) -> tuple[float, float]:
        """Width and height within the margins."""
        width, height = self._size
        margins = self._margins
        return width - margins.left - margins.right, height - margins.top - margins.bottom

    @property
    def free(self) -> float:
        """Height left on this page."""
        return self._size[1] - self._margins.bottom - self.y

    @property
    def fresh(self) -> bool:
        """Whether nothing stands on this page yet."""
        return self.y <= self._margins.top + _GRAIN

    @property
    def page(self) -> int:
        """Number of this page."""
        return len(self.leaves)

    def turn(self, section: Section) -> None:
        """Begin a section: pages of another size from here on."""
        width, height = PAPER[section.paper]
        self._size = (width, height) if section.orientation == "portrait" else (height, width)
        if self.leaves and self.fresh and not self.leaves[-1].marks:
            self.leaves.pop()
        self.next()

    def next(self) -> None:
        """Begin a page."""
        self.leaves.append(Leaf(*self._size))
        self.y = self._margins.top

    def need(self, height: float) -> bool:
        """Begin a page if so much does not fit on this one; return whether it did."""
        if not self.leaves:
            self.next()
        if height <= self.free + _GRAIN or self.fresh:
            return False
        self.next()
        return True

    def gap(self, height: float) -> None:
        """Leave a distance; none at the head of a page."""
        if not self.fresh:
            self.y += height

    def draw(self, mark: Draw) -> None:
        """Draw something on this page, later."""
        if not self.leaves:
            self.next()
        self.leaves[-1].marks.append(mark)

    def lines(self, text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
        """Return a text broken into lines."""
        return wrapped(text, width, lambda part: self._canvas.measure(part, size, bold=bold))


__all__ = ["POINT", "Draw", "Flow", "Leaf"]
