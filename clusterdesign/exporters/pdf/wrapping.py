"""Breaking a text into lines of a width."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

Measure: TypeAlias = Callable[[str], float]
"""From a text to its width."""

_WORD = re.compile(r"[^ ]* +|[^ ]+")
"""A line may end after a space; one that stays together (U+00A0) is no place for it."""

_PIECE = re.compile(r"[^/\-+_]*[/\-+_]+|[^/\-+_]+")
"""A word that no line holds may be broken behind one of these marks."""

_GRAIN = 1e-6


def wrapped(text: str, width: float, measure: Measure) -> list[str]:
    """Return the lines of a text, at least one, none wider than ``width`` unless it is a single letter.

    Args:
        text: broken at line feeds as well.
        width: in the unit of ``measure``.
        measure: the width of a text.
    """
    return [line for part in text.split("\n") for line in _lines(part, width + _GRAIN, measure)]


def _lines(text: str, width: float, measure: Measure) -> Iterator[str]:
    if measure(text) <= width:
        yield text
        return
    line = ""
    for piece in _pieces(text, width, measure):
        if not line or measure((line + piece).rstrip(" ")) <= width:
            line += piece
        else:
            yield line.rstrip(" ")
            line = piece
        while measure(line.rstrip(" ")) > width and len(line) > 1:
            cut = _longest(line, width, measure)
            yield line[:cut]
            line = line[cut:]
    yield line.rstrip(" ")


def _pieces(text: str, width: float, measure: Measure) -> Iterator[str]:
    for word in _WORD.findall(text):
        if measure(word.rstrip(" ")) <= width:
            yield word
        else:
            *first, last = _PIECE.findall(word.rstrip(" ")) or [""]
            yield from first
            yield last + word[len(word.rstrip(" ")) :]


def _longest(text: str, width: float, measure: Measure) -> int:
    """Return how many letters of a text fit, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    return low


__all__ = ["Measure", "wrapped"]
