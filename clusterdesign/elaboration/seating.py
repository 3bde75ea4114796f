"""Seats: the position of every node follows from its group and number alone, so that growth moves nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clusterdesign.intent import Nodes


@dataclass(frozen=True, slots=True)
class Seat:
    """The position of a node.

    Attributes:
        group: number of its node group.
        number: 0-based in the group.
        unit: 1-based scalable unit.
        position: 0-based in the unit; down-port ``position`` of each of the unit's leaves is its own.
    """

    group: int
    number: int
    unit: int
    position: int


@dataclass(slots=True)
class Seating:
    """All seats. Each node group begins a unit of its own; the last group is the one that grows.

    Attributes:
        unit_size: node positions of a unit; the rows of racks follow it.
        displaced: last positions of the first unit that fabric managers take.
        grow_to: nodes in all that the design reserves for.
    """

    groups: Sequence[Nodes]
    unit_size: int
    displaced: int = 0
    grow_to: int = 0
    _first_units: list[int] = field(init=False)

    def __post_init__(self) -> None:
        first = 1
        self._first_units = []
        for group, nodes in enumerate(self.groups):
            self._first_units.append(first)
            first += self._units_for(group, nodes.count)

    @property
    def total(self) -> int:
        """Number of nodes."""
        return sum(nodes.count for nodes in self.groups)

    @property
    def units(self) -> int:
        """Units that are built."""
        return self._first_units[-1] - 1 + self._units_for(len(self.groups) - 1, self.groups[-1].count)

    @property
    def units_reserved(self) -> int:
        """Units that the design grows to."""
        extra = max(self.grow_to - self.total, 0)
        return self._first_units[-1] - 1 + self._units_for(len(self.groups) - 1, self.groups[-1].count + extra)

    def group_of(self, unit: int) -> int:
        """Return the group that a unit belongs to."""
        return max(group for group, first in enumerate(self._first_units) if first <= unit)

    def seat(self, group: int, number: int) -> Seat:
        """Return the seat of a node."""
        slot = number
        if group == 0 and number >= self.unit_size - self.displaced:
            slot += self.displaced
        unit, position = divmod(slot, self.unit_size)
        return Seat(group, number, self._first_units[group] + unit, position)

    def path_at(self, unit: int, position: int) -> str:
        """Return the path that the node at a seat has, or would have; empty for a seat that managers hold."""
        group = self.group_of(unit)
        slot = (unit - self._first_units[group]) * self.unit_size + position
        if group == 0:
            first = self.unit_size - self.displaced
            if first <= slot < self.unit_size:
                return ""
            slot -= self.displaced if slot >= self.unit_size else 0
        return self.groups[group].path(slot)

    def nodes(self) -> Iterator[tuple[str, Seat]]:
        """Yield every node's path and seat, in order."""
        for group, nodes in enumerate(self.groups):
            for number in range(nodes.count):
                yield nodes.path(number), self.seat(group, number)

    def _units_for(self, group: int, count: int) -> int:
        return -(-(count + (self.displaced if group == 0 else 0)) // self.unit_size)
