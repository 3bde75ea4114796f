"""The path of data from the media of a storage system to the nodes, and where it is narrowest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.records import StorageSystem
from clusterdesign.parts import StorageBox
from clusterdesign.units import Data, Rate

Direction: TypeAlias = Literal["read", "write"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the path.

    Attributes:
        rate: what passes in all; None while a datasheet value is unknown. Line rate, before protocol overhead.
        unknown: part and field that are unknown.
    """

    name: str
    rate: Rate | None
    unknown: tuple[str, str] | None = None


def stages(design: Design, system: StorageSystem, direction: Direction) -> tuple[Stage, ...]:
    """Return the stages from the media to the nodes: media, box ports, storage leaves, node leaves, node ports."""
    return tuple(_stages(design, system, direction))


def _stages(design: Design, system: StorageSystem, direction: Direction) -> Iterator[Stage]:
    boxes = set(system.boxes)
    part = design.parts[design.device[system.boxes[0]].part]
    one = getattr(part, direction) if isinstance(part, StorageBox) else None
    yield Stage("media", None if one is None else one * len(boxes), None if one else (part.id, direction))
    own = [link for link in design.links if link.a.device in boxes]
    yield Stage("ports of the boxes", _sum(link.speed for link in own))
    leaves = {link.b.device for link in own}
    if design.fabric[system.fabric].levels > 1:
        up = (link for link in design.links if link.tier == "leaf-spine" and link.a.device in leaves)
        yield Stage("uplinks of the storage leaves", _sum(link.speed for link in up))
    down = [link for link in design.links if link.fabric == system.fabric and link.tier in {"node-leaf", "node-switch"}]
    if design.fabric[system.fabric].levels > 1:
        far = {link.b.device for link in down}
        up = (link for link in design.links if link.tier == "leaf-spine" and link.a.device in far)
        yield Stage("uplinks of the node leaves", _sum(link.speed for link in up))
    yield Stage("ports of the nodes", _sum(link.speed for link in down))


def _sum(rates: Iterator[Rate]) -> Rate:
    return Rate(sum(rate.base for rate in rates))


def asked(design: Design, system: StorageSystem, direction: Direction) -> Rate | None:
    """Return what is asked of a system in one direction: in all, or by all nodes together; None where nothing is."""
    nodes = sum(1 for _ in design.nodes())
    total = system.read if direction == "read" else system.write
    each = system.node_read if direction == "read" else system.node_write
    asks = [rate for rate in (total, None if each is None else each * nodes) if rate is not None]
    return max(asks, key=lambda rate: rate.base, default=None)


def usable_capacity(design: Design, system: StorageSystem) -> Data | None:
    """Return raw capacity times usable share; None while the capacity of a box is unknown."""
    part = design.parts[design.device[system.boxes[0]].part]
    if not isinstance(part, StorageBox) or part.capacity is None:
        return None
    return part.capacity * len(system.boxes) * system.usable
