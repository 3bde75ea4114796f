"""What the phases of elaboration share: the declaration, the builder, and the plan so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from clusterdesign.catalog import Catalog
from clusterdesign.design.builder import Builder
from clusterdesign.design.records import Device
from clusterdesign.errors import DesignError
from clusterdesign.fabric import FatTreePolicy
from clusterdesign.fabric.fattree import FatTree
from clusterdesign.intent import Cluster
from clusterdesign.names import matches
from clusterdesign.parts import Appliance, Hca, Node, Port, Switch

_P = TypeVar("_P", Node, Switch, Appliance)


@dataclass(frozen=True, slots=True)
class Seat:
    """The position of a node: everything about it that follows from its index alone.

    Attributes:
        index: 0-based among the nodes.
        unit: 1-based scalable unit.
        position: 0-based in the unit; down-port ``position`` of each of the unit's leaves is its own.
    """

    index: int
    unit: int
    position: int


@dataclass(slots=True)
class TreePlan:
    """A fat-tree while it is being built.

    Attributes:
        policy: what is declared.
        counts: how many of everything.
        base: the node ports that it connects, in panel order, of the node without exceptions.
        displaced: node positions of the first unit that managers take.
    """

    policy: FatTreePolicy
    counts: FatTree
    base: tuple[Port, ...]
    displaced: int

    @property
    def rails(self) -> tuple[int, ...]:
        """Numbers of the rails, lowest first; nodes that leave an adapter out leave a gap."""
        return tuple(sorted(port.rail for port in self.base if port.rail is not None))

    def leaf(self, unit: int, rail: int) -> str:
        """Return the path of a leaf; the one switch where there is only one."""
        if self.counts.levels == 1:
            return f"{self.policy.name}/switch/1"
        return f"{self.policy.name}/leaf/su{unit}-r{rail}"

    def spine(self, index: int) -> str:
        """Return the path of a spine by its 0-based index."""
        return f"{self.policy.name}/spine/{index + 1:02}"

    def down_port(self, position: int, rail: int) -> tuple[int, int | None]:
        """Return where a node's link goes: 0-based port of its leaf, and the 1-based sub-port where it is split."""
        slot = position
        if self.counts.levels == 1:
            panel = next(i for i, port in enumerate(self.base) if port.rail == rail)
            slot = position * len(self.base) + panel
        if self.policy.split == 1:
            return slot, None
        return slot // self.policy.split, slot % self.policy.split + 1


@dataclass(slots=True)
class Draft:
    """A cluster half way to a design.

    Attributes:
        unit_size: node positions of a scalable unit; the rows of racks follow it.
        units: scalable units built now.
        units_reserved: scalable units that the design grows to.
        used: overrides, each with the components it matched and changed.
    """

    cluster: Cluster
    catalog: Catalog
    builder: Builder
    trees: dict[str, TreePlan] = field(default_factory=dict)
    unit_size: int = 0
    units: int = 1
    units_reserved: int = 1
    displaced: int = 0
    used: dict[int, tuple[list[str], list[str]]] = field(default_factory=dict)

    @property
    def feed_names(self) -> tuple[str, ...]:
        """Names of the feeds: A, B, C ..."""
        power = self.cluster.power
        return tuple(chr(ord("A") + n) for n in range(power.count if power else 0))

    @property
    def network_feeds(self) -> tuple[str, ...]:
        """Feeds of racks that hold only network equipment: two supplies want two."""
        return self.feed_names[:2]

    def seat(self, index: int) -> Seat:
        """Return the seat of a node; managers may hold the last seats of the first unit."""
        first = self.unit_size - self.displaced
        slot = index if index < first else index + self.displaced
        return Seat(index, slot // self.unit_size + 1, slot % self.unit_size)

    def part_for(self, path: str, part: _P) -> _P:
        """Return the part of a device, changed by the last override whose glob matches its path.

        Raises:
            DesignError: the override gives a part of another kind.
        """
        for number, exception in self.cluster.overrides():
            if isinstance(exception.where, str) and matches(exception.where, path):
                matched, changed = self.used.setdefault(number, ([], []))
                matched.append(path)
                if not isinstance(exception.part, type(part)):
                    raise DesignError(
                        f"an override puts {exception.part.id}, of kind {exception.part.kind}, in place of a part of "
                        f"kind {part.kind}",
                        thing=path,
                        fix=f"give a part of kind {part.kind}, or narrow where={exception.where!r}",
                    )
                if exception.part != part:
                    changed.append(path)
                part = exception.part
        return part

    def adapter_part(self, id_: str) -> Hca:
        """Return the part of an adapter that a node names: the one the designer gave, else the catalogue's."""
        hca = self.cluster.nodes.hca
        return hca if hca is not None and hca.id == id_ else self.catalog.hca(id_)

    def node_part(self, path: str) -> Node:
        """Return the part of a node that is in the builder."""
        part = self.builder.parts[self.builder.devices[path].part]
        if not isinstance(part, Node):
            raise TypeError(f"{path} is a {part.kind}, not a node")
        return part

    def nodes(self) -> list[Device]:
        """Return the nodes in order of their index."""
        return [self.builder.devices[self.cluster.nodes.path(i)] for i in range(self.cluster.nodes.count)]
