"""Which cages must share an assembly: links grouped by the cages they connect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clusterdesign.design.records import Link, PortRef
from clusterdesign.elaboration.cabling.runs import Run
from clusterdesign.parts import Cage


@dataclass(slots=True, eq=False)  # not frozen: made by the thousand, and freezing costs four times as much
class Hole:
    """A cage of a certain device. There is one record for each, so that records are compared as such."""

    device: str
    cage: Cage


@dataclass(slots=True)  # not frozen: made by the thousand and thrown away, and freezing costs four times as much
class Wire:
    """A link with the cage of either end, and its run."""

    link: Link
    a: Hole
    b: Hole
    run: Run

    def far(self, hole: Hole) -> tuple[Hole, PortRef]:
        """Return the cage and port at the other end."""
        return (self.b, self.link.b) if hole is self.a else (self.a, self.link.a)

    def near(self, hole: Hole) -> PortRef:
        """Return the port at this end."""
        return self.link.a if hole is self.a else self.link.b


def longest(wires: Sequence[Wire]) -> Run:
    """Return the longest run of some wires, on the route of the first of them.

    A cable with tails is as long as its longest tail needs; its route is that of the first, which is there before the
    others come.
    """
    first = wires[0].run
    if len(wires) == 1:
        return first
    length = max([wire.run.length for wire in wires], key=lambda length: length.base)
    return Run(length, first.route)


def components(wires: Sequence[Wire]) -> list[list[Wire]]:
    """Group wires whose cages hang together, in order of their first wire.

    A plug fills a whole cage, so wires that share a cage are bought together or must part at a transceiver.
    """
    parent: dict[Hole, Hole] = {}

    def root(hole: Hole) -> Hole:
        while (up := parent.setdefault(hole, hole)) is not hole:
            parent[hole] = hole = parent[up]
        return hole

    for wire in wires:
        parent[root(wire.a)] = root(wire.b)
    groups: dict[Hole, list[Wire]] = {}
    for wire in wires:
        groups.setdefault(root(wire.a), []).append(wire)
    return list(groups.values())


def holes(wires: Iterable[Wire]) -> tuple[Hole, ...]:
    """Return the cages of some wires, each once, in order."""
    found: dict[Hole, None] = {}
    for wire in wires:
        found[wire.a] = found[wire.b] = None
    return tuple(found)


def port_order(cage: Cage, used: frozenset[str]) -> tuple[str, ...]:
    """Return the link positions of a cage: its ports, those that are run split replaced by their sub-ports."""
    order: list[str] = []
    for port in cage.ports:
        _, *subs = port.names
        order += subs if used.intersection(subs) else [port.name]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Star:
    """A head cage whose links go, in order, to tails: the shape of every cable with moulded plugs.

    Attributes:
        wires: one per link position of the head; None for a position without a link.
        tails: the far cages in order; one for a straight cable, one per link for a splitter.
    """

    head: Hole
    order: tuple[str, ...]
    wires: tuple[Wire | None, ...]
    tails: tuple[Hole, ...]


def as_star(wires: Sequence[Wire]) -> Star | None:
    """Return the star that some wires form, None where their cages form anything else.

    Two cages joined by all their ports in the same order are a star with one tail. A head whose ports go to
    cages of one port each is a star with a tail per link.
    """
    cages = holes(wires)
    first, *others = cages
    if len(others) == 1 and len(first.cage.ports) == len(others[0].cage.ports):
        star = _star(first, wires)
        far = tuple(wire.far(first)[1].port for wire in star.wires if wire is not None)
        return star if far == port_order(others[0].cage, frozenset(far)) else None
    counts = Counter(hole for wire in wires for hole in (wire.a, wire.b))
    heads = [hole for hole in cages if counts[hole] == len(wires) and len(hole.cage.ports) > 1]
    heads = heads or [hole for hole in cages if counts[hole] == len(wires) and hole.cage.ports[0].splits > 1]
    if len(heads) != 1 or any(len(hole.cage.ports) > 1 for hole in cages if hole != heads[0]):
        return None
    return _star(heads[0], wires)


def _star(head: Hole, wires: Sequence[Wire]) -> Star:
    by_port = {wire.near(head).port: wire for wire in wires}
    order = port_order(head.cage, frozenset(by_port))
    ordered = tuple(by_port.get(port) for port in order)
    tails = tuple(dict.fromkeys(wire.far(head)[0] for wire in ordered if wire is not None))
    return Star(head, order, ordered, tails)
