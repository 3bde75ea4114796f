"""The shape of a fabric, read off its links: groups of devices that a drawing shows together, and bundles of links."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, Fabric, Link
from clusterdesign.names import natural_key

_UNITS_SHOWN = 2
"""Up to so many levels, units are drawn one by one."""

_RANK = {"single": 1, "leaf": 1, "oob": 1, "inband": 1, "spine": 2, "core": 3}


@dataclass(frozen=True)
class Group:
    """Devices of one rank that a drawing shows together.

    Attributes:
        rank: 0 for what is connected, 1 for its switches, 2 for spines, 3 for cores.
        unit: scalable unit whose leaves it belongs to, on three levels its pod; None for what belongs to several
            or none.
        kind: role of the devices.
    """

    rank: int
    unit: int | None
    kind: str
    devices: tuple[Device, ...]

    @property
    def name(self) -> str:
        """Identity among the groups of a fabric."""
        return f"{self.rank}-{self.kind}-{self.unit or 'all'}"


@dataclass(frozen=True)
class Bundle:
    """All links between two groups."""

    lower: Group
    upper: Group
    links: tuple[Link, ...]
    cables: int

    @cached_property
    def pairs(self) -> Counter[tuple[str, str]]:
        """Number of links by pair of devices, the lower one first."""
        inside = {device.path for device in self.lower.devices}
        return Counter(
            (link.a.device, link.b.device) if link.a.device in inside else (link.b.device, link.a.device)
            for link in self.links
        )

    @cached_property
    def by_upper(self) -> Counter[str]:
        """Number of links by device of the upper group."""
        counts: Counter[str] = Counter()
        for (_, upper), count in self.pairs.items():
            counts[upper] += count
        return counts


@dataclass(frozen=True)
class Topology:
    """One fabric as a drawing shows it."""

    fabric: Fabric
    groups: tuple[Group, ...]
    bundles: tuple[Bundle, ...]

    @property
    def in_pods(self) -> bool:
        """True on three levels: so many units are drawn pod by pod."""
        return self.fabric.levels > _UNITS_SHOWN

    @property
    def inside(self) -> int:
        """Highest rank that stands inside a unit or pod."""
        return 2 if self.in_pods else 1

    @cached_property
    def units(self) -> tuple[int | None, ...]:
        """Units, on three levels pods, in order; what belongs to no single one comes last."""
        found = {group.unit for group in self.groups if group.rank <= self.inside}
        return tuple(sorted(found, key=lambda unit: (unit is None, unit or 0)))

    def at(self, rank: int, unit: int | None) -> tuple[Group, ...]:
        """Return the groups of one rank and unit, nodes first."""
        return tuple(group for group in self.groups if (group.rank, group.unit) == (rank, unit))

    def above(self) -> tuple[Group, ...]:
        """Return the groups over all units, the highest first."""
        return tuple(sorted((g for g in self.groups if g.rank > self.inside), key=lambda g: (-g.rank, g.name)))


def topologies(design: Design) -> tuple[Topology, ...]:
    """Return the topology of every fabric that has links, in the order of the declaration."""
    links: defaultdict[str, list[Link]] = defaultdict(list)
    for link in design.links:
        links[link.fabric].append(link)
    return tuple(_topology(design, fabric, links[fabric.name]) for fabric in design.fabrics if links[fabric.name])


def _topology(design: Design, fabric: Fabric, links: list[Link]) -> Topology:
    devices = {end.device: design.device[end.device] for link in links for end in (link.a, link.b)}
    # A switch without a link is drawn too: it was bought.
    devices |= {switch.path: switch for switch in design.switches(fabric.name)}
    units = _units(fabric, devices, links)
    members: defaultdict[tuple[int, int | None, str], list[Device]] = defaultdict(list)
    for path in sorted(devices, key=natural_key):
        device = devices[path]
        members[_rank(fabric, device), units[path], device.role].append(device)
    order = sorted(members, key=lambda key: (key[0], key[1] is None, key[1] or 0, key[2] != "node", key[2]))
    groups = tuple(Group(rank, unit, kind, tuple(members[rank, unit, kind])) for rank, unit, kind in order)
    return Topology(fabric, groups, _bundles(design, groups, links))


def _rank(fabric: Fabric, device: Device) -> int:
    """A switch of another fabric is something that is connected, as when its management port is."""
    return _RANK.get(device.role, 0) if device.kind == "switch" and device.fabric == fabric.name else 0


def _units(fabric: Fabric, devices: dict[str, Device], links: Iterable[Link]) -> dict[str, int | None]:
    """Put a switch into its own unit, and what is connected into the unit of the switches it is connected to.

    A management network has no units: what it connects is a few boxes, whatever the size of the cluster.
    """
    if not fabric.levels:
        return dict.fromkeys(devices)
    seen: defaultdict[str, set[int | None]] = defaultdict(set)
    for link in links:
        for near, far in ((link.a, link.b), (link.b, link.a)):
            if _rank(fabric, devices[far.device]) == 1:
                seen[near.device].add(_home(fabric, devices[far.device]))
    units = {}
    for path, device in devices.items():
        if _rank(fabric, device):
            units[path] = _home(fabric, device)
        else:
            units[path] = next(iter(seen[path])) if len(seen[path]) == 1 else None
    return units


def _home(fabric: Fabric, switch: Device) -> int | None:
    """Return the unit of a leaf; on three levels the pod of a leaf or spine."""
    if fabric.levels > _UNITS_SHOWN:
        return switch.pod
    return switch.unit if _rank(fabric, switch) == 1 else None


def _bundles(design: Design, groups: tuple[Group, ...], links: list[Link]) -> tuple[Bundle, ...]:
    home = {device.path: number for number, group in enumerate(groups) for device in group.devices}
    held: defaultdict[tuple[int, int], list[Link]] = defaultdict(list)
    for link in links:
        a, b = sorted((home[link.a.device], home[link.b.device]))
        held[a, b].append(link)
    return tuple(
        Bundle(groups[a], groups[b], tuple(found), cables(design, found)) for (a, b), found in sorted(held.items())
    )


def cables(design: Design, links: Iterable[Link]) -> int:
    """Count the cables that carry links, each once."""
    return len({design.cable_of[link.path].path for link in links if link.path in design.cable_of})
