"""Unit and rail of every leaf: by its name where all names say so, else by the hosts that leaves share."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from clusterdesign.asbuilt.dump import Dump
from clusterdesign.asbuilt.identify import plain
from clusterdesign.asbuilt.infer.naming import host_and_device
from clusterdesign.names import NaturalKey, natural_key

_NAMED = re.compile(r".*?su-?0*(\d+)[^0-9]*[rl]-?0*(\d+)", re.ASCII)


def leaves_in_units(
    dump: Dump, leaves: set[int], hosts: Mapping[str, list[int]], home: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """Return unit and rail of every leaf, both from 1."""
    named = _by_name(dump, leaves)
    if named is not None:
        return named
    units = _by_hosts(leaves, hosts, home)
    rails = _rails(dump, units, hosts, home)
    found: dict[int, tuple[int, int]] = {}
    for number, unit in enumerate(sorted(units, key=lambda unit: _first(unit, hosts, home)), 1):
        found |= {leaf: (number, rails[leaf]) for leaf in unit}
    return found


def _first(unit: set[int], hosts: Mapping[str, list[int]], home: Mapping[int, int]) -> NaturalKey:
    """Return the first host of a unit, for the order of units."""
    return min((natural_key(host) for host, guids in hosts.items() if _most(guids, home) in unit), default=())


def _by_name(dump: Dump, leaves: set[int]) -> dict[int, tuple[int, int]] | None:
    matches = {leaf: _NAMED.fullmatch(plain(dump.name(leaf))) for leaf in leaves}
    said = {leaf: (int(match[1]), int(match[2])) for leaf, match in matches.items() if match}
    if len(said) < len(leaves) or len(set(said.values())) < len(said):
        return None
    units = {unit: n for n, unit in enumerate(sorted({unit for unit, _ in said.values()}), 1)}
    rails = {rail: n for n, rail in enumerate(sorted({rail for _, rail in said.values()}), 1)}
    return {leaf: (units[unit], rails[rail]) for leaf, (unit, rail) in said.items()}


def _most(guids: list[int], home: Mapping[int, int]) -> int | None:
    counts = Counter(home[guid] for guid in guids if guid in home)
    return counts.most_common(1)[0][0] if counts else None


def _by_hosts(leaves: set[int], hosts: Mapping[str, list[int]], home: Mapping[int, int]) -> list[set[int]]:
    """Join leaves that share hosts. Leaves that share one host only where others share many are not joined."""
    shared: dict[tuple[int, int], int] = Counter()
    reach: Counter[int] = Counter()
    for guids in hosts.values():
        own = sorted({home[guid] for guid in guids if guid in home} & leaves)
        reach.update(own)
        for n, one in enumerate(own):
            for other in own[n + 1 :]:
                shared[one, other] += 1
    root = {leaf: leaf for leaf in leaves}

    def top(leaf: int) -> int:
        while root[leaf] != leaf:
            leaf = root[leaf]
        return leaf

    for (one, other), count in shared.items():
        if 2 * count > min(reach[one], reach[other]):
            root[top(one)] = top(other)
    units: dict[int, set[int]] = defaultdict(set)
    for leaf in leaves:
        units[top(leaf)].add(leaf)
    return list(units.values())


def _rails(
    dump: Dump, units: list[set[int]], hosts: Mapping[str, list[int]], home: Mapping[int, int]
) -> dict[int, int]:
    """Return the rail of every leaf, by the names of the adapters on it.

    A unit that lacks a leaf is numbered as the full ones are: the fullest say which adapter is on which rail.
    """
    devices: dict[int, Counter[str]] = defaultdict(Counter)
    for guid in (guid for guids in hosts.values() for guid in guids):
        if guid in home:
            devices[home[guid]][host_and_device(dump.name(guid))[1]] += 1

    def commonest(leaf: int) -> str:
        return max(devices[leaf], key=lambda device: (devices[leaf][device], device), default="")

    widest = max(len(unit) for unit in units)
    known: dict[str, int] = {}
    for unit in (unit for unit in units if len(unit) == widest):
        for rail, leaf in enumerate(sorted(unit, key=lambda leaf: (natural_key(commonest(leaf)), leaf)), 1):
            known.setdefault(commonest(leaf), rail)
    found: dict[int, int] = {}
    for unit in units:
        rails = {leaf: known.get(commonest(leaf), 0) for leaf in unit}
        if 0 in rails.values() or len(set(rails.values())) < len(unit):
            order = sorted(unit, key=lambda leaf: (natural_key(commonest(leaf)), natural_key(dump.name(leaf)), leaf))
            rails = {leaf: rail for rail, leaf in enumerate(order, 1)}
        found |= rails
    return found
