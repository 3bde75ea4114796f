"""A PDF to draw on: millimetres, two weights of one font, texts that stay within their cells."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.resources import as_file, files
from typing import Any, Literal, TypeAlias

from fpdf import FPDF
from fpdf.enums import RenderStyle
from fpdf.fonts import TTFFont

Align: TypeAlias = Literal["left", "centre", "right"]

Colour: TypeAlias = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
GREY: Colour = (217, 217, 217)
PALE: Colour = (150, 150, 150)

_FAMILY = "DejaVu"
_FONTS = {"": "DejaVuSansCondensed.ttf", "B": "DejaVuSansCondensed-Bold.ttf"}

_EPOCH = datetime(1980, 1, 1, tzinfo=UTC)

_POINT = 25.4 / 72
"""Millimetres of a point."""

_THIN = 0.15
"""Millimetres of a line."""

_SMALLEST = 0.62
"""How far a text may shrink to fit, before its end is cut."""

_GRAIN = 1e-6
"""What a width may be off by rounding."""

_CUT = "…"
_MISSING = "□"


class Canvas:
    """Draws on pages of one size. Coordinates are millimetres from the upper left corner.

    Args:
        width, height: size of the pages.
        title: name of the document.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self._pdf = FPDF(unit="mm", format=(width, height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_creation_date(_EPOCH)
        self._pdf.set_title(title)
        self._pdf.set_creator("clusterdesign")
        self._fonts = {style: self._font(style, name) for style, name in _FONTS.items()}
        self._widths: dict[tuple[str, str], float] = {}
        self._fitted: dict[tuple[str, str, float, float], tuple[str, float, float]] = {}

    def page(self, size: tuple[float, float] | None = None) -> None:
        """Begin a new page, of a size of its own if it is given."""
        self._pdf.add_page(format=size or "")
        self._pdf.set_line_width(_THIN)

    def outline(self, text: str, level: int) -> None:
        """Enter this page in the outline that readers show beside the pages; level 1 is the highest."""
        self._pdf.start_section(text, level - 1)

    def link(self, area: tuple[float, float, float, float], page: int) -> None:
        """Let an area, given by corner, width and height, lead to a page."""
        self._pdf.link(*area, self._pdf.add_link(page=page))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        width: float,
        size: float = 8,
        bold: bool = False,
        align: Align = "left",
        whole: bool = False,
        colour: Colour = BLACK,
    ) -> None:
        """Print a text on the base line ``y``.

        What is too long for ``width`` shrinks, and is cut in the end unless it must stay whole.
        """
        if not text:
            return
        style = "B" if bold else ""
        key = (text, style, size, width if not whole else -width)
        if key not in self._fitted:
            self._fitted[key] = self._fit(text, style, size, width=width, whole=whole)
        shown, size, taken = self._fitted[key]
        shift = {"left": 0.0, "centre": (width - taken) / 2, "right": width - taken}[align]
        self._pdf.set_font(_FAMILY, style, size)
        if colour != BLACK:
            self._pdf.set_text_color(colour)
        self._pdf.text(x + shift, y, shown)
        if colour != BLACK:
            self._pdf.set_text_color(BLACK)

    def box(self, x: float, y: float, side: float) -> None:
        """Draw a box to tick."""
        self._pdf.rect(x, y, side, side)

    def fill(self, x: float, y: float, width: float, height: float, colour: Colour, *, edge: bool = False) -> None:
        """Fill an area, with a thin line around it if it has an edge."""
        self._pdf.set_fill_color(colour)
        self._pdf.rect(x, y, width, height, style=RenderStyle.DF if edge else RenderStyle.F)

    def blacken(self, areas: Iterable[tuple[float, float, float, float]]) -> None:
        """Fill many areas with black, each given by corner, width and height."""
        self._pdf.set_fill_color(BLACK)
        for area in areas:
            self._pdf.rect(*area, style=RenderStyle.F)

    def line(self, x: float, y: float, to_x: float, to_y: float, *, strong: bool = False) -> None:
        """Draw a line, thin or strong."""
        self.stroke(x, y, to_x, to_y, colour=BLACK if strong else PALE)

    def stroke(self, x: float, y: float, to_x: float, to_y: float, *, colour: Colour, width: float = _THIN) -> None:
        """Draw a line of any colour and width."""
        self._pdf.set_draw_color(colour)
        self._pdf.set_line_width(width)
        self._pdf.line(x, y, to_x, to_y)
        self._pdf.set_line_width(_THIN)
        self._pdf.set_draw_color(BLACK)

    def frame(
        self, x: float, y: float, width: float, height: float, *, fill: Colour | None, edge: Colour | None, line: float
    ) -> None:
        """Draw a rectangle, filled, with an edge of that line width, or both."""
        if fill is not None:
            self._pdf.set_fill_color(fill)
            self._pdf.rect(x, y, width, height, style=RenderStyle.F)
        if edge is not None:
            self._pdf.set_draw_color(edge)
            self._pdf.set_line_width(line)
            self._pdf.rect(x, y, width, height)
            self._pdf.set_line_width(_THIN)
            self._pdf.set_draw_color(BLACK)

    def measure(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a text in millimetres, missing letters shown as boxes."""
        style = "B" if bold else ""
        return self._width(self._shown(text, style), style) * size

    def output(self) -> bytes:
        """Return the document."""
        return bytes(self._pdf.output())

    def _font(self, style: str, name: str) -> TTFFont:
        with as_file(files(__package__).joinpath("fonts", name)) as path:
            self._pdf.add_font(_FAMILY, style, path)
            content = path.read_bytes()
        font = self._pdf.fonts[_FAMILY.lower() + style]
        if not isinstance(font, TTFFont):
            raise TypeError(f"{name} is no TrueType font")
        # fpdf2 never closes the file that it reads tables from as they are asked for.
        reader: Any = font.ttfont.reader
        file, reader.file = reader.file, io.BytesIO(content)
        file.close()
        return font

    def _fit(self, text: str, style: str, size: float, *, width: float, whole: bool) -> tuple[str, float, float]:
        """Return a text that fits, its size and the width that it takes."""
        text = self._shown(text, style)
        taken = self._width(text, style) * size
        if taken <= width:
            return text, size, taken
        size *= width / taken if whole else max(width / taken, _SMALLEST)
        full = text
        while len(text) > 1 and self._width(text, style) * size > width + _GRAIN:
            text = full[: len(text.removesuffix(_CUT)) - 1] + _CUT
        return text, size, self._width(text, style) * size

    def _shown(self, text: str, style: str) -> str:
        """Return a text with a box for every letter that the font lacks."""
        glyphs = self._fonts[style].cmap
        return "".join(character if ord(character) in glyphs else _MISSING for character in text)

    def _width(self, text: str, style: str) -> float:
        """Return the width of a text of one point, in millimetres."""
        key = (text, style)
        if key not in self._widths:
            _, points = self._fonts[style].get_text_width(text, 1, None)
            self._widths[key] = points * _POINT
        return self._widths[key]


__all__ = ["BLACK", "GREY", "PALE", "Align", "Canvas", "Colour"]
