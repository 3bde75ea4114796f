"""How the colours of the sheets look when they are printed."""

from __future__ import annotations

from clusterdesign.exporters.pdf.canvas import Colour

TAPE: dict[str, Colour] = {
    "blue": (0, 90, 200),
    "orange": (255, 128, 0),
    "green": (0, 150, 60),
    "brown": (130, 80, 40),
    "slate": (120, 130, 140),
    "white": (255, 255, 255),
    "red": (215, 25, 30),
    "black": (0, 0, 0),
    "yellow": (255, 215, 0),
    "violet": (130, 60, 170),
    "rose": (255, 150, 180),
    "aqua": (0, 190, 190),
    "grey": (190, 190, 190),
}
"""By the English word."""
