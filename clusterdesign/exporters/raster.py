"""A drawing as PNG, for formats that hold no lines: drawn by Pillow with the fonts of this package."""

from __future__ import annotations

import io
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from clusterdesign.exporters.bands import POINT, Band
from clusterdesign.exporters.diagrams.picture import Box

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

DPI = 220
"""Dots to the inch of the printed page: letters stay sharp, files small."""

_LEADING = 1.3
"""Distance of base lines, in sizes of the font."""

_COLOURS = 64
_WEB = 7


def png(band: Band) -> bytes:
    """Return a band of a drawing as PNG, as large as it is printed at :data:`DPI`."""
    from PIL import Image, ImageDraw  # noqa: PLC0415  # slow to import

    width, height = (max(1, round(millimetres / 25.4 * DPI)) for millimetres in band.size)
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    dots = band.scale * POINT / 25.4 * DPI
    for box in band.boxes:
        _box(draw, box, dots)
    for line in band.lines:
        points = [(x * dots, y * dots) for x, y in (line.start, line.end)]
        draw.line(points, fill=line.colour[:_WEB], width=max(1, round(line.width * dots)))
    out = io.BytesIO()
    # A palette without dithering: a fifth of the bytes.
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=False, compress_level=9, dpi=(DPI, DPI)
    )
    return out.getvalue()


def _box(draw: ImageDraw, box: Box, dots: float) -> None:
    area = [box.x * dots, box.y * dots, box.right * dots, box.bottom * dots]
    fill, stroke = (None if colour == "none" else colour[:_WEB] for colour in (box.fill, box.stroke))
    if fill or stroke:
        draw.rectangle(area, fill=fill, outline=stroke, width=max(1, round(0.8 * dots)))
    font = _font(max(1, round(box.size * dots)))
    middle = box.y + box.height / 2
    for n, text in enumerate(box.text):
        y = middle + (n - (len(box.text) - 1) / 2) * _LEADING * box.size
        x, anchor = (box.x, "lm") if box.left else (box.middle, "mm")
        draw.text((x * dots, y * dots), text, fill=box.ink, font=font, anchor=anchor)


@lru_cache(maxsize=64)
def _font(size: int) -> FreeTypeFont:
    from PIL import ImageFont  # noqa: PLC0415  # slow to import

    content = files("clusterdesign.exporters.pdf").joinpath("fonts", "DejaVuSansCondensed.ttf").read_bytes()
    return ImageFont.truetype(io.BytesIO(content), size, layout_engine=ImageFont.Layout.BASIC)


__all__ = ["DPI", "png"]
