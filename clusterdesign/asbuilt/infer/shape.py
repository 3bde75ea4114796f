"""What a dump shows without a design: tiers of switches, hosts, units and rails.

Nothing is taken from one link alone. A unit is a set of leaves that share hosts, the rail of an adapter is where
most adapters of its name are plugged in: a few wrong cables do not change the picture, and so can be found in it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clusterdesign.asbuilt.dump import Dump
from clusterdesign.asbuilt.infer.graph import Graph, graph
from clusterdesign.asbuilt.infer.naming import Numbered, host_and_device, main_group, numbered
from clusterdesign.asbuilt.infer.units import leaves_in_units
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_key

_MANAGER = re.compile(r"manager|ufm", re.IGNORECASE)


@dataclass(slots=True)
class Host:
    """A server: its adapters by the place that each has among them, from 1."""

    name: str
    number: int | None
    unit: int
    adapters: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Shape:
    """The picture.

    Attributes:
        leaves: unit and rail of every leaf, both from 1.
        spines, cores: switches above, in natural order.
        hosts: the nodes, in order of their numbers, else of units and names.
        managers: GUIDs of the adapters of each fabric manager.
        names: how the nodes are named; None where no numbers tell them apart.
        left: nodes of the dump that are no part of the picture.
        notes: what was left out, and why.
    """

    graph: Graph
    leaves: dict[int, tuple[int, int]]
    spines: list[int]
    cores: list[int]
    hosts: list[Host]
    managers: list[list[int]]
    names: Numbered | None
    left: set[int]
    notes: list[str]

    @property
    def rails(self) -> int:
        """Leaves of a full unit; adapters of a full host where there is one switch."""
        if self.single:
            return Counter(len(host.adapters) for host in self.hosts).most_common(1)[0][0]
        return max(Counter(unit for unit, _ in self.leaves.values()).values())

    @property
    def units(self) -> int:
        """Number of units."""
        return max(unit for unit, _ in self.leaves.values())

    @property
    def single(self) -> bool:
        """Whether there is one switch and nothing above."""
        return len(self.leaves) == 1 and not self.spines


def shape(dump: Dump) -> Shape:
    """Return the picture of a dump.

    Raises:
        DesignError: it shows no switch with a host.
    """
    seen = graph(dump)
    by_host: dict[str, list[int]] = defaultdict(list)
    for guid in seen.adapters:
        by_host[host_and_device(dump.name(guid))[0]].append(guid)
    managing = {host for host in by_host if _MANAGER.search(host)}
    # Where everything is named like a manager, the name says nothing.
    managing = managing if len(managing) < len(by_host) else set()
    main = main_group({host: guids for host, guids in by_host.items() if host not in managing})
    managers = [by_host[host] for host in sorted(managing, key=natural_key)]
    other = {guid for host, guids in by_host.items() if host not in {*main, *managing} for guid in guids}
    notes = list(seen.notes)
    if other:
        notes.append(f"{len(other)} adapters of hosts that are named unlike the others were left out")
    kept = {host: by_host[host] for host in main}
    home = {guid: seen.switch_of[guid] for guids in kept.values() for guid in guids if guid in seen.switch_of}
    bottom = {switch for switch in home.values() if switch in seen.leaves}
    if not bottom:
        raise DesignError("shows no switch with a host", fix="save the output of ibnetdiscover of the whole fabric")
    stray = set(seen.leaves) - bottom
    if stray:
        notes.append(f"{len(stray)} leaves without a node, of storage perhaps, were left out")
    leaves = leaves_in_units(dump, bottom, kept, home)
    names = numbered(kept)
    hosts = _hosts(dump, kept, home, leaves, names)
    return Shape(seen, leaves, seen.spines, seen.cores, hosts, managers, names, other | stray, notes)


def _hosts(
    dump: Dump,
    kept: Mapping[str, list[int]],
    home: Mapping[int, int],
    leaves: Mapping[int, tuple[int, int]],
    names: Numbered | None,
) -> list[Host]:
    places = _places(dump, kept, leaves)
    hosts = []
    for name, guids in kept.items():
        units = Counter(leaves[home[guid]][0] for guid in guids if home.get(guid) in leaves)
        host = Host(name, names.number(name) if names else None, units.most_common(1)[0][0] if units else 0)
        late: list[int] = []
        for guid in sorted(guids, key=lambda guid: natural_key(dump.name(guid))):
            place = places.get(host_and_device(dump.name(guid))[1])
            if place is None or place in host.adapters:
                late.append(guid)
            else:
                host.adapters[place] = guid
        for guid in late:
            free = next(place for place in range(1, len(guids) + len(host.adapters) + 1) if place not in host.adapters)
            host.adapters[free] = guid
        hosts.append(host)
    return sorted(hosts, key=lambda host: (host.number or 0, host.unit, natural_key(host.name)))


def _places(dump: Dump, kept: Mapping[str, list[int]], leaves: Mapping[int, tuple[int, int]]) -> dict[str, int]:
    """Return the place of an adapter by its device name: where most of that name are plugged in."""
    votes: dict[str, Counter[int]] = defaultdict(Counter)
    width = Counter(len(guids) for guids in kept.values()).most_common(1)[0][0]
    ends = {guid: end for guids in kept.values() for guid in guids if (end := dump.far.get((guid, 1))) is not None}
    single = len(leaves) == 1
    # A switch that runs split for its managers numbers whole ports by ones, threes, fives.
    halved = single and len(ends) > 1 and all(port % 2 for _, port in ends.values())
    for guid, (switch, port) in ends.items():
        if switch not in leaves:
            continue
        panel = (port - 1) // 2 if halved else port - 1
        place = panel % width + 1 if single else leaves[switch][1]
        votes[host_and_device(dump.name(guid))[1]][place] += 1
    return _agreed(votes)


def _agreed(votes: Mapping[str, Counter[int]]) -> dict[str, int]:
    """Give each device name a place of its own, the clearest votes first."""
    ballots: Iterable[tuple[int, str, int]] = sorted(
        ((-count, device, place) for device, counter in votes.items() for place, count in counter.items()),
        key=lambda ballot: (ballot[0], natural_key(ballot[1]), ballot[2]),
    )
    found: dict[str, int] = {}
    for _, device, place in ballots:
        if device not in found and place not in found.values():
            found[device] = place
    return found
