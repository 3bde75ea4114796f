"""One fabric of the drawing: where its boxes stand and where its lines run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log2

from clusterdesign.design.design import Design
from clusterdesign.design.ranges import families, span
from clusterdesign.design.records import Device
from clusterdesign.exporters.diagrams.picture import Box, Line, left_box, text_width
from clusterdesign.exporters.diagrams.style import (
    BUNDLE,
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
        self.words = words
        self.prefix = shape.fabric.name
        self.boxes: list[Box] = []
        self.lines: list[Line] = []
        self.width = self.bottom = 0.0
        self._frames: dict[str, Box] = {}
        self._members: dict[str, Box] = {}
        self._place()
        for bundle in shape.bundles:
            self._connect(bundle)

    # --- places ------------------------------------------------------------------------------------------------

    def _place(self) -> None:
        columns = self._columns()
        width = max(sum(columns.values()) + GAP * (len(columns) - 1), *map(self._width, self.shape.above(1)), 0)
        self._write("title", self._heading(), 0, 0, size=13)
        y = _TITLE
        for group in self.shape.above(1):
            y = self._frame(group, 0, y, width) + _CHANNEL
        x, low = 0.0, y
        for unit, column in columns.items():
            for group in self.shape.at(1, unit):
                low = max(low, self._frame(group, x, y, column) + _CHANNEL)
            x += column + GAP
        x, self.bottom = 0.0, low
        for unit, column in columns.items():
            self._connected(self.shape.at(0, unit), x, low, column)
            x += column + GAP

    def _columns(self) -> dict[int | None, float]:
        """Return the width of each unit's column."""
        return {
            unit: max(
                sum(map(self._width, self.shape.at(1, unit))),
                sum(map(self._width, self.shape.at(0, unit))) + GAP * (len(self.shape.at(0, unit)) - 1),
            )
            for unit in self.shape.units
        }

    def _connected(self, groups: tuple[Group, ...], x: float, y: float, column: float) -> None:
        """Place what is connected side by side; a group that is alone gets the width of its switches."""
        for group in groups:
            width = column if len(groups) == 1 else self._width(group)
            self.bottom = max(self.bottom, self._frame(group, x, y, width))
            x += width + GAP

    def _heading(self) -> str:
        fabric = self.shape.fabric
        if not fabric.levels:
            kind = self.words("management")
        elif fabric.levels == 1:
            kind = self.words("one switch")
        else:
            kind = self.words("levels", levels=fabric.levels, rails=fabric.rails)
        return self.words("fabric", name=fabric.name, protocol=self.words(fabric.protocol), shape=kind)

    def _title(self, group: Group) -> tuple[str, ...]:
        count = self.words("group", count=len(group.devices), kind=self.words(group.kind))
        head = f"{self.words('unit', unit=group.unit)}: {count}" if group.unit and group.rank <= 1 else count
        lines = [head, *_names(group), *self._parts(group)]
        if group.rank == 0:
            # Lines leave a group of nodes all over its upper edge: their numbers stand in its box.
            lines += [text for bundle in self.shape.bundles if bundle.lower is group for text in self._counts(bundle)]
        return tuple(lines)

    def _parts(self, group: Group) -> Iterator[str]:
        """Name the parts of a group, and how many of each where they differ."""
        counts: dict[str, int] = {}
        for device in group.devices:
            counts[device.part] = counts.get(device.part, 0) + 1
        for part, count in list(counts.items())[:3]:
            yield self.design.parts[part].name if len(counts) == 1 else f"{count} x {part}"

    def _width(self, group: Group) -> float:
        text = max(text_width(line, SMALL) for line in self._title(group))
        across = min(len(group.devices), _ROW) if self._one_by_one(group) else 0
        return max(text, across * (self._member(group) + MEMBER_GAP) - MEMBER_GAP) + 2 * PADDING

    def _member(self, group: Group) -> float:
        return max(MEMBER_WIDTH, *(text_width(_short(device), SMALL) + 6 for device in group.devices))

    def _one_by_one(self, group: Group) -> bool:
        if group.rank:
            return len(group.devices) <= _SHOWN
        few = sum(1 for _ in self.design.nodes()) <= _NODES_SHOWN
        return few and group.kind == "node" and self.shape.fabric.levels > 0

    def _frame(self, group: Group, x: float, y: float, width: float) -> float:
        """Draw a group: a frame with its title and, where they are few, its members. Return its lower edge."""
        title = self._title(group)
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
                (_short(device),),
                size=SMALL,
                fill=rail_fill(device.rail) if group.rank else SWITCH_FILL,
                stroke=rail_colour(device.rail) if group.rank else FRAME,
                tip=f"{device.path}, {device.part}",
            )
            self._members[device.path] = box
            self.boxes.append(box)

    # --- lines -------------------------------------------------------------------------------------------------

    def _connect(self, bundle: Bundle) -> None:
        lower, upper = self._frames[bundle.lower.name], self._frames[bundle.upper.name]
        single = self.shape.fabric.levels and len(bundle.upper.devices) <= _ROW
        if bundle.lower.rank or not single:
            # Where the two overlap, the line stands upright.
            at = (max(lower.x, upper.x) + min(lower.x + lower.width, upper.x + upper.width)) / 2
            start = min(max(at, lower.x), lower.x + lower.width)
            end = min(max(at, upper.x), upper.x + upper.width)
            self._line(lower, upper, start=start, end=end, colour=BUNDLE, count=len(bundle.links))
            if bundle.lower.rank:
                self._label(bundle, (start + end) / 2, (lower.y + upper.bottom) / 2 - SMALL)
        elif self._one_by_one(bundle.lower):
            self._one_by_one_lines(bundle)
        else:
            self._fan(bundle, lower)

    def _fan(self, bundle: Bundle, lower: Box) -> None:
        """Draw one line for each switch, upright where all of them stand over the group."""
        switches = [device for device in bundle.upper.devices if device.path in bundle.by_upper]
        above = [self._members[device.path].middle for device in switches]
        upright = lower.x < min(above) and max(above) < lower.x + lower.width
        for number, device in enumerate(switches):
            x = above[number] if upright else lower.x + lower.width * (number + 1) / (len(switches) + 1)
            self._line(
                lower,
                self._members[device.path],
                start=x,
                end=above[number],
                colour=rail_colour(device.rail),
                count=bundle.by_upper[device.path],
            )

    def _one_by_one_lines(self, bundle: Bundle) -> None:
        """Spread the lines of a node over its upper edge in the order of the switches, so that few cross."""
        uppers = {device.path: number for number, device in enumerate(bundle.upper.devices)}
        for (low, high), count in sorted(bundle.pairs.items(), key=lambda pair: (pair[0][0], uppers[pair[0][1]])):
            node, switch = self._members[low], self._members[high]
            share = (uppers[high] + 1) / (len(uppers) + 1)
            self._line(
                node,
                switch,
                start=node.x + node.width * share,
                end=switch.middle,
                colour=rail_colour(self.design.device[high].rail),
                count=count,
            )

    def _line(self, lower: Box, upper: Box, *, start: float, end: float, colour: str, count: int) -> None:
        self.lines.append(
            Line(
                lower.name,
                upper.name,
                (start, lower.y),
                (end, upper.bottom),
                colour,
                width=min(1 + log2(count) / 2, 5),
                tip=f"{lower.name} - {upper.name}: {count}",
            )
        )

    def _label(self, bundle: Bundle, x: float, y: float) -> None:
        """Write the numbers of a bundle beside its line."""
        for number, text in enumerate(self._counts(bundle)):
            name = f"{bundle.lower.name}/{bundle.upper.name}/{number}"
            self._write(name, text, x + 8, y + number * SMALL * 1.3, size=SMALL)

    def _write(self, name: str, text: str, x: float, y: float, *, size: float) -> None:
        self.boxes.append(left_box(f"{self.prefix} {name}", text, x, y, size=size))
        self.width = max(self.width, x + text_width(text, size))

    def _counts(self, bundle: Bundle) -> Iterator[str]:
        """Yield the numbers of a bundle, and how they spread over its switches."""
        speed = "/".join(dict.fromkeys(str(link.speed) for link in bundle.links))
        yield self.words("total", links=len(bundle.links), speed=speed, cables=bundle.cables)
        lower, upper = len({low for low, _ in bundle.pairs}), len(bundle.by_upper)
        if bundle.lower.rank >= 1 and len(bundle.pairs) == lower * upper:
            yield self.words("pair", lower=lower, upper=upper, count=_span(bundle.pairs.values()))
        elif upper > 1:
            yield self.words("each", upper=upper, count=_span(bundle.by_upper.values()))


def _span(counts: Iterable[int]) -> str:
    found = sorted(set(counts))
    return str(found[0]) if len(found) == 1 else f"{found[0]}..{found[-1]}"


def _names(group: Group) -> Iterator[str]:
    found = families(device.path for device in group.devices)
    if len(found) > 1:
        yield from (span(family) for family in found[:2])
    elif len(group.devices) > 1:
        yield f"{found[0][0]} .. {found[0][-1]}"
    else:
        yield group.devices[0].path


def _short(device: Device) -> str:
    if device.role == "leaf" and device.rail is not None:
        return f"r{device.rail}"
    return device.path.rpartition("/")[2]
