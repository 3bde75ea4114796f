"""What is true of every design that elaboration makes: plain functions from a design to its violations.

Each returns a list of sentences, empty where the design keeps the invariant, so that a test writes
``assert ports_carry_one_link(design) == []`` and sees every violation at once. :func:`violations` runs all of
:data:`INVARIANTS`. They read only the design, and none of them trusts a number that elaboration recorded where
the links and cables tell it.

:func:`lost_by_growth` compares two designs: what a larger one no longer has of a smaller one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from clusterdesign.design import Cable, Design, Device, End, Fabric, PortRef
from clusterdesign.design.records import Tier
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Cage, Caged, Fibre, Switch
from clusterdesign.parts import Transceiver as ModulePart

_TWO = 2
"""Levels of a fabric of leaves and spines."""

Invariant: TypeAlias = Callable[[Design], list[str]]
"""A function from a design to sentences about what it violates."""


# -- ports and cages ----------------------------------------------------------------------------------------------


def ports_exist(design: Design) -> list[str]:
    """Every link ends on ports that the parts of its devices have."""
    return [
        f"{link.path}: {ref} is no port of {design.device[ref.device].part}"
        for link in design.links
        for ref in (link.a, link.b)
        if design.port(ref) is None
    ]


def ports_carry_one_link(design: Design) -> list[str]:
    """A port carries at most one link, and a port that is run split carries none itself."""
    used = Counter(ref for link in design.links for ref in (link.a, link.b))
    found = [f"{ref} carries {count} links" for ref, count in used.items() if count > 1]
    for ref in used:
        whole = PortRef(ref.device, ref.port.rpartition("/")[0])
        if whole in used and design.cage(whole) == design.cage(ref):
            found.append(f"{whole} carries a link and so does its part {ref}")
    return found


def cage_positions_hold_one_plug(design: Design) -> list[str]:
    """A cage takes one transceiver or one moulded plug, and each connector of a transceiver one fibre."""
    held: dict[tuple[str, str], list[tuple[int | None, str]]] = defaultdict(list)
    for cable in design.cables:
        for end in cable.ends:
            if end.device:
                held[end.device, end.cage].append((end.connector, cable.path))
    modules = Counter((module.device, module.cage) for module in design.transceivers)
    found = [f"{device}:{cage} holds {count} transceivers" for (device, cage), count in modules.items() if count > 1]
    for (device, cage), plugs in held.items():
        positions = [connector for connector, _ in plugs]
        shared = None in positions and (len(plugs) > 1 or modules[device, cage])
        if shared or len(set(positions)) < len(positions):
            found.append(f"{device}:{cage} holds {', '.join(path for _, path in plugs)} in one position")
    return found


def plugs_fit(design: Design) -> list[str]:
    """Every moulded plug and every transceiver fits its cage, every fibre its transceiver."""
    found = []
    for module in design.transceivers:
        cage = _cages(design, module.device).get(module.cage)
        part = design.parts[module.part]
        if cage is None or not isinstance(part, ModulePart) or part.plug not in cage.accepts:
            found.append(f"{module.path}: {module.part} does not fit")
    for cable in design.cables:
        part = design.cable_part(cable)
        plugged = [(n, end) for n, end in enumerate(cable.ends) if end.device]
        if isinstance(part, Fibre):
            found += [f"{cable.path}: end {n} does not fit" for n, end in plugged if not _fibre_fits(design, part, end)]
        else:
            found += [
                f"{cable.path}: end {n} does not fit" for n, end in plugged if not _plug_fits(design, part, n, end)
            ]
    return found


def _plug_fits(design: Design, part: CablePart, n: int, end: End) -> bool:
    cage = _cages(design, end.device).get(end.cage)
    return cage is not None and end.connector is None and n < len(part.ends) and part.ends[n].plug in cage.accepts


def _fibre_fits(design: Design, part: Fibre, end: End) -> bool:
    module = design.transceiver_in.get((end.device, end.cage))
    held = None if module is None else design.parts[module.part]
    return (
        isinstance(held, ModulePart)
        and end.connector is not None
        and end.connector < held.connectors
        and (held.connector, held.fibre) == (part.connector, part.fibre)
    )


def transceivers_are_used(design: Design) -> list[str]:
    """No transceiver is bought for a cage that no fibre goes to."""
    used = {(end.device, end.cage) for cable in design.cables for end in cable.ends if end.connector is not None}
    return [f"{module.path} is not used" for module in design.transceivers if (module.device, module.cage) not in used]


# -- cables -------------------------------------------------------------------------------------------------------


def links_have_one_cable(design: Design) -> list[str]:
    """Every link is carried by one cable; by none only where the design reports what could not be cabled."""
    carried = Counter(path for cable in design.cables for path in cable.links)
    found = [f"{path} is carried by {count} cables" for path, count in carried.items() if count > 1]
    found += [f"a cable carries {path}, which is no link" for path in carried if path not in design.link]
    if not design.troubles:
        found += [f"{link.path} has no cable" for link in design.links if link.path not in carried]
    return found


def cables_end_where_their_links_end(design: Design) -> list[str]:
    """The ends of a cable name exactly the ports of its links, each in the cage that holds it."""
    found = []
    for cable in design.cables:
        named = sorted((end.device, port) for end in cable.ends for port in end.ports)
        wanted = sorted((ref.device, ref.port) for path in cable.links for ref in _ends(design, path))
        if named != wanted:
            found.append(f"{cable.path}: its ends name {named}, its links end on {wanted}")
        for end in cable.ends:
            cage = _cages(design, end.device).get(end.cage) if end.device else None
            held = [name for port in cage.ports for name in port.names] if cage is not None else []
            found += [
                f"{cable.path}: {port} is not in {end.device}:{end.cage}" for port in end.ports if port not in held
            ]
    return found


def lengths_are_sold_and_cover(design: Design) -> list[str]:
    """Every length is one that the part is sold in, and covers the run with the slack of its fabric."""
    found = []
    for cable in design.cables:
        part = design.cable_part(cable)
        slack = design.fabric[cable.fabric].slack
        if cable.length < cable.run * (1 + slack):
            found.append(f"{cable.path}: {cable.length} does not cover {cable.run} and {slack:.0%}")
        sold = (
            {(option.length, option.part_number) for option in part.lengths}
            if isinstance(part, Fibre)
            else {(part.length, part.part_number or "")}
        )
        if (cable.length, cable.part_number) not in sold:
            found.append(f"{cable.path}: {part.id} is not sold as {cable.part_number!r} of {cable.length}")
    return found


# -- the fat-tree -------------------------------------------------------------------------------------------------


def rails_end_on_their_leaf(design: Design) -> list[str]:
    """Rail r of a node ends on the leaf of rail r of the node's unit, at the node's position on every leaf.

    The first node of a unit has position 0; fabrics without rails are left out.
    """
    first: dict[int | None, int] = {}
    for node in design.nodes():
        first[node.unit] = min(first.get(node.unit, node.index), node.index)
    found = []
    for link in design.links:
        node, leaf = design.device[link.a.device], design.device[link.b.device]
        if link.tier != "node-leaf" or leaf.rail is None:
            continue
        port = design.port(link.a)
        rail = port.rail if port is not None else None
        if not rail == link.rail == leaf.rail:
            found.append(f"{link.path}: rail {rail} of {node.path} ends on {leaf.path}")
        if node.unit != leaf.unit:
            found.append(f"{link.path}: {node.path} of unit {node.unit} ends on {leaf.path} of unit {leaf.unit}")
        position = _positions(design, leaf)[link.b.port]
        if position != node.index - first[node.unit]:
            found.append(f"{link.path}: {node.path} is at position {position} of {leaf.path}")
    return found


def pairs_have_equal_links(design: Design) -> list[str]:
    """Every two switches of neighbouring tiers that belong together are joined by the same number of links.

    On two levels every leaf belongs to every spine. On three, those that links connect belong together.
    """
    tiers: tuple[Tier, ...] = ("leaf-spine", "spine-core")
    return [sentence for fabric in design.fabrics for tier in tiers for sentence in _uneven(design, fabric, tier)]


def _uneven(design: Design, fabric: Fabric, tier: Tier) -> Iterator[str]:
    pairs = Counter(
        (link.a.device, link.b.device) for link in design.links if link.fabric == fabric.name and link.tier == tier
    )
    lower, upper = {a for a, _ in pairs}, {b for _, b in pairs}
    if tier == "leaf-spine":
        lower |= {switch.path for switch in design.switches(fabric.name) if switch.role == "leaf"}
    counts = set(pairs.values())
    if len(counts) > 1:
        yield f"{fabric.name}: pairs on {tier} have {sorted(counts)} links"
    partners: dict[str, set[str]] = defaultdict(set)
    for a, b in pairs:
        partners[a].add(b)
    for a in sorted(lower):
        together = upper if fabric.levels == _TWO else set().union(*(p for p in partners.values() if p & partners[a]))
        if partners[a] != together or not partners[a]:
            yield f"{fabric.name}: {a} has no link to {', '.join(sorted(together - partners[a])) or 'anything above'}"


def oversubscription(design: Design, leaf: str) -> Fraction | None:
    """Return the capacity of a leaf's links to nodes divided by that of its uplinks; None where it has none."""
    down = sum(_speed(design, link.b) for link in design.links if link.b.device == leaf and link.tier == "node-leaf")
    up = sum(_speed(design, link.a) for link in design.links if link.a.device == leaf and link.tier == "leaf-spine")
    return Fraction(down, up) if up else None


