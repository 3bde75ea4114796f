"""Comparing a built fabric with its design: as graphs, port by port, each fault told once.

Every wire of the design has a lower end ``a`` and an upper end ``b``. Where the plug of wire i is found in the
socket that belongs to wire j, i points at j. Rings of pointers are plugs that were exchanged; chains are plugs that
moved on, the last of them into a free socket or from a wire that is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clusterdesign.asbuilt.dump import Dump
from clusterdesign.asbuilt.findings import Difference, Verification
from clusterdesign.asbuilt.identify import Identities, absent, identify
from clusterdesign.asbuilt.telling import Teller
from clusterdesign.design import Design
from clusterdesign.names import natural_key
from clusterdesign.subnet import Element, Subnet, Wire
from clusterdesign.subnet.model import Socket

Live = dict[Socket, Socket]
"""Who is plugged into whom, in sockets of the design; nodes that it does not know keep the GUID of the dump."""


def verify(design: Design, subnets: Iterable[Subnet], dump: Dump, identities: Identities | None = None) -> Verification:
    """Compare a dump with the fabrics of a design that it shows; fabrics without any node in it are left out.

    Args:
        design: the design.
        subnets: its fabrics.
        dump: the dump.
        identities: which node is which element, where that is known already.
    """
    fabrics = tuple(subnets)
    found = identify(dump, fabrics) if identities is None else identities
    shown = tuple(fabric for fabric in fabrics if any(e.guid in found.seen for e in fabric.elements)) or fabrics
    live = _live(dump, found)
    differences: list[Difference] = []
    right = 0
    for fabric in shown:
        teller = Teller(design, fabric, dump, found)
        good, told = _fabric(fabric, found, live, teller)
        right += good
        differences += told
        differences += _degraded(fabric, live, dump, found, teller)
    wires = sum(len(fabric.wires) for fabric in shown)
    order = sorted(differences, key=lambda d: (natural_key(d.device), natural_key(" ".join(d.cables)), d.kind))
    return Verification(dump.tool, wires, right, tuple(order), tuple(_notes(fabrics, shown, dump, found)))


def _live(dump: Dump, found: Identities) -> Live:
    live: Live = {}
    for a, b in dump.links():
        here, there = _translated(a, found), _translated(b, found)
        live[here], live[there] = there, here
    return live


def _translated(end: Socket, found: Identities) -> Socket:
    element = found.element.get(end[0])
    return (element.guid, end[1]) if element is not None else end


def _fabric(fabric: Subnet, found: Identities, live: Live, teller: Teller) -> tuple[int, list[Difference]]:
    told = [teller.absent(device, elements) for device, elements in _gone(fabric, found).items()]
    gone = {element.guid for elements in _gone(fabric, found).values() for element in elements}
    expected = [wire for wire in fabric.wires if wire.a[0] not in gone and wire.b[0] not in gone]
    wrong = [wire for wire in expected if live.get(wire.a) != wire.b]
    belongs = {wire.b: wire for wire in expected} | {wire.b: wire for wire in wrong}
    points: dict[str, Wire] = {}
    for wire in wrong:
        other = live.get(wire.a)
        if other is not None and other in belongs:
            points[wire.link] = belongs[other]
    done: set[str] = set()
    for ring in _rings(wrong, points):
        told.append(teller.exchanged(ring))
        done.update(wire.link for wire in ring)
    told += _singles([wire for wire in wrong if wire.link not in done], live, teller)
    told += _extra(fabric, live, teller, {wire.a for wire in wrong} | {wire.b for wire in wrong})
    return len(expected) - len(wrong), _merged(told)


def _gone(fabric: Subnet, found: Identities) -> dict[str, list[Element]]:
    """Return the devices of which nothing is there; one of which a part is there has missing cables instead."""
    missing = absent(found, fabric.elements)
    total: dict[str, int] = {}
    for element in fabric.elements:
        total[element.device] = total.get(element.device, 0) + 1
    return {device: list(elements) for device, elements in missing.items() if len(elements) == total[device]}


def _rings(wrong: list[Wire], points: dict[str, Wire]) -> Iterator[list[Wire]]:
    """Yield the rings of wires whose plugs were exchanged among each other."""
    seen: set[str] = set()
    for wire in wrong:
        path: list[Wire] = []
        at: Wire | None = wire
        while at is not None and at.link not in seen:
            seen.add(at.link)
            path.append(at)
            at = points.get(at.link)
        if at is not None and at in path:
            ring = path[path.index(at) :]
            if len(ring) > 1:
                yield ring


def _singles(wires: list[Wire], live: Live, teller: Teller) -> Iterator[Difference]:
    """Tell the wires that are not as designed and in no ring."""
    told: set[frozenset[Socket]] = set()
    for wire in wires:
        actual = live.get(wire.a)
        # Two lower ends that lead to each other are one cable in the wrong place; the other one is missing.
        if actual is None or frozenset((wire.a, actual)) in told:
            yield teller.missing(wire, live.get(wire.b))
        else:
            told.add(frozenset((wire.a, actual)))
            yield teller.misplaced(wire, actual)


def _extra(fabric: Subnet, live: Live, teller: Teller, told: set[Socket]) -> list[Difference]:
    """Tell links that no wire of the design explains, unless an end of theirs has been told already."""
    found = []
    for here, there in live.items():
        if here in fabric.wire_at and fabric.far(here) == there:
            continue
        if here[0] not in fabric.by_guid or here in told or there in told:
            continue
        if there[0] in fabric.by_guid and there < here:
            continue
        found.append(teller.unplanned(here, there))
    return found


def _degraded(fabric: Subnet, live: Live, dump: Dump, found: Identities, teller: Teller) -> Iterator[Difference]:
    for wire in fabric.wires:
        if live.get(wire.a) != wire.b:
            continue
        ends = ((found.seen[end[0]], end[1]) for end in (wire.a, wire.b))
        speeds = [dump.speed[end] for end in ends if end in dump.speed]
        slowest = min(speeds, key=lambda speed: speed.rate, default=None)
        if slowest is not None and slowest.rate < teller.rate(wire):
            yield teller.degraded(wire, slowest)


def _merged(told: list[Difference]) -> list[Difference]:
    """Join what is told twice of the same cables: a cable of two links that is in the wrong place is one fault."""
    found: dict[tuple[str, tuple[str, ...]], Difference] = {}
    for difference in told:
        found.setdefault((difference.kind, difference.cables or (difference.what,)), difference)
    return list(found.values())


def _notes(fabrics: tuple[Subnet, ...], shown: tuple[Subnet, ...], dump: Dump, found: Identities) -> Iterator[str]:
    for fabric in fabrics:
        if fabric not in shown:
            yield f"fabric {fabric.name} is not in the dump and was not compared"
    for guid, element in found.guessed:
        yield f"{dump.name(guid)!r} ({guid:#018x}) was taken for {element.name} by what it is plugged into"
    inside = sum(1 for node in dump.nodes.values() if node.aggregation)
    if inside:
        yield f"{inside} aggregation nodes inside switches were left out"
    yield from (f"of the dump: {text}" for text in dump.conflicts)
    if dump.skipped_count:
        yield f"{dump.skipped_count} lines could not be read"
        yield from dump.skipped
