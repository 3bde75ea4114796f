"""One fabric of the drawing: where its boxes stand and what is written beside its lines."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.exporters.diagrams.captions import Captions
from clusterdesign.exporters.diagrams.picture import Box, Line, left_box, text_width
from clusterdesign.exporters.diagrams.style import (
    FRAME,
    FRAME_FILL,
    GAP,
    MEMBER_GAP,
    MEMBER_HEIGHT,
    MEMBER_WIDTH,
    NODE_FILL,
    PADDING,
    SMALL,
    SWITCH_FILL,
    rail_colour,
    rail_fill,
)
from clusterdesign.exporters.diagrams.topology import Bundle, Group, Topology
from clusterdesign.exporters.diagrams.wires import Wires
from clusterdesign.exporters.diagrams.words import Words

_NODES_SHOWN = 4
"""Up to so many nodes, each has a box of its own."""

_ROW = 16
_SHOWN = 64
"""Switches in one row of a group, and the most that are drawn one by one."""

_CHANNEL = 74.0
_TITLE = 30.0
"""Between ranks, where the lines and their numbers are; above a panel."""


class Panel:
    """One fabric, drawn from the origin. Ranks stand below each other, units beside each other."""

    def __init__(self, design: Design, shape: Topology, words: Words) -> None:
        self.design = design
        self.shape = shape
        self.captions = Captions(design, shape, words)
        self.prefix = shape.fabric.name
        self.boxes: list[Box] = []
        self.lines: list[Line] = []
        self.width = self.bottom = 0.0
        self._frames: dict[str, Box] = {}
        self._members: dict[str, Box] = {}
        self._place()
        wires = Wires(self._frames, self._members, fans=shape.fabric.levels > 0)
        for bundle in shape.bundles:
            self.lines += wires.draw(bundle)
            if bundle.lower.rank:
                self._label(bundle, wires.trunk(bundle))

    def _place(self) -> None:
        columns = self._columns()
        width = max(sum(columns.values()) + GAP * (len(columns) - 1), *map(self._width, self.shape.above()), 0)
        self._write("title", self.captions.heading(), 0, 0, size=13)
        y = _TITLE
        for group in self.shape.above():
            y = self._frame(group, 0, y, width) + _CHANNEL
        for rank in range(self.shape.inside, -1, -1):
            x, self.bottom = 0.0, y
            for unit, column in columns.items():
                self.bottom = max(self.bottom, self._side_by_side(self.shape.at(rank, unit), x, y, column))
                x += column + GAP
            y = self.bottom + _CHANNEL

    def _columns(self) -> dict[int | None, float]:
        """Return the width of each unit's column."""
        ranks = range(self.shape.inside + 1)
        return {unit: max(self._needed(self.shape.at(rank, unit)) for rank in ranks) for unit in self.shape.units}

    def _needed(self, groups: tuple[Group, ...]) -> float:
        return sum(map(self._width, groups)) + GAP * max(len(groups) - 1, 0)

    def _side_by_side(self, groups: tuple[Group, ...], x: float, y: float, column: float) -> float:
        """Place groups of one rank and unit; one that is alone gets the whole column. Return the lowest edge."""
        low = y
        for group in groups:
            width = column if len(groups) == 1 else self._width(group)
            low = max(low, self._frame(group, x, y, width))
            x += width + GAP
        return low

    def _width(self, group: Group) -> float:
        text = max(text_width(line, SMALL) for line in self.captions.title(group))
        across = min(len(group.devices), _ROW) if self._one_by_one(group) else 0
        return max(text, across * (self._member(group) + MEMBER_GAP) - MEMBER_GAP) + 2 * PADDING

    def _member(self, group: Group) -> float:
        return max(MEMBER_WIDTH, *(text_width(self.captions.short(device), SMALL) + 6 for device in group.devices))

    def _one_by_one(self, group: Group) -> bool:
        if group.rank:
            return len(group.devices) <= _SHOWN
        few = sum(1 for _ in self.design.nodes()) <= _NODES_SHOWN
        return few and group.kind == "node" and self.shape.fabric.levels > 0

    def _frame(self, group: Group, x: float, y: float, width: float) -> float:
        """Draw a group: a frame with its title and, where they are few, its members. Return its lower edge."""
        title = self.captions.title(group)
        heights = len(title) * SMALL * 1.3
        rows = -(-len(group.devices) // _ROW) if self._one_by_one(group) else 0
        height = heights + 2 * PADDING + rows * (MEMBER_HEIGHT + MEMBER_GAP)
        self.width = max(self.width, x + width)
        frame = Box(
            f"{self.prefix} {group.name}",
            x,
            y,
            width,
            height,
            fill=FRAME_FILL if group.rank else NODE_FILL,
            stroke=FRAME,
        )
        self._frames[group.name] = frame
        # Switches stand at the edge where their lines arrive: below the title; nodes above it.
        text_y = y + PADDING + (rows * (MEMBER_HEIGHT + MEMBER_GAP) if group.rank == 0 else 0)
        self.boxes.append(frame)
        self.boxes.append(Box(f"{frame.name}/text", x + 1, text_y, width - 2, heights, title, size=SMALL))
        self._fill(group, frame, y + PADDING + (heights if group.rank else 0))
        return frame.bottom

    def _fill(self, group: Group, frame: Box, y: float) -> None:
        if not self._one_by_one(group):
            return
        step = self._member(group) + MEMBER_GAP
        if not group.rank:
            # Nodes spread over the whole width, so that fewer of their lines cross.
            step = max(step, (frame.width - 2 * PADDING + MEMBER_GAP) / len(group.devices))
        for number, device in enumerate(group.devices):
            row, place = divmod(number, _ROW)
            across = min(len(group.devices) - row * _ROW, _ROW)
            start = frame.middle - ((across - 1) * step + self._member(group)) / 2
            box = Box(
                f"{self.prefix} {device.path}",
                start + place * step,
                y + row * (MEMBER_HEIGHT + MEMBER_GAP) + (MEMBER_GAP if group.rank else 0),
                self._member(group),
                MEMBER_HEIGHT,
                (self.captions.short(device),),
                size=SMALL,
                fill=rail_fill(device.rail) if group.rank else SWITCH_FILL,
                stroke=rail_colour(device.rail) if group.rank else FRAME,
                tip=f"{device.path}, {device.part}",
            )
            self._members[device.path] = box
            self.boxes.append(box)

    def _label(self, bundle: Bundle, line: Line) -> None:
        """Write the numbers of a bundle beside the middle of its line."""
        x = (line.start[0] + line.end[0]) / 2 + 8
        y = (line.start[1] + line.end[1]) / 2 - SMALL
        for number, text in enumerate(self.captions.counts(bundle)):
            name = f"{bundle.lower.name}/{bundle.upper.name}/{number}"
            self._write(name, text, x, y + number * SMALL * 1.3, size=SMALL)

    def _write(self, name: str, text: str, x: float, y: float, *, size: float) -> None:
        self.boxes.append(left_box(f"{self.prefix} {name}", text, x, y, size=size))
        self.width = max(self.width, x + text_width(text, size))