def taper_is_as_declared(design: Design) -> list[str]:
    """The ratio of down to up capacity, read off the links, is the declared one on every full leaf.

    A leaf with free node positions has less.
    """
    down: dict[str, list[int]] = defaultdict(list)
    up: dict[str, int] = defaultdict(int)
    for link in design.links:
        if link.tier == "node-leaf":
            down[link.b.device].append(_speed(design, link.b))
        elif link.tier == "leaf-spine":
            up[link.a.device] += _speed(design, link.a)
    found = []
    for leaf in (switch for switch in design.switches() if switch.role == "leaf"):
        fabric = design.fabric[leaf.fabric]
        taper = Fraction(fabric.taper_down, fabric.taper_up)
        ratio = Fraction(sum(down[leaf.path]), up[leaf.path]) if up[leaf.path] else None
        full = len(down[leaf.path]) >= fabric.nodes_per_unit
        if ratio is None or ratio > taper or (full and ratio != taper):
            found.append(f"{leaf.path} has {ratio}, declared is {taper}")
    return found


def switches_of_a_unit_are_complete(design: Design) -> list[str]:
    """A partial unit has all its leaves, each with all its uplinks; leaves of storage boxes are of no unit."""
    uplinks = Counter(link.a.device for link in design.links if link.tier == "leaf-spine")
    found = []
    for fabric in design.fabrics:
        leaves = [switch for switch in design.switches(fabric.name) if switch.role == "leaf" and switch.unit]
        units = {unit: {leaf.rail for leaf in leaves if leaf.unit == unit} for unit in {leaf.unit for leaf in leaves}}
        if len({frozenset(rails) for rails in units.values()}) > 1:
            found.append(f"{fabric.name}: the units have different leaves: {units}")
        counts = {uplinks[leaf.path] for leaf in leaves}
        if len(counts) > 1:
            found.append(f"{fabric.name}: the leaves have {sorted(counts)} uplinks")
    return found


