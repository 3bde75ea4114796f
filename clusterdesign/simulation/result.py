"""What the simulation of a fabric shows, and the verdict on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from clusterdesign.errors import DesignError
from clusterdesign.simulation.opensm import Run, run_opensm
from clusterdesign.simulation.paths import AllToAll, Shift, Walker, all_to_all, rail_shifts
from clusterdesign.subnet import Element, Subnet
from clusterdesign.subnet.model import Socket

HOT = 1.25
"""A link is hot where it carries more than this many times the mean of its equals."""


@dataclass(frozen=True)
class Simulation:
    """A fabric, brought up and analysed.

    Attributes:
        subnet: what was connected to the rest; the same as the design's where nothing is cut off.
        cut: adapters that are not, by name.
    """

    subnet: Subnet
    run: Run
    all_to_all: AllToAll
    shifts: tuple[Shift, ...]
    cut: tuple[str, ...] = ()

    @property
    def expected_engine(self) -> str:
        """The engine that should have configured the switches; any will do where there is one switch."""
        return "ftree" if self.subnet.roots else ""

    @cached_property
    def unreached(self) -> tuple[str, ...]:
        """Names of adapters that OpenSM gave no LID."""
        return tuple(element.name for element in self.subnet.adapters if element.guid not in self.run.routes.lid)

    @property
    def worst_shift(self) -> int:
        """Most flows of a rail's shift on one link between switches."""
        return max((shift.worst for shift in self.shifts), default=0)

    @cached_property
    def loads(self) -> tuple[int, int, float]:
        """Fewest, most and mean paths of all-to-all on a directed link between switches."""
        loads = self.all_to_all.load.values()
        return (min(loads), max(loads), sum(loads) / len(loads)) if loads else (0, 0, 0.0)

    @cached_property
    def through_roots(self) -> Mapping[str, int]:
        """Paths of all-to-all that pass each switch of the highest tier, by name."""
        total: Counter[str] = Counter({root.name: 0 for root in self.subnet.roots})
        for end, load in self.all_to_all.load.items():
            far = self.subnet.far(end)
            if far is not None and (name := self.subnet.by_guid[far[0]].name) in total:
                total[name] += load
        return dict(total)

    @cached_property
    def hot(self) -> tuple[tuple[Socket, float], ...]:
        """Output ports that carry more than :data:`HOT` times the mean of their equals, the hottest first."""
        equals: dict[tuple[str, str], list[Socket]] = {}
        for end in self.all_to_all.load:
            equals.setdefault(self._tier(end), []).append(end)
        found = []
        for ends in equals.values():
            mean = sum(self.all_to_all.load[end] for end in ends) / len(ends)
            found += [(end, self.all_to_all.load[end] / mean) for end in ends if self.all_to_all.load[end] > HOT * mean]
        return tuple(sorted(found, key=lambda pair: (-pair[1], pair[0])))

    @cached_property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, one sentence each; empty where the fabric is sound."""
        found = []
        if not self.run.up:
            found.append("OpenSM did not bring the subnet up")
        if self.expected_engine and self.run.engine != self.expected_engine:
            why = f": {self.run.complaints[0]}" if self.run.complaints else ""
            engine = self.run.engine or "no engine"
            found.append(f"{engine} configured the switches instead of {self.expected_engine}{why}")
        if self.cut:
            found.append(f"{len(self.cut)} ports are cut off: {_some(self.cut)}")
        if self.unreached:
            found.append(f"OpenSM found no way to {len(self.unreached)} ports: {_some(self.unreached)}")
        if self.all_to_all.unrouted:
            found.append(f"{self.all_to_all.unrouted} of {self.all_to_all.pairs} pairs have no path")
        if self.all_to_all.credit_loop:
            ring = (self.subnet.port_name(end) for end in self.all_to_all.credit_loop)
            found.append(f"the routes can deadlock, links wait for each other in a ring: {' -> '.join(ring)}")
        found += [f"{line}; left out of the simulation" for line in self.subnet.left_out]
        return tuple(found)

    @property
    def ok(self) -> bool:
        """Whether there is no fault."""
        return not self.faults

    def _tier(self, end: Socket) -> tuple[str, str]:
        far = self.subnet.far(end)
        assert far is not None  # noqa: S101 - the ports of loads are wired
        return self.subnet.by_guid[end[0]].role, self.subnet.by_guid[far[0]].role


def simulate(subnet: Subnet) -> Simulation:
    """Bring a subnet up with the real OpenSM and analyse its routes.

    Where the subnet falls into pieces, the largest is brought up and the rest reported as cut off.

    Raises:
        DesignError: a program is missing or refuses the subnet, or the subnet has no adapter.
    """
    whole, cut = connected(subnet)
    run = run_opensm(whole, _host(whole))
    walker = Walker(whole, run.routes)
    return Simulation(whole, run, all_to_all(walker), rail_shifts(walker), cut)


def connected(subnet: Subnet) -> tuple[Subnet, tuple[str, ...]]:
    """Return the piece of a subnet with most adapters, and the names of the adapters outside it."""
    neighbours: dict[int, list[int]] = {element.guid: [] for element in subnet.elements}
    for wire in subnet.wires:
        neighbours[wire.a[0]].append(wire.b[0])
        neighbours[wire.b[0]].append(wire.a[0])
    pieces: list[set[int]] = []
    seen: set[int] = set()
    for element in subnet.elements:
        if element.guid in seen:
            continue
        piece, todo = {element.guid}, [element.guid]
        while todo:
            for other in neighbours[todo.pop()]:
                if other not in piece:
                    piece.add(other)
                    todo.append(other)
        seen |= piece
        pieces.append(piece)
    adapters = {element.guid for element in subnet.adapters}
    largest = max(pieces, key=lambda piece: (len(piece & adapters), len(piece)), default=set())
    if len(largest) == len(subnet.elements):
        return subnet, ()
    inside = replace(
        subnet,
        elements=tuple(element for element in subnet.elements if element.guid in largest),
        wires=tuple(wire for wire in subnet.wires if wire.a[0] in largest),
    )
    return inside, tuple(element.name for element in subnet.adapters if element.guid not in largest)


def _host(subnet: Subnet) -> Element:
    """Return the adapter that OpenSM runs behind: that of a manager where there is one."""
    adapters = tuple(subnet.adapters)
    if not adapters:
        raise DesignError(
            "nothing is plugged into this fabric", thing=subnet.name, fix="simulate a fabric with nodes on it"
        )
    return next((adapter for adapter in adapters if adapter.role == "manager"), adapters[0])


def _some(names: tuple[str, ...], most: int = 4) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"
