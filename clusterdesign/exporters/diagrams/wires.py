"""Lines of one fabric: from a group of nodes to each of its switches, and one line for a bundle between switches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2

from clusterdesign.exporters.diagrams.picture import Box, Line
from clusterdesign.exporters.diagrams.style import BUNDLE, rail_colour
from clusterdesign.exporters.diagrams.topology import Bundle

_FAN = 16
"""To more switches than that, a group of nodes has one line in place of one each."""


@dataclass(frozen=True)
class Wires:
    """Draws lines between boxes that have their places.

    Attributes:
        frames: box of a group, by the group's name.
        members: box of a device, by its path; devices that are not drawn one by one have none.
        fans: whether groups of nodes have a line for each switch.
    """

    frames: Mapping[str, Box]
    members: Mapping[str, Box]
    fans: bool

    def draw(self, bundle: Bundle) -> Iterator[Line]:
        """Yield the lines of a bundle."""
        few = len(bundle.by_upper) <= _FAN and bundle.by_upper.keys() <= self.members.keys()
        if bundle.lower.rank or not self.fans or not few:
            yield self.trunk(bundle)
        elif all(device.path in self.members for device in bundle.lower.devices):
            yield from self._one_by_one(bundle)
        else:
            yield from self._fan(bundle)

    def trunk(self, bundle: Bundle) -> Line:
        """Return the one line of a bundle, upright where the two groups overlap."""
        lower, upper = self.frames[bundle.lower.name], self.frames[bundle.upper.name]
        at = (max(lower.x, upper.x) + min(lower.right, upper.right)) / 2
        start = min(max(at, lower.x), lower.right)
        end = min(max(at, upper.x), upper.right)
        return _line(lower, upper, start=start, end=end, colour=BUNDLE, count=len(bundle.links))

    def _fan(self, bundle: Bundle) -> Iterator[Line]:
        """Draw one line for each switch, upright where all of them stand over the group."""
        lower = self.frames[bundle.lower.name]
        switches = [device for device in bundle.upper.devices if device.path in bundle.by_upper]
        above = [self.members[device.path].middle for device in switches]
        upright = lower.x < min(above) and max(above) < lower.right
        for number, device in enumerate(switches):
            spread = lower.x + lower.width * (number + 1) / (len(switches) + 1)
            yield _line(
                lower,
                self.members[device.path],
                start=above[number] if upright else spread,
                end=above[number],
                colour=rail_colour(device.rail),
                count=bundle.by_upper[device.path],
            )

    def _one_by_one(self, bundle: Bundle) -> Iterator[Line]:
        """Spread the lines of a node over its upper edge in the order of the switches, so that few cross."""
        order = {device.path: number for number, device in enumerate(bundle.upper.devices)}
        rails = {device.path: device.rail for device in bundle.upper.devices}
        for (low, high), count in sorted(bundle.pairs.items(), key=lambda pair: (pair[0][0], order[pair[0][1]])):
            node, switch = self.members[low], self.members[high]
            yield _line(
                node,
                switch,
                start=node.x + node.width * (order[high] + 1) / (len(order) + 1),
                end=switch.middle,
                colour=rail_colour(rails[high]),
                count=count,
            )


def _line(lower: Box, upper: Box, *, start: float, end: float, colour: str, count: int) -> Line:
    return Line(
        lower.name,
        upper.name,
        (start, lower.y),
        (end, upper.bottom),
        colour,
        width=min(1 + log2(count) / 2, 5),
        tip=f"{lower.name} - {upper.name}: {count}",
    )