# -- the whole ----------------------------------------------------------------------------------------------------


def references_resolve(design: Design) -> list[str]:
    """Every path and part that a record names is in the design, and nothing has the path of another."""
    known: dict[str, Container[str]] = {
        "part": design.parts,
        "device": design.device,
        "rack": design.rack,
        "fabric": design.fabric,
        "link": design.link,
        "route": {*design.route, ""},
        "tray": {tray.path for tray in design.trays},
        "feed": {feed.path for feed in design.feeds},
        "sink": {*(loop.path for loop in design.loops), *design.device, "air"},
        "consumer": {*design.device, *(fitting.path for fitting in design.fittings)},
        "supply": {*design.device, *(feed.path for feed in design.feeds)},
    }
    named = (*_named_on_the_floor(design), *_named_in_the_network(design), *_named_in_power(design))
    found = [f"{where}: {kind} {name} is not in the design" for where, kind, name in named if name not in known[kind]]
    paths = Counter(path for group in _components(design) for path in group)
    return found + [f"{path} is the path of {count} components" for path, count in paths.items() if count > 1]


_Named: TypeAlias = Iterator[tuple[str, str, str]]
"""Where something is named, what kind it is of, and its path."""


def _named_on_the_floor(design: Design) -> _Named:
    yield from ((device.path, "part", device.part) for device in design.devices)
    for rack in design.racks:
        yield rack.path, "part", rack.part
    for placement in design.placements:
        yield "a placement", "device", placement.device
        yield placement.device, "rack", placement.rack
    for route in design.routes:
        yield from ((route.path, "rack", rack) for rack in (route.a, route.b))
        yield from ((route.path, "tray", tray) for tray in route.trays)


def _named_in_the_network(design: Design) -> _Named:
    for link in design.links:
        yield link.path, "fabric", link.fabric
        yield from ((link.path, "device", ref.device) for ref in (link.a, link.b))
    for module in design.transceivers:
        yield module.path, "device", module.device
        yield module.path, "part", module.part
    for cable in design.cables:
        yield cable.path, "part", cable.part
        yield cable.path, "route", cable.route
        yield from ((cable.path, "link", link) for link in cable.links)
        yield from ((cable.path, "device", end.device) for end in cable.ends if end.device)


