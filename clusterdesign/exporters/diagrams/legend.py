"""The legend: what was counted, tier by tier, and the colours of the rails."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Link
from clusterdesign.exporters.diagrams.picture import Box, left_box, text_width
from clusterdesign.exporters.diagrams.style import SMALL, rail_colour, rail_fill
from clusterdesign.exporters.diagrams.topology import Topology, cables
from clusterdesign.exporters.diagrams.words import Words

_LINE = SMALL * 1.6
_SWATCH = 58.0


def legend(design: Design, shapes: tuple[Topology, ...], words: Words, *, top: float) -> Iterator[Box]:
    """Yield the boxes of the legend, ``top`` being its upper edge."""
    yield left_box("legend", words("legend"), 0, top, size=11)
    rows = [words("head").split("|"), *_rows(design, shapes)]
    x = 0.0
    for number, column in enumerate(zip(*rows, strict=True)):
        for line, text in enumerate(column):
            yield left_box(f"legend/{number}/{line}", text, x, top + 20 + line * _LINE, size=SMALL)
        x += max(text_width(text, SMALL) for text in column) + 16
    y = top + 20 + len(rows) * _LINE + 8
    rails = sorted({device.rail for device in design.devices if device.rail is not None and device.kind == "switch"})
    for number, rail in enumerate(rails):
        yield Box(
            f"legend/rail/{rail}", number * (_SWATCH + 6), y, _SWATCH, 18, (words("rail", rail=rail),),
            size=SMALL, fill=rail_fill(rail), stroke=rail_colour(rail),
        )  # fmt: skip


def _rows(design: Design, shapes: tuple[Topology, ...]) -> Iterator[list[str]]:
    for shape in shapes:
        tiers: dict[str, list[Link]] = {}
        for bundle in shape.bundles:
            for link in bundle.links:
                tiers.setdefault(link.tier, []).append(link)
        for tier, links in tiers.items():
            speed = "/".join(dict.fromkeys(str(link.speed) for link in links))
            yield [shape.fabric.name, tier, str(len(links)), speed, str(cables(design, links))]
