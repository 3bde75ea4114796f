"""Walking the forwarding tables: who reaches whom, over which links, in how many hops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from clusterdesign.simulation.routes import NONE, Routes
from clusterdesign.subnet import Element, Subnet
from clusterdesign.subnet.model import Socket

_LONGEST = 64
"""Hops after which a path is taken for a loop."""


class Walker:
    """Follows forwarding tables over the wires of a subnet."""

    def __init__(self, subnet: Subnet, routes: Routes) -> None:
        self.subnet = subnet
        self.routes = routes
        self._far = {end: subnet.far(end) for wire in subnet.wires for end in (wire.a, wire.b)}
        self._switches = {element.guid for element in subnet.switches}
        self._seat = {
            adapter.guid: far[0]
            for adapter in subnet.adapters
            if (far := self._far.get((adapter.guid, 1))) is not None and far[0] in self._switches
        }

    def seat(self, adapter: Element) -> int | None:
        """Return the GUID of the switch that an adapter hangs on."""
        return self._seat.get(adapter.guid)

    def path(self, switch: int, destination: Element) -> tuple[Socket, ...] | None:
        """Return the output ports from a switch to an adapter, the last one that to the adapter itself.

        None where a table has no entry, leads to a dark port, to another adapter, or round in circles.
        """
        lid = self.routes.lid.get(destination.guid)
        if lid is None:
            return None
        hops: list[Socket] = []
        at = switch
        while len(hops) < _LONGEST:
            port = self.routes.port(at, lid)
            if port == NONE:
                return None
            hops.append((at, port))
            far = self._far.get((at, port))
            if far is None:
                return None
            if far[0] not in self._switches:
                return tuple(hops) if far[0] == destination.guid else None
            at = far[0]
        return None

    def tree(
        self, switches: Iterable[int], destination: Element
    ) -> tuple[dict[int, tuple[Socket, int]], dict[int, int]]:
        """Return the ways of some switches to an adapter as a tree.

        Returns:
            The output port of each switch on the way with the switch behind it, and how many switches it is from
            there to the adapter, itself included; switches without a way are left out.
        """
        way: dict[int, tuple[Socket, int]] = {}
        depth: dict[int, int] = {}
        lid = self.routes.lid.get(destination.guid)
        last = self._far.get((destination.guid, 1))
        if lid is None or last is None or self.routes.port(last[0], lid) != last[1]:
            return way, depth
        depth[last[0]] = 1
        tables, far = self.routes.tables, self._far
        for start in switches:
            at, steps = start, []
            # A switch that is met again before the root lies on a circle.
            met = set()
            while at not in depth and at not in met and at in self._switches and at in tables:
                met.add(at)
                hop = (at, tables[at][lid])
                there = far.get(hop)
                if there is None:
                    break
                way[at] = (hop, there[0])
                steps.append(at)
                at = there[0]
            if at in depth:
                for switch in reversed(steps):
                    depth[switch] = depth[way[switch][1]] + 1
        return way, depth


@dataclass(slots=True)
class AllToAll:
    """Every adapter sends to every other one.

    Attributes:
        pairs: ordered pairs of adapters.
        hops: pairs by the number of switches they pass.
        unrouted: pairs without a path.
        load: paths over every directed link between switches, by its output port; unused ones are 0.
        credit_loop: output ports that wait for each other in a ring; empty where there is none.
    """

    pairs: int = 0
    hops: Counter[int] = field(default_factory=Counter)
    unrouted: int = 0
    load: dict[Socket, int] = field(default_factory=dict)
    credit_loop: tuple[Socket, ...] = ()


def all_to_all(walker: Walker) -> AllToAll:
    """Walk every pair.

    Every switch has one way to a destination, so all ways to it form a tree with the destination at its root; the
    tree is walked once, and every source counted where it joins.
    """
    result = AllToAll(load=dict.fromkeys(switch_links(walker.subnet), 0))
    seats = Counter(seat for adapter in walker.subnet.adapters if (seat := walker.seat(adapter)) is not None)
    waits: dict[Socket, set[Socket]] = {}
    for destination in walker.subnet.adapters:
        own = walker.seat(destination)
        way, depth = walker.tree(seats, destination)
        flow: Counter[int] = Counter()
        for seat, adapters in seats.items():
            sources = adapters - (seat == own)
            result.pairs += sources
            if not sources:
                continue
            if seat in depth:
                result.hops[depth[seat]] += sources
                flow[seat] = sources
            else:
                result.unrouted += sources
        for switch in sorted(depth, key=depth.__getitem__, reverse=True):
            if depth[switch] == 1 or not flow[switch]:
                continue
            hop, below = way[switch]
            result.load[hop] += flow[switch]
            flow[below] += flow[switch]
            if depth[below] > 1:
                waits.setdefault(hop, set()).add(way[below][0])
    result.credit_loop = _ring(waits)
    return result


def _ring(waits: dict[Socket, set[Socket]]) -> tuple[Socket, ...]:
    """Find links that wait for each other's buffers in a ring: the condition of a deadlock."""
    try:
        TopologicalSorter(waits).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


def switch_links(subnet: Subnet) -> Iterator[Socket]:
    """Yield the output port of every directed link between switches."""
    kind = subnet.by_guid
    for wire in subnet.wires:
        if kind[wire.a[0]].kind == "switch" and kind[wire.b[0]].kind == "switch":
            yield wire.a
            yield wire.b


@dataclass(frozen=True, slots=True)
class Shift:
    """The pattern of a ring collective on one rail: node i sends to node i + k, for every k.

    Attributes:
        nodes: nodes that have the rail.
        tried: shifts that were walked; all of them where there are not too many.
        worst: most flows of one shift on one directed link between switches; 0 where no flow leaves its leaf.
    """

    rail: int
    nodes: int
    tried: int
    worst: int


def rail_shifts(walker: Walker, most: int = 128) -> tuple[Shift, ...]:
    """Walk the shift patterns of every rail; of many shifts, ``most`` that are spread evenly."""
    rails: dict[int, list[Element]] = {}
    for adapter in sorted(walker.subnet.adapters, key=lambda element: element.index):
        if adapter.rail is not None and adapter.role == "node" and walker.seat(adapter) is not None:
            rails.setdefault(adapter.rail, []).append(adapter)
    return tuple(_shift(walker, rail, adapters, most) for rail, adapters in sorted(rails.items()))


def _shift(walker: Walker, rail: int, adapters: list[Element], most: int) -> Shift:
    count = len(adapters)
    step = max(1, -(-(count - 1) // most))
    # An odd step would visit all residues as well; the neighbours, 1, are always among them.
    chosen = range(1, count, step)
    known: dict[tuple[int, int], tuple[Socket, ...]] = {}
    worst = 0
    for k in chosen:
        load: Counter[Socket] = Counter()
        for position, source in enumerate(adapters):
            destination = adapters[(position + k) % count]
            seat = walker.seat(source)
            assert seat is not None  # noqa: S101 - chosen above
            key = (seat, destination.guid)
            if key not in known:
                known[key] = (walker.path(seat, destination) or ())[:-1]
            load.update(known[key])
        worst = max(worst, max(load.values(), default=0))
    return Shift(rail, count, len(chosen), worst)
