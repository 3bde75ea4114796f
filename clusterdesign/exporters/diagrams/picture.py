"""A picture: boxes and straight lines at fixed places, written as DOT.

Places are ours and not Graphviz's: a fat-tree is a grid, and a layout that depends on no font and no version gives
the same bytes everywhere. Units are points; ``x`` grows to the right, ``y`` downward.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

FONT = "DejaVu Sans, Arial, sans-serif"
"""Fonts with Latin and Cyrillic letters, the widest first: what fits in the first fits in the others."""

_POINTS_PER_INCH = 72


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with lines of text in its middle, or left-justified.

    Attributes:
        name: identity in the DOT; a path where the box is one component.
        x, y: its upper left corner.
        fill, stroke: colours; ``none`` for text without a frame.
        tip: what a reader sees over it in a browser.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    text: tuple[str, ...] = ()
    size: float = 9
    left: bool = False
    fill: str = "none"
    stroke: str = "none"
    ink: str = "#1a1a1a"
    tip: str = ""

    def moved(self, dx: float, dy: float) -> Box:
        """Return the box at another place."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    @property
    def middle(self) -> float:
        """Horizontal middle."""
        return self.x + self.width / 2

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line between two boxes.

    Attributes:
        a, b: names of the boxes.
        start, end: points on their borders.
    """

    a: str
    b: str
    start: tuple[float, float]
    end: tuple[float, float]
    colour: str
    width: float = 1.0
    tip: str = ""

    def moved(self, dx: float, dy: float) -> Line:
        """Return the line at another place."""
        (x1, y1), (x2, y2) = self.start, self.end
        return replace(self, start=(x1 + dx, y1 + dy), end=(x2 + dx, y2 + dy))


@dataclass(frozen=True, slots=True)
class Picture:
    """Boxes, painted in their order, and lines over them."""

    name: str
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text, generously: no font is asked, since every machine has others."""
    return len(text) * size * 0.64


def left_box(name: str, text: str, x: float, y: float, *, size: float) -> Box:
    """Return a line of text that begins at ``x``.

    Its box is wider than any font makes the text: Graphviz centres a text that does not fit.
    """
    return Box(name, x, y, len(text) * size + size, size * 1.5, (text,), size=size, left=True)


def to_dot(picture: Picture) -> str:
    """Write a picture as DOT. ``dot -Tsvg`` draws it in place, since the graph names its layout program."""
    import graphviz  # noqa: PLC0415  # only where it is used, so that the command line starts quickly

    graph = graphviz.Graph(
        picture.name,
        strict=False,  # parallel lines between two boxes are several edges
        graph_attr={"layout": "nop2", "outputorder": "nodesfirst", "bgcolor": "white", "pad": "0.25"},
        node_attr={"shape": "box", "fixedsize": "true", "margin": "0", "fontname": FONT, "penwidth": "0.8"},
    )
    for box in picture.boxes:
        graph.node(box.name, **_attributes(box))
    for line in picture.lines:
        (x1, y1), (x2, y2) = line.start, line.end
        thirds = ((x1, y1), *(((x1 * (3 - k) + x2 * k) / 3, (y1 * (3 - k) + y2 * k) / 3) for k in (1, 2)), (x2, y2))
        graph.edge(
            line.a,
            line.b,
            pos=" ".join(f"{_number(x)},{_number(-y)}" for x, y in thirds),
            color=line.colour,
            penwidth=_number(line.width),
            **_tip(line.tip),
        )
    return str(graph.source)


def _attributes(box: Box) -> dict[str, str]:
    lines = [_escaped(line) for line in box.text]
    return {
        "label": "".join(rf"{line}\l" for line in lines) if box.left else r"\n".join(lines),
        "pos": f"{_number(box.middle)},{_number(-(box.y + box.height / 2))}",
        "width": _number(box.width / _POINTS_PER_INCH),
        "height": _number(box.height / _POINTS_PER_INCH),
        "fontsize": _number(box.size),
        "fontcolor": box.ink,
        "color": box.stroke,
        "style": "filled",
        "fillcolor": box.fill,
        **_tip(box.tip),
    }


def _tip(text: str) -> dict[str, str]:
    return {"tooltip": _escaped(text)} if text else {}


def _escaped(text: str) -> str:
    """Keep Graphviz from reading anything into a text: neither escapes nor, by angle brackets, HTML."""
    return text.replace("\\", r"\\")


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
