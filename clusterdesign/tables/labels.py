"""Labels: two or more for every cable, the near end first, no two alike.

The text follows TIA-606: rack, unit and port of the near end, then of the far end,
``A05-40:17 / A09-44:1``. Rack units are counted from the bottom and padded to two digits; ports are named as
printed on the panel, and a plug that fills a cage of several ports by its cage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clusterdesign.design import Cable, Design, End, PortRef
from clusterdesign.design.printing import JOINT, Printing, check_label
from clusterdesign.errors import DesignError
from clusterdesign.names import fill
from clusterdesign.tables.ids import MARKS, tags

_PLUS = " + "
"""Between the far ends of a splitter."""

_SHOWN = 2
"""Far ends that are spelt out; the others are counted."""


@dataclass(frozen=True, slots=True)
class Label:
    """What stands on one end of a cable.

    Attributes:
        cable: path of the cable.
        tag: its short id.
        mark: letter of this end.
        near, far: names of this end and of what it leads to.
    """

    cable: str
    tag: str
    mark: str
    near: str
    far: str

    @property
    def text(self) -> str:
        """All of it on one line."""
        return f"{self.near}{JOINT}{self.far}"

    @property
    def lines(self) -> tuple[str, str, str]:
        """The same on three lines: near end, far end, cable and end."""
        return self.near, self.far, f"{self.tag} {self.mark}"

    @property
    def code(self) -> str:
        """What a QR code holds: only characters that make it small."""
        return f"{self.tag}/{self.mark}"


def swap(text: str) -> str:
    """Return the text of a label as it stands on the other end. Twice gives the text again.

    Raises:
        DesignError: the text is no label.
    """
    near, joint, far = text.partition(JOINT)
    if not joint or JOINT in far:
        raise DesignError(
            f"{text!r} is no label", fix=f"a label names two ends with {JOINT!r} between them, the near one first"
        )
    return f"{far}{JOINT}{near}"


def labels(design: Design) -> Mapping[str, tuple[Label, ...]]:
    """Return the labels of every cable by its path, one an end, in the order of its ends.

    Raises:
        DesignError: the template of the site cannot be used, or gives two ends the same label.
    """
    names = _Namer(design)
    tag = tags(design)
    found = {cable.path: tuple(_of(cable, tag[cable.path], names)) for cable in design.cables}
    seen: dict[str, Label] = {}
    for label in (label for group in found.values() for label in group):
        other = seen.setdefault(label.near, label)
        if other is not label:
            raise DesignError(
                f"ends of {other.cable} and {label.cable} would both be labelled {label.near!r}",
                thing=f"label template {design.printing.label!r}",
                fix="put a character between its fields, or add {cage} or {device}",
            )
    return MappingProxyType(found)


class _Namer:
    """Names an end by the template of the site."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._template = check_label(design.printing.label)
        self._placed = "rack" in self._template
        # Two devices side by side in one unit, or equipment beside the units: the place does not tell them apart.
        spots = Counter((placement.rack, placement.u) for placement in design.placements)
        self._crowded = {spot for spot, count in spots.items() if count > 1}
        self._taken: set[tuple[str, str]] = set()

    def __call__(self, end: End, tag: str) -> str:
        """Name an end; where a faulty design plugs two into one port, the second has its cable's id as well."""
        name, place = self._name(end), (end.device, self._port(end))
        if place in self._taken:
            return f"{name} {tag}"
        self._taken.add(place)
        return name

    def _name(self, end: End) -> str:
        placement = self._design.placement.get(end.device)
        port = self._port(end)
        u = placement.u if placement else 0
        alone = placement and u > 0 and (placement.rack, u) not in self._crowded
        if placement is None or (self._placed and not alone):
            return f"{end.device}:{port}"
        rack = placement.rack.removeprefix("rack/")
        return fill(self._template, rack=rack, u=u, device=end.device, port=port, cage=end.cage)

    def _port(self, end: End) -> str:
        """Name the port, or the cage where one plug carries all of its ports."""
        if len(end.ports) == 1:
            cage = self._design.cage(PortRef(end.device, end.ports[0]))
            if cage is None or len(cage.ports) == 1 or end.connector is not None:
                return end.ports[0]
        return end.cage if end.connector is None else "+".join(end.ports)


def _of(cable: Cable, tag: str, names: _Namer) -> Iterator[Label]:
    """Yield the labels of a cable. A tail leads to the head, the head to every tail."""
    near = [names(end, tag) if end.device else f"{tag}:{mark}" for mark, end in zip(MARKS, cable.ends, strict=False)]
    for n, (mark, name) in enumerate(zip(MARKS, near, strict=False)):
        yield Label(cable.path, tag, mark, near=name, far=_far(near[1:]) if n == 0 else near[0])


def _far(names: list[str]) -> str:
    shown = names if len(names) <= _SHOWN else [*names[:1], f"{len(names) - 1} more"]
    return _PLUS.join(shown)


def longest(printed: Iterable[Label]) -> int:
    """Return the length of the longest line among labels."""
    return max((len(line) for label in printed for line in label.lines), default=0)


__all__ = ["JOINT", "Label", "Printing", "labels", "longest", "swap"]
