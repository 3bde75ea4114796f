"""What is written into a fabric of the drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.design.ranges import families, span
from clusterdesign.design.records import Device
from clusterdesign.exporters.diagrams.topology import Bundle, Group, Topology
from clusterdesign.exporters.diagrams.words import Words

_KINDS = 3
"""So many different parts of one group are named."""


@dataclass(frozen=True)
class Captions:
    """The texts of one fabric."""

    design: Design
    shape: Topology
    words: Words

    def heading(self) -> str:
        """Return the title of the fabric."""
        fabric = self.shape.fabric
        if not fabric.levels:
            kind = self.words("management")
        elif fabric.levels == 1:
            kind = self.words("one switch")
        else:
            kind = self.words("levels", levels=fabric.levels, rails=fabric.rails)
        return self.words("fabric", name=fabric.name, protocol=self.words(fabric.protocol), shape=kind)

    def title(self, group: Group) -> tuple[str, ...]:
        """Return what stands in the frame of a group."""
        count = self.words("group", count=len(group.devices), kind=self.words(group.kind))
        unit = self.words("pod" if self.shape.in_pods else "unit", unit=group.unit)
        head = count if group.unit is None else f"{unit}: {count}"
        lines = [head, *_names(group), *self._parts(group)]
        if group.rank == 0:
            # Lines leave a group of nodes all over its upper edge: their numbers stand in its box.
            lines += [text for bundle in self.shape.bundles if bundle.lower is group for text in self.counts(bundle)]
        return tuple(lines)

    def short(self, device: Device) -> str:
        """Return what stands in the box of one device: its rail where that is enough, or the end of its path."""
        if device.role == "leaf" and device.rail is not None and not self.shape.in_pods:
            return f"r{device.rail}"
        return device.path.rpartition("/")[2]

    def _parts(self, group: Group) -> Iterator[str]:
        """Name the parts of a group, and how many of each where they differ."""
        counts = Counter(device.part for device in group.devices)
        for part, count in list(counts.items())[:_KINDS]:
            yield self.design.parts[part].name if len(counts) == 1 else f"{count} x {part}"

    def counts(self, bundle: Bundle) -> Iterator[str]:
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
