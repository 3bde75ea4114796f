"""What growth costs: the stages of a cluster, and what each adds and what it touches again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clusterdesign.design import Cable, Design, Link
from clusterdesign.design.records import Tier
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster
from clusterdesign.names import natural_sorted
from clusterdesign.parts import Device as DevicePart
from clusterdesign.units import Power

UPLINKS: tuple[Tier, ...] = ("leaf-spine", "spine-core")
"""Links between switches of a fat-tree."""

DOWNLINKS: tuple[Tier, ...] = ("node-leaf", "node-switch", "manager-leaf", "storage-leaf")
"""Links below the leaves of a fat-tree."""


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of growth, compared with the stage before.

    Attributes:
        nodes: nodes after the step.
        design: the whole design after it; each stage is a design of its own.
        before: the design before it; None for the first.
        devices: paths of the devices that are added.
        gone: paths of the devices that are there no longer.
        cables: cables that are bought: new ones, and those that replace another.
        discarded: cables of the stage before that have no use.
        recabled: links of the stage before whose ports are still there, and which end elsewhere or are no more.
        moved: devices that stand elsewhere.
        power: highest draw of all devices of known draw, from their data sheets.
    """

    nodes: int
    design: Design
    before: Design | None
    devices: tuple[str, ...]
    gone: tuple[str, ...]
    cables: int
    discarded: int
    recabled: tuple[Link, ...]
    moved: tuple[str, ...]
    power: Power

    def added(self, role: str) -> int:
        """Return how many devices of a role are added."""
        return sum(self.design.device[path].role == role for path in self.devices)

    def share(self, tiers: Iterable[Tier]) -> tuple[int, int]:
        """Return how many links of some tiers are re-cabled, and how many there were before."""
        wanted = frozenset(tiers)
        links = () if self.before is None else self.before.links
        return sum(link.tier in wanted for link in self.recabled), sum(link.tier in wanted for link in links)


def growth(cluster: Cluster, steps: Sequence[int]) -> tuple[Step, ...]:
    """Return the stages of a cluster: as it is declared, then at each number of nodes.

    The last group of nodes is the one that grows.

    Args:
        cluster: the declaration.
        steps: numbers of nodes in all, rising.

    Raises:
        DesignError: the numbers do not rise, or a stage cannot be built.
    """
    before = sum(nodes.count for nodes in cluster.groups)
    stages = [_step(None, elaborate(cluster), before)]
    for nodes in steps:
        if nodes <= stages[-1].nodes:
            raise DesignError(
                f"{nodes} nodes do not follow {stages[-1].nodes}",
                thing=cluster.name,
                fix="name numbers of nodes that rise, the first above the number declared",
            )
        stages.append(_step(stages[-1].design, elaborate(at_size(cluster, nodes)), nodes))
    return tuple(stages)


def at_size(cluster: Cluster, nodes: int) -> Cluster:
    """Return a cluster with another number of nodes; the last group takes up the difference.

    Raises:
        DesignError: the other groups have as many already.
    """
    *others, last = cluster.groups
    count = nodes - sum(group.count for group in others)
    if count < 1:
        raise DesignError(
            f"{nodes} nodes leave none for the last group", thing=cluster.name, fix="name a larger number of nodes"
        )
    return cluster.with_(nodes=(*others, last.with_(count=count)) if others else last.with_(count=count))


def _step(before: Design | None, after: Design, nodes: int) -> Step:
    devices = before.device if before is not None else {}
    cables = before.cables if before is not None else ()
    kept = _kept(cables, after)
    return Step(
        nodes=nodes,
        design=after,
        before=before,
        devices=tuple(device.path for device in after.devices if device.path not in devices),
        gone=tuple(natural_sorted(devices.keys() - after.device.keys())),
        cables=len(after.cables) - kept,
        discarded=len(cables) - kept,
        recabled=() if before is None else recabled(before, after),
        moved=() if before is None else _moved(before, after),
        power=power(after),
    )


def recabled(before: Design, after: Design) -> tuple[Link, ...]:
    """Return the links of a design that end elsewhere in another, or are no more."""
    return tuple(
        link
        for link in before.links
        if (now := after.link.get(link.path)) is None or (now.a, now.b) != (link.a, link.b)
    )


def power(design: Design) -> Power:
    """Return the highest draw of all devices together; a device whose draw is unknown counts nothing."""
    draws = (part.power.maximum for part in map(design.part_of, design.devices) if isinstance(part, DevicePart))
    return sum((draw for draw in draws if draw is not None), Power.zero())


def _kept(cables: Sequence[Cable], after: Design) -> int:
    """Count the cables that lie as they lay; a parked tail may have found its node."""
    now = {cable.path: cable for cable in after.cables}
    return sum(_lies(cable, now.get(cable.path)) for cable in cables)


def _lies(before: Cable, after: Cable | None) -> bool:
    if after is None or (before.part, before.length) != (after.part, after.length):
        return False
    plugged = {(end.device, end.cage, end.connector) for end in after.ends}
    return all((end.device, end.cage, end.connector) in plugged for end in before.ends if end.device)


def _moved(before: Design, after: Design) -> tuple[str, ...]:
    places = after.placement
    return tuple(
        placement.device
        for placement in before.placements
        if placement.device in places and places[placement.device] != placement
    )
