"""Declared defaults for colours: what an installer recognises before reading anything.

They are conventions of this library. A site that has its own keeps the words of the columns and changes the tape.
"""

from __future__ import annotations

from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre as FibrePart

RAILS = (
    "blue",
    "orange",
    "green",
    "brown",
    "slate",
    "white",
    "red",
    "black",
    "yellow",
    "violet",
    "rose",
    "aqua",
)
"""Colour of the mark on both ends by rail: the order of fibres in TIA-598, which installers know by heart."""

FEEDS = ("red", "blue", "green", "yellow")
"""Colour of power cords by feed A, B, C, D: A and B differ at a glance."""

JACKETS = {
    "multimode": "aqua",
    "singlemode": "yellow",
    "aoc": "aqua",
    "copper-passive": "black",
    "copper-active": "black",
    "twisted-pair": "grey",
}
"""Colour of the jacket by medium; the fibre colours are those of TIA-598 for OM3, OM4 and OS2."""


def rail_colour(rail: int | None) -> str:
    """Return the colour of a rail; from the thirteenth on there is none."""
    return RAILS[rail - 1] if rail and rail <= len(RAILS) else ""


def feed_colour(feed: str) -> str:
    """Return the colour of the cords on a feed, ``feed/A``; from the fifth on there is none."""
    name = feed.removeprefix("feed/")
    n = ord(name) - ord("A") if len(name) == 1 else len(FEEDS)
    return FEEDS[n] if 0 <= n < len(FEEDS) else ""


def jacket_colour(part: CablePart | FibrePart) -> str:
    """Return the colour of the jacket: what the part states, else what its medium has."""
    if isinstance(part, FibrePart):
        return part.colour or JACKETS[part.fibre]
    return JACKETS.get(part.medium, "")


__all__ = ["FEEDS", "JACKETS", "RAILS", "feed_colour", "jacket_colour", "rail_colour"]
