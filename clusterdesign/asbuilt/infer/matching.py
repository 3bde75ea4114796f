"""Which node of a dump is which element of an inferred fabric, and the dump in the ports of that fabric."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from clusterdesign.asbuilt.dump import Dump, Socket
from clusterdesign.asbuilt.identify import Identities, plain
from clusterdesign.asbuilt.infer.shape import Shape
from clusterdesign.names import natural_key
from clusterdesign.subnet import Element, Subnet, Wire

_STAND_IN = 0x02
_BEYOND = 1000
"""Added to the number of a port that the inferred fabric does not have."""


def match(shape: Shape, fabric: Subnet, first: int) -> Identities:
    """Pair the picture of a dump with a fabric: by names where they fit, else by place."""
    dump = shape.graph.dump
    found = Identities(simulated=_simulated(shape))
    _switches(found, shape, fabric)
    nodes: dict[int, list[Element]] = defaultdict(list)
    managers: dict[int, list[Element]] = defaultdict(list)
    for element in fabric.adapters:
        if element.role == "node":
            nodes[element.index].append(element)
        elif element.role == "manager":
            managers[element.index].append(element)
    for place, host in enumerate(shape.hosts):
        index = host.number - first if host.number is not None else place
        for element in nodes.get(index, ()):
            rail = _place(element, fabric)
            guid = host.adapters.get(rail)
            if guid is not None:
                found.put(dump.nodes[guid], element)
    for index, guids in enumerate(shape.managers):
        ports = sorted(guids, key=lambda guid: natural_key(dump.name(guid)))
        for guid, element in zip(ports, managers.get(index, ()), strict=False):
            found.put(dump.nodes[guid], element)
    return found


def relabelled(dump: Dump, shape: Shape, fabric: Subnet, found: Identities, *, ports: bool) -> tuple[Dump, Identities]:
    """Return the dump with the identities of the fabric.

    Args:
        dump: the dump.
        shape: its picture; what it leaves out stays out.
        fabric: the inferred fabric.
        found: the pairs.
        ports: whether port numbers count; else links of one pair of devices are interchangeable, and a cable takes
            the ports that the fabric has for it.
    """
    own = Identities(simulated=found.simulated)
    made = Dump(dump.tool, conflicts=list(dump.conflicts), skipped=list(dump.skipped), skipped_count=dump.skipped_count)
    kept = {*shape.graph.adapters, *shape.graph.leaves, *shape.graph.spines, *shape.graph.cores} - shape.left
    name = {guid: found.element[guid].guid if guid in found.element else guid for guid in kept}
    for guid in kept:
        node = replace(dump.nodes[guid], guid=name[guid])
        made.add(node)
        if guid in found.element:
            own.put(node, found.element[guid])
    links = [(a, b) for a, b in dump.links() if a[0] in kept and b[0] in kept]
    new = _exact(links, name) if ports else _aligned(links, name, fabric)
    for a, b in links:
        speeds = [dump.speed[end] for end in (a, b) if end in dump.speed]
        made.connect(new[a], new[b], min(speeds, key=lambda speed: speed.rate, default=None))
    return made, own


def _exact(links: list[tuple[Socket, Socket]], name: Mapping[int, int]) -> dict[Socket, Socket]:
    return {end: (name[end[0]], end[1]) for link in links for end in link}


def _aligned(links: list[tuple[Socket, Socket]], name: Mapping[int, int], fabric: Subnet) -> dict[Socket, Socket]:
    waiting: dict[frozenset[int], list[Wire]] = defaultdict(list)
    for wire in fabric.wires:
        waiting[frozenset((wire.a[0], wire.b[0]))].append(wire)
    for wires in waiting.values():
        wires.reverse()
    new: dict[Socket, Socket] = {}
    late: list[tuple[Socket, Socket]] = []
    for a, b in sorted(links):
        wires = waiting[frozenset((name[a[0]], name[b[0]]))]
        if not wires:
            late.append((a, b))
            continue
        wire = wires.pop()
        ends = {wire.a[0]: wire.a, wire.b[0]: wire.b}
        new[a], new[b] = ends[name[a[0]]], ends[name[b[0]]]
    # A cable in the wrong place takes, at each of its devices, the port of one that is missing there.
    free: dict[int, list[Socket]] = defaultdict(list)
    for wires in waiting.values():
        for wire in wires:
            free[wire.a[0]].append(wire.a)
            free[wire.b[0]].append(wire.b)
    for end in (end for link in late for end in link):
        sockets = free[name[end[0]]]
        new[end] = sockets.pop(0) if sockets else (name[end[0]], _BEYOND + end[1])
    return new


def _place(element: Element, fabric: Subnet) -> int:
    """Return the place of an adapter among those of its host: its rail, or its port on the one switch."""
    if fabric.levels > 1:
        return element.rail or 0
    ports = sorted(
        (fabric.far((other.guid, 1)) or (0, 0), other.guid)
        for other in fabric.adapters
        if other.device == element.device
    )
    return next(n for n, (_, guid) in enumerate(ports, 1) if guid == element.guid)


def _switches(found: Identities, shape: Shape, fabric: Subnet) -> None:
    dump = shape.graph.dump
    names = {plain(element.name): element for element in fabric.switches}
    own = [*shape.leaves, *shape.spines, *shape.cores]
    counts = Counter(plain(dump.name(guid)) for guid in own)
    named = [guid for guid in own if plain(dump.name(guid)) in names and counts[plain(dump.name(guid))] == 1]
    if 2 * len(named) > len(own):
        for guid in named:
            found.put(dump.nodes[guid], names[plain(dump.name(guid))])
        return
    seats = {(element.unit, element.rail): element for element in fabric.switches if element.role == "leaf"}
    for leaf, seat in shape.leaves.items():
        if seat in seats:
            found.put(dump.nodes[leaf], seats[seat])
    upper = (("single", list(shape.leaves)), ("spine", _by_pod(shape)), ("core", _by_group(shape)))
    for role, guids in upper:
        elements = [element for element in fabric.switches if element.role == role]
        for guid, place in zip(guids, _numbers(dump, guids, len(elements)), strict=True):
            if place < len(elements):
                found.put(dump.nodes[guid], elements[place])


def _numbers(dump: Dump, guids: list[int], expected: int) -> Iterable[int]:
    """Return the 0-based number of each of some switches: in their order, or by name where some are missing."""
    digits = [re.findall(r"\d+", plain(dump.name(guid))) for guid in guids]
    last = [int(found[-1][-9:]) for found in digits if found]
    if len(guids) < expected and len(set(last)) == len(guids):
        return [number - min(1, *last) for number in last] if len(last) > 1 else last
    return range(len(guids))


def _by_pod(shape: Shape) -> list[int]:
    """Return the spines in the order of the first units that they serve."""
    if not shape.cores:
        return shape.spines
    links = shape.graph.links
    pods = {s: min((shape.leaves[far][0] for far in links[s] if far in shape.leaves), default=0) for s in shape.spines}
    return sorted(shape.spines, key=lambda spine: pods[spine])


def _by_group(shape: Shape) -> list[int]:
    place = {spine: n for n, spine in enumerate(_by_pod(shape))}

    def group(core: int) -> int:
        return min((place[far] for far in shape.graph.links[core] if far in place), default=0)

    return sorted(shape.cores, key=group)


def _simulated(shape: Shape) -> bool:
    """Tell whether the GUIDs are those that stand in for real ones in a simulated fabric."""
    return all(guid >> 56 == _STAND_IN and guid & 0xFF in {0, 1} for guid in shape.graph.adapters)
