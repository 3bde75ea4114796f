"""What was bought for one group of links serves every group like it: chosen once, laid thousands of times.

A pattern knows cages and links by their number in the group, never by the name of a device, a cage or a port. Of a run
it knows between which lengths on sale it falls; the run itself, and the text that says it, are those of each group.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clusterdesign.design.records import Cable as CableRecord
from clusterdesign.design.records import End, PortRef
from clusterdesign.elaboration.cabling.bundles import Hole, Wire, holes, longest
from clusterdesign.elaboration.cabling.choice import Group, Means, Solution
from clusterdesign.parts import Cable, Cage, Fibre, Transceiver
from clusterdesign.units import Length

Laid: TypeAlias = tuple[CableRecord, Cable | Fibre]
"""A cable and its part."""


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a bought cable.

    Attributes:
        cage: number of its cage.
        ports: for each of its ports, the number of the link, and whether the port is that of its end ``a``.
    """

    cage: int
    connector: int | None
    ports: tuple[tuple[int, bool], ...]


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
        needed = means.told(longest(group.wires).length).needed
        return tuple([before if after is None else f"{before}{needed}{after}" for before, after in self.reasons])

    def laid(
        self, means: Means, wires: Sequence[Wire], cages: Sequence[Hole], reasons: Sequence[str]
    ) -> Iterator[Laid]:
        """Yield the cables of a group with the same key; ``reasons`` say why they are no better ones."""
        because = "".join([f"; {reason}" for reason in reasons])
        for item in self.items:
            first = item.ends[0]
            head = cages[first.cage if first is not None else 0]
            name = head.cage.name if item.port is None else head.cage.ports[item.port].name
            before, after = item.why
            wire = wires[item.wires[0]]
            link = wire.link
            run = wire.run if len(item.covers) == 1 else longest([wires[n] for n in item.covers])
            record = CableRecord(
                f"cable/{head.device}:{name}",
                item.part.id,
                item.part_number,
                item.length,
                run.length,
                tuple([_PARKED if end is None else _end(end, cages, wires) for end in item.ends]),
                (link.path,) if len(item.wires) == 1 else tuple([wires[n].link.path for n in item.wires]),
                link.fabric,
                link.tier,
                f"{before}{means.told(run.length).slack}{after}{because}",
                run.route,
            )
            yield record, item.part


_PARKED = End("", "", None, ())


def _end(end: _End, cages: Sequence[Hole], wires: Sequence[Wire]) -> End:
    hole = cages[end.cage]
    refs = [wires[n].link.a if of_a else wires[n].link.b for n, of_a in end.ports]
    ports = (refs[0].port,) if len(refs) == 1 else tuple([ref.port for ref in refs])
    return End(hole.device, hole.cage.name, end.connector, ports)


class Patterns:
    """The patterns found so far, by all that a choice depends on.

    Attributes:
        known: None where each group differs, since its choice depends on seats that are still free.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, Pattern | None] = {}
        self._kinds: dict[Hashable, int] = {}
        self._ports: dict[int, Mapping[str, int]] = {}

    def key_of(self, means: Means, group: Group) -> tuple[Hashable, tuple[Hole, ...]]:
        """Return all that a choice depends on but overrides and free seats, and the cages in order.

        These are: policy, cages, ports, speeds, runs.
        """
        number: dict[Hole, int] = {}
        key: list[Hashable] = [group.preference]
        for wire in group.wires:
            link = wire.link
            key += (
                number.setdefault(wire.a, len(number)),
                number.setdefault(wire.b, len(number)),
                self._numbers(wire.a.cage)[link.a.port],
                self._numbers(wire.b.cage)[link.b.port],
                link.speed.base,
                means.told(wire.run.length).place,
            )
        return tuple(key), tuple(number)

    def _numbers(self, cage: Cage) -> Mapping[str, int]:
        """Return a number for each port and sub-port of a cage, which the same port of a cage like it shares."""
        # The cages of a part live as long as the part, so that none takes the place of another here.
        found = self._ports.get(id(cage))
        if found is None:
            names = [name for port in cage.ports for name in port.names]
            like = (cage.accepts, tuple((port.splits, port.speed.base) for port in cage.ports))
            kinds = self._kinds
            found = {name: kinds.setdefault((like, n), len(kinds)) for n, name in enumerate(names)}
            self._ports[id(cage)] = found
        return found


def pattern_of(
    means: Means, group: Group, solution: Solution, *, crossed: bool, reasons: Sequence[str]
) -> Pattern | None:
    """Return the pattern of a solution; None where its reasons do not tell the runs as they always do."""
    cages = holes(group.wires)
    number = {hole: n for n, hole in enumerate(cages)}
    place = {(hole.device, hole.cage.name): n for hole, n in number.items()}
    position = {wire.link.path: n for n, wire in enumerate(group.wires)}
    links = [wire.link for wire in group.wires]
    at = {ref: (n, ref is link.a) for n, link in enumerate(links) for ref in (link.a, link.b)}
    items = []
    for cable in solution.cables:
        ends = tuple(
            _End(
                place[end.device, end.cage],
                end.connector,
                tuple(at[PortRef(end.device, port)] for port in end.ports),
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
    needed = means.told(longest(group.wires).length).needed
    told_reasons = () if crossed else tuple(_parted(reason, needed) for reason in reasons)
    return Pattern(modules, tuple(items), crossed, told_reasons)


def _parted(reason: str, needed: str) -> tuple[str, str | None]:
    """Part a reason at what the run needs, with which such a reason ends."""
    before = reason.removesuffix(f"{needed} needed")
    return (reason, None) if before == reason else (before, " needed")
