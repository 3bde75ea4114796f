"""What was bought for one group of links serves every group like it: chosen once, laid thousands of times.

A pattern knows cages and links by their number in the group, never by the name of a device, a cage or a port. Of a run
it knows between which lengths on sale it falls; the run itself, and the text that says it, are those of each group.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from clusterdesign.design.records import End
from clusterdesign.elaboration.cabling.bundles import Hole, Wire, holes
from clusterdesign.elaboration.cabling.choice import Bought, Group, Means, Solution
from clusterdesign.parts import Cable, Cage, Fibre, Transceiver
from clusterdesign.units import Length

_Form: TypeAlias = tuple[Hashable, dict[str, int]]
"""What a cage is like, and the number of each of its port and sub-port names."""


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a bought cable: the number of its cage, its connector, and the links of its ports, in order."""

    cage: int
    connector: int | None
    wires: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    """One bought cable.

    Attributes:
        port: position of the port that its path names; None where that is the whole cage of the first end.
        ends: None for a parked tail.
        covers: numbers of the links whose longest run it covers; the route is that of the first.
        why: the reason before and after the words about its run.
    """

    port: int | None
    part: Cable | Fibre
    part_number: str
    length: Length
    ends: tuple[_End | None, ...]
    wires: tuple[int, ...]
    covers: tuple[int, ...]
    why: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A solution without the names of its devices.

    Attributes:
        crossed: True where the cages form no star, the reason of which names devices.
        reasons: why no cable with moulded plugs serves, where the cages form one: the text before and after what
            the longest run needs; the whole text and None where it does not tell that.
    """

    modules: tuple[tuple[int, Transceiver], ...]
    items: tuple[_Item, ...]
    crossed: bool
    reasons: tuple[tuple[str, str | None], ...]

    def reasons_for(self, means: Means, group: Group) -> tuple[str, ...]:
        """Return why no cable with moulded plugs serves a group with the same key."""
        if not self.reasons:
            return ()
        needed = means.told(group.longest(group.wires).length).needed
        return tuple([before if after is None else f"{before}{needed}{after}" for before, after in self.reasons])

    def applied(self, means: Means, group: Group) -> Solution:
        """Return the solution for a group with the same key."""
        cages = holes(group.wires)
        bought = []
        for item in self.items:
            first = item.ends[0]
            head = cages[first.cage if first is not None else 0]
            name = head.cage.name if item.port is None else head.cage.ports[item.port].name
            run = group.longest([group.wires[n] for n in item.covers])
            before, after = item.why
            bought.append(
                Bought(
                    f"{head.device}:{name}",
                    item.part,
                    item.part_number,
                    item.length,
                    run,
                    tuple([_PARKED if end is None else _end(end, cages, group.wires) for end in item.ends]),
                    tuple([group.wires[n] for n in item.wires]),
                    f"{before}{means.told(run.length).slack}{after}",
                )
            )
        return Solution(tuple(bought), {cages[n]: module for n, module in self.modules})


_PARKED = End("", "", None, ())


def _end(end: _End, cages: Sequence[Hole], wires: Sequence[Wire]) -> End:
    hole = cages[end.cage]
    ports = tuple([wires[n].near(hole).port for n in end.wires])
    return End(hole.device, hole.cage.name, end.connector, ports)


@dataclass(slots=True)
class Patterns:
    """The patterns found so far, by all that a choice depends on.

    Attributes:
        known: None where each group differs, since its choice depends on seats that are still free.
    """

    known: dict[Hashable, Pattern | None] = field(default_factory=dict)
    _forms: dict[int, _Form] = field(default_factory=dict)

    def key_of(self, means: Means, group: Group) -> Hashable:
        """Return all that a choice depends on but overrides and free seats: policy, cages, ports, speeds, runs."""
        number: dict[Hole, int] = {}
        key: list[Hashable] = [group.preference]
        for wire in group.wires:
            link = wire.link
            (a, names_a), (b, names_b) = self._form(wire.a.cage), self._form(wire.b.cage)
            key += (
                number.setdefault(wire.a, len(number)),
                number.setdefault(wire.b, len(number)),
                a,
                b,
                names_a[link.a.port],
                names_b[link.b.port],
                link.speed.base,
                means.told(group.runs[link.path].length).place,
            )
        return tuple(key)

    def _form(self, cage: Cage) -> _Form:
        # The cages of a part live as long as the part, so that none takes the place of another here.
        form = self._forms.get(id(cage))
        if form is None:
            like = (cage.accepts, tuple((port.splits, port.speed.base) for port in cage.ports))
            names = (name for port in cage.ports for name in port.names)
            form = self._forms[id(cage)] = like, {name: n for n, name in enumerate(names)}
        return form


def pattern_of(
    means: Means, group: Group, solution: Solution, *, crossed: bool, reasons: Sequence[str]
) -> Pattern | None:
    """Return the pattern of a solution; None where its reasons do not tell the runs as they always do."""
    cages = holes(group.wires)
    number = {hole: n for n, hole in enumerate(cages)}
    place = {(hole.device, hole.cage.name): n for hole, n in number.items()}
    position = {wire.link.path: n for n, wire in enumerate(group.wires)}
    at = {(ref.device, ref.port): n for n, wire in enumerate(group.wires) for ref in (wire.link.a, wire.link.b)}
    items = []
    for cable in solution.cables:
        ends = tuple(
            _End(
                place[end.device, end.cage],
                end.connector,
                tuple(at[end.device, port] for port in end.ports),
            )
            if end.device
            else None
            for end in cable.ends
        )
        wires = tuple(position[wire.link.path] for wire in cable.wires)
        before, told, after = cable.why.partition(means.told(cable.run.length).slack)
        if not told:
            return None
        items.append(
            _Item(
                # A fibre is named by a port and covers its own links; a cable with moulded plugs is named by a cage
                # and covers those of the group.
                port=cable.ends[0].connector if solution.modules else None,
                part=cable.part,
                part_number=cable.part_number,
                length=cable.length,
                ends=ends,
                wires=wires,
                covers=wires if solution.modules else tuple(range(len(group.wires))),
                why=(before, after),
            )
        )
    modules = tuple((number[hole], module) for hole, module in solution.modules.items())
    needed = means.told(group.longest(group.wires).length).needed
    told_reasons = () if crossed else tuple(_parted(reason, needed) for reason in reasons)
    return Pattern(modules, tuple(items), crossed, told_reasons)


def _parted(reason: str, needed: str) -> tuple[str, str | None]:
    """Part a reason at what the run needs, with which such a reason ends."""
    before = reason.removesuffix(f"{needed} needed")
    return (reason, None) if before == reason else (before, " needed")
