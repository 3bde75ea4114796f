"""The tiers of a dump: which switches are leaves, spines and cores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clusterdesign.asbuilt.dump import Dump
from clusterdesign.names import natural_key


@dataclass(frozen=True, slots=True)
class Graph:
    """The largest connected part of a dump.

    Attributes:
        links: links between two switches, by the pair of them.
        switch_of: switch that an adapter's first port leads to.
    """

    dump: Dump
    adapters: list[int]
    leaves: list[int]
    spines: list[int]
    cores: list[int]
    links: Mapping[int, Counter[int]]
    switch_of: Mapping[int, int]
    notes: tuple[str, ...]


def graph(dump: Dump) -> Graph:
    """Sort the nodes of a dump into tiers."""
    near: dict[int, Counter[int]] = defaultdict(Counter)
    for a, b in dump.links():
        near[a[0]][b[0]] += 1
        near[b[0]][a[0]] += 1
    parts = sorted(_parts(near), key=len, reverse=True)
    part = parts[0] if parts else set()
    notes = []
    if len(parts) > 1:
        rest = sum(len(other) for other in parts[1:])
        notes.append(
            f"the dump holds {len(parts)} fabrics that no link joins; the largest was taken and {rest} nodes left out"
        )
    nodes = [dump.nodes[guid] for guid in part]
    switches = {node.guid for node in nodes if node.kind == "switch"}
    adapters = {node.guid for node in nodes if node.kind == "adapter"}
    links = {guid: Counter({far: n for far, n in near[guid].items() if far in switches}) for guid in switches}
    leaves = _leaves(switches, adapters, near, links)
    rest_of = switches - leaves
    down = {guid: sum(n for far, n in links[guid].items() if far in leaves) for guid in rest_of}
    cores = {guid for guid in rest_of if _is_core(guid, down, links)}
    spines = rest_of - cores
    cores = cores if spines else set()
    switch_of = {guid: next((far for far in near[guid] if far in switches), 0) for guid in adapters}

    def order(guids: set[int]) -> list[int]:
        return sorted(guids, key=lambda guid: (natural_key(dump.name(guid).casefold()), guid))

    return Graph(dump, order(adapters), order(leaves), order(spines), order(cores), links, switch_of, tuple(notes))


def _leaves(
    switches: set[int], adapters: set[int], near: Mapping[int, Counter[int]], links: Mapping[int, Counter[int]]
) -> set[int]:
    """Return the switches with hosts, without those that only a wrong cable gave one."""
    hosts = {guid: sum(n for far, n in near[guid].items() if far in adapters) for guid in switches}
    found = {guid for guid in switches if hosts[guid]}
    for guid in sorted(found, key=lambda guid: (hosts[guid], guid)):
        to_leaves = sum(n for far, n in links[guid].items() if far in found)
        # A spine leads to leaves and hardly to a host; a leaf with a single node leads to spines.
        if to_leaves > 2 * hosts[guid] and 2 * to_leaves > links[guid].total() and len(found) > 1:
            found.discard(guid)
    return found


def _is_core(guid: int, down: Mapping[int, int], links: Mapping[int, Counter[int]]) -> bool:
    """A core leads to spines only; a single link to a leaf is a wrong cable where most others lead to spines."""
    others = [far for far in links[guid] if far in down]
    spines = sum(1 for far in others if down[far])
    return bool(others) and down[guid] <= 1 and 2 * spines > len(others)


def _parts(near: Mapping[int, Counter[int]]) -> Iterator[set[int]]:
    left = set(near)
    while left:
        part: set[int] = set()
        edge = [left.pop()]
        while edge:
            guid = edge.pop()
            part.add(guid)
            fresh = [far for far in near[guid] if far in left]
            left.difference_update(fresh)
            edge += fresh
        yield part
