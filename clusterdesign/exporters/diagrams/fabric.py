"""Drawing of the networks: one panel a fabric, nodes below, spines above, bundles of links between them.

A scalable unit is one box of nodes under the row of its leaves, and a bundle of a thousand links is one line with
its numbers, so that a drawing of 128 nodes is as quiet as one of 32. Up to four nodes are drawn one by one.
"""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.exporters.diagrams.legend import legend
from clusterdesign.exporters.diagrams.panel import Panel
from clusterdesign.exporters.diagrams.picture import Line, Picture, left_box
from clusterdesign.exporters.diagrams.style import GAP
from clusterdesign.exporters.diagrams.topology import topologies
from clusterdesign.exporters.diagrams.words import Words

_PAGE = 1450.0
"""Width up to which fabrics stand beside each other."""


def fabric_picture(design: Design, lang: str = "en") -> Picture:
    """Draw all fabrics of a design, as many beside each other as a page takes, and a legend of what was counted."""
    words = Words(lang)
    shapes = topologies(design)
    boxes = [left_box("title", words("title", name=design.name), 0, 0, size=18)]
    lines: list[Line] = []
    x, y, bottom = 0.0, 40.0, 40.0
    for panel in (Panel(design, shape, words) for shape in shapes):
        if x and x + panel.width > _PAGE:
            x, y = 0.0, bottom + 2 * GAP
        boxes += (box.moved(x, y) for box in panel.boxes)
        lines += (line.moved(x, y) for line in panel.lines)
        x += panel.width + 3 * GAP
        bottom = max(bottom, y + panel.bottom)
    boxes += legend(design, shapes, words, top=bottom + 2 * GAP)
    return Picture("fabric", tuple(boxes), tuple(lines))
