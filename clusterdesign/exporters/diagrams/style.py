"""Colours and sizes of the drawings."""

from __future__ import annotations

SMALL = 9.0
"""Size of every text that is no heading."""

GAP = 24.0
"""Between boxes that stand side by side."""

PADDING = 8.0
MEMBER_WIDTH = 30.0
MEMBER_HEIGHT = 20.0
MEMBER_GAP = 5.0

FRAME = "#7a7a7a"
FRAME_FILL = "#f4f4f4"
NODE_FILL = "#eef3f8"
SWITCH_FILL = "#ffffff"
BUNDLE = "#4a4a4a"

# Eight colours that stay apart for colour-blind readers and on a grey printer; each with a light tint of it.
_RAILS = (
    ("#0072b2", "#cce3f0"),
    ("#d55e00", "#f7dfcc"),
    ("#009e73", "#ccece3"),
    ("#b5699a", "#f5e4ee"),
    ("#b8860b", "#f3e7ce"),
    ("#3a9bd0", "#ddeff9"),
    ("#6b4fa0", "#e1dcec"),
    ("#555555", "#dddddd"),
)


def rail_colour(rail: int | None) -> str:
    """Return the colour of a rail; more than eight rails begin again."""
    return BUNDLE if rail is None else _RAILS[(rail - 1) % len(_RAILS)][0]


def rail_fill(rail: int | None) -> str:
    """Return the light tint of a rail's colour."""
    return SWITCH_FILL if rail is None else _RAILS[(rail - 1) % len(_RAILS)][1]
