"""From DOT to SVG, with the same bytes on every machine.

Why one renderer and not the ``dot`` that a machine may have: docs/decisions/0006-one-renderer-for-diagrams.md.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_CHILD = Path(__file__).with_name("_graphviz.py")

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_NODE = re.compile(r'(<g id="node\d+" class="node">.*?</g>\n)', re.DOTALL)
_POINTS = re.compile(r'<polygon [^>]*points="([^"]+)"')
_TEXT = re.compile(r'(<text [^>]*\by=")[^"]+("[^>]*font-size="([\d.]+)")')

_LEADING = 1.3
"""Distance of base lines, in sizes of the font."""

_RISE = 0.35
"""How far a base line lies under the middle of its letters, in sizes of the font."""


class RenderingError(RuntimeError):
    """Graphviz refused a graph that this package wrote."""


def svg(dot: str) -> bytes:
    """Render a graph whose layout is complete.

    A process of its own keeps Graphviz's search for fonts, and what it says about them, away from the caller.

    Raises:
        RenderingError: Graphviz did not take it.
    """
    # -P: this folder, in which the child lies, must not become a place to import from.
    done = subprocess.run(  # noqa: S603  # our own interpreter and our own file
        [sys.executable, "-P", str(_CHILD)], input=dot.encode(), capture_output=True, check=False
    )
    if done.returncode or not done.stdout:
        raise RenderingError(done.stderr.decode(errors="replace").strip() or "Graphviz drew nothing")
    return _settled(done.stdout.decode()).encode()


def _settled(text: str) -> str:
    """Take out what depends on the machine: the version in a comment, and base lines, which follow the fonts.

    Base lines are set anew, around the middle of their box; widths need no care, since every box has a fixed size.
    """
    return _NODE.sub(lambda node: _on_base_lines(node[1]), _COMMENT.sub("", text))


def _on_base_lines(node: str) -> str:
    points = _POINTS.search(node)
    if points is None:
        return node
    heights = [float(point.split(",")[1]) for point in points[1].split()]
    middle = (min(heights) + max(heights)) / 2
    count = len(_TEXT.findall(node))
    lines = iter(range(count))

    def place(text: re.Match[str]) -> str:
        size = float(text[3])
        y = middle + (next(lines) - (count - 1) / 2) * _LEADING * size + _RISE * size
        return f"{text[1]}{y:.2f}{text[2]}"

    return _TEXT.sub(place, node)
