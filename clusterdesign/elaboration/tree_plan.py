"""A fat-tree before it is built: which leaf and port every link takes, by position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from clusterdesign.fabric import FatTreePolicy, Managers
from clusterdesign.fabric.fattree import LeafShape, Tiers
from clusterdesign.parts import Port


class Spot(NamedTuple):
    """A port by position: the switch, the 0-based port, and the 1-based sub-port where it is run split."""

    switch: str
    slot: int
    sub: int | None = None


@dataclass(frozen=True, slots=True)
class TreePlan:
    """The plan of one fabric, or of one plane of it.

    Attributes:
        fabric: name of the fabric; first segment of its switches' paths.
        bases: for each node group, the node ports that it connects, in panel order, without exceptions.
        shape: the leaf.
        tiers: what stands above; None for a fabric of one switch.
        unit_leaves: leaves of every unit that is reserved for.
        displaced: node positions of the first unit that managers take.
        box_leaves: leaves for shared storage; they stand before those of the first unit.
        why: how the fabric of one switch follows.
    """

    fabric: str
    policy: FatTreePolicy
    bases: tuple[tuple[Port, ...], ...]
    shape: LeafShape
    tiers: Tiers | None
    unit_leaves: tuple[int, ...]
    displaced: int
    box_leaves: int = 0
    why: str = ""

    @property
    def levels(self) -> int:
        """Tiers of switches."""
        return 1 if self.tiers is None else self.tiers.levels

    @property
    def rails(self) -> int:
        """The most node ports that a node has in this fabric."""
        return max(len(base) for base in self.bases)

    @property
    def single(self) -> str:
        """Path of the switch of a fabric of one switch."""
        return f"{self.fabric}/switch/1"

    def leaves(self, unit: int, group: int) -> list[tuple[str, int | None]]:
        """Return path and rail of every leaf of a unit."""
        if self.policy.BY_RAIL:
            return [(f"{self.fabric}/leaf/su{unit}-r{port.rail}", port.rail) for port in self._by_rail(group)]
        return [(f"{self.fabric}/leaf/su{unit}-l{n + 1}", None) for n in range(len(self.bases[group]))]

    def down(self, unit: int, group: int, position: int, port: Port) -> Spot:
        """Return where the link of a node's port goes."""
        base = self.bases[group]
        panel = next(i for i, other in enumerate(base) if other.rail == port.rail)
        if self.tiers is None:
            return self._slot(self.single, position * len(base) + panel)
        if self.policy.BY_RAIL:
            return self._slot(f"{self.fabric}/leaf/su{unit}-r{port.rail}", position)
        leaf, within = divmod(position * len(base) + panel, self.shape.positions)
        return self._slot(f"{self.fabric}/leaf/su{unit}-l{leaf + 1}", within)

    def _slot(self, switch: str, link: int) -> Spot:
        split = self.policy.split
        return Spot(switch, link) if split == 1 else Spot(switch, link // split, link % split + 1)

    def _by_rail(self, group: int) -> list[Port]:
        return sorted(self.bases[group], key=lambda port: port.rail or 0)

    def box_leaf(self, index: int) -> str:
        """Return the path of a leaf for shared storage by its 0-based index."""
        return f"{self.fabric}/leaf/box-{index + 1}"

    def box_port(self, number: int, port: int, ports: int) -> Spot:
        """Return where a port of a storage box goes: even ports to the first leaf of a pair, odd ones to the second.

        Args:
            number: 0-based number of the box among all boxes of the fabric.
            port: 0-based port of the box.
            ports: ports of each box.
        """
        if self.tiers is None:
            return Spot(self.single, self.shape.down + number * ports + port)
        per_side = -(-ports // 2)
        pair, within = divmod(number * per_side + port // 2, self.shape.down)
        return Spot(self.box_leaf(2 * pair + port % 2), within)

    # -- above the leaves -----------------------------------------------------------------------------------

    @property
    def pods_reserved(self) -> int:
        """Pods that the design grows to; 1 on two levels."""
        return 1 if self.tiers is None else -(-len(self.unit_leaves) // self.tiers.units_per_pod)

    def pod_of(self, unit: int) -> int:
        """Return the 1-based pod of a unit."""
        return 1 if self.tiers is None else (unit - 1) // self.tiers.units_per_pod + 1

    def spine(self, pod: int, index: int) -> str:
        """Return the path of a spine by pod and 0-based index."""
        name = f"{index + 1:02}" if self.levels < 3 else f"pod{pod}-{index + 1:02}"  # noqa: PLR2004  # cores exist
        return f"{self.fabric}/spine/{name}"

    def core(self, group: int, index: int) -> str:
        """Return the path of a core: the group follows the index of its spines, both 0-based."""
        return f"{self.fabric}/core/{group + 1:02}-{index + 1:02}"

    def spines(self, pod: int) -> list[str]:
        """Return the paths of the spines of a pod."""
        return [self.spine(pod, index) for index in range(self.tiers.spines if self.tiers else 0)]

    def cores(self) -> Iterator[tuple[int, int, str]]:
        """Yield group, index and path of every core."""
        if self.tiers is not None:
            for group in range(self.tiers.spines if self.tiers.cores else 0):
                for index in range(self.tiers.cores):
                    yield group, index, self.core(group, index)

    def leaf_numbers(self) -> list[int]:
        """Return, for each reserved unit, the number of leaves of its pod that stand before it."""
        per_pod = self.tiers.units_per_pod if self.tiers else len(self.unit_leaves)
        numbers: list[int] = []
        for first in range(0, len(self.unit_leaves), per_pod):
            before = self.box_leaves if first == 0 else 0
            numbers += [*accumulate(self.unit_leaves[first : first + per_pod], initial=before)][:-1]
        return numbers

    @property
    def managers(self) -> Managers | None:
        """The fabric managers."""
        return self.policy.managers

    def manager(self, index: int) -> str:
        """Return the path of a manager by its 0-based index."""
        return f"{self.fabric}/manager/{index + 1}"


def spread(uplink: int, lanes: int, above: int, *, grain: int, radix: int) -> tuple[int, int]:
    """Return which switch above an uplink goes to, and its 0-based port there for the first of the switches below.

    For switch k of those below, counted from 0, it is the port ``k * grain`` further.

    Uplinks are dealt over the switches above in grains: both ports of a twin cage together where a pair has an
    even number of links, so that they can share a cable. Dealing makes half of all links stay where they are
    when the switches above are doubled.

    Args:
        uplink: 0-based uplink of the switch below.
        lanes: links of every pair.
        above: number of switches above.
        grain: links dealt together.
        radix: ports of the switch above.
    """
    block, within = divmod(uplink, grain)
    turn, switch = divmod(block, above)
    return switch, turn * (radix // lanes) * grain + within