def _named_in_power(design: Design) -> _Named:
    for pair in design.pdu_feeds:
        yield pair.pdu, "feed", pair.feed
        yield pair.feed, "device", pair.pdu
    for cord in design.cords:
        yield cord.path, "consumer", cord.device
        yield cord.path, "supply", cord.pdu
    for heat in design.heat:
        yield heat.device, "sink", heat.sink
        yield heat.sink, "device", heat.device


def _components(design: Design) -> Iterator[list[str]]:
    yield [record.path for record in design.devices]
    yield [record.path for record in design.racks]
    yield [record.path for record in design.links]
    yield [record.path for record in design.transceivers]
    yield [record.path for record in design.cables]
    yield [record.path for record in design.trays]
    yield [record.path for record in design.routes]
    yield [record.path for record in design.feeds]
    yield [record.path for record in design.cords]


def supplies_have_one_cord(design: Design) -> list[str]:
    """A supply has at most one cord, and it goes to a PDU in the rack of its device; beside racks, to a feed."""
    used = Counter((cord.device, cord.supply) for cord in design.cords)
    found = [f"supply {supply} of {device} has {count} cords" for (device, supply), count in used.items() if count > 1]
    at = {place.device: place.rack for place in design.placements} | {f.path: f.at for f in design.fittings}
    for cord in design.cords:
        wired = cord.pdu not in design.device
        if wired == (cord.device in at) or (not wired and at.get(cord.device) != at.get(cord.pdu)):
            found.append(f"{cord.path} goes from one rack to another")
    return found


INVARIANTS: tuple[Invariant, ...] = (
    references_resolve,
    ports_exist,
    ports_carry_one_link,
    cage_positions_hold_one_plug,
    plugs_fit,
    transceivers_are_used,
    links_have_one_cable,
    cables_end_where_their_links_end,
    lengths_are_sold_and_cover,
    rails_end_on_their_leaf,
    pairs_have_equal_links,
    taper_is_as_declared,
    switches_of_a_unit_are_complete,
    supplies_have_one_cord,
)
"""All of them, references first."""


def violations(design: Design) -> list[str]:
    """Return every violation of every invariant, each with the name of the invariant in front."""
    return [f"{invariant.__name__}: {sentence}" for invariant in INVARIANTS for sentence in invariant(design)]


def lost_by_growth(before: Design, after: Design) -> list[str]:
    """Return what a design no longer has, or has elsewhere, after its cluster has grown.

    Growth within the reserved seats adds records and changes none. The one thing that fills up is a splitter: its
    parked tails find their nodes, so such a cable must keep its path, part, length, run and plugged ends.
    """
    found = []
    for what in (
        "devices",
        "racks",
        "placements",
        "links",
        "transceivers",
        "trays",
        "routes",
        "feeds",
        "cords",
        "interfaces",
    ):
        kept = set(getattr(after, what))
        found += [f"{what}: {record}" for record in getattr(before, what) if record not in kept]
    cables = {cable.path: cable for cable in after.cables}
    for cable in before.cables:
        now = cables.get(cable.path)
        if now is None or not _is_filled_up(cable, now):
            found.append(f"cables: {cable} became {now}")
    return found


def _is_filled_up(before: Cable, after: Cable) -> bool:
    same = replace(after, ends=before.ends, links=before.links, why=before.why) == before
    if not same or len(before.ends) != len(after.ends) or not set(before.links) <= set(after.links):
        return False
    parked = [not end.device for end in before.ends]
    head, *tails = zip(before.ends, after.ends, parked, strict=True)
    kept = all(then == now for then, now, free in tails if not free)
    return kept and (head[0] == head[1] or (any(parked) and set(head[0].ports) < set(head[1].ports)))


# -- reading a design ---------------------------------------------------------------------------------------------


def _cages(design: Design, device: str) -> Mapping[str, Cage]:
    part = design.parts[design.device[device].part]
    return {cage.name: cage for cage in part.cages} if isinstance(part, Caged) else {}


def _ends(design: Design, path: str) -> tuple[PortRef, ...]:
    link = design.link.get(path)
    return () if link is None else (link.a, link.b)


def _speed(design: Design, ref: PortRef) -> int:
    port = design.port(ref)
    return port.speed.base if port is not None else 0


def _positions(design: Design, leaf: Device) -> dict[str, int]:
    """Return the node position of every port of a leaf, whole or split."""
    part = design.parts[leaf.part]
    found = {}
    for slot, port in enumerate(part.fabric_ports if isinstance(part, Switch) else ()):
        found[port.name] = slot
        found.update((name, slot * port.splits + sub) for sub, name in enumerate(port.names[1:]))
    return found
