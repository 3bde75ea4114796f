"""Network rules about the shape of a fabric: rails, tiers, ports of a leaf, balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, Fabric, Link
from clusterdesign.names import natural_sorted
from clusterdesign.parts import Switch
from clusterdesign.rules.index import Index, index
from clusterdesign.rules.rule import Hit, rule
from clusterdesign.rules.words import count, listed, percent, ratio

_TIERED = frozenset({"leaf", "spine", "core"})


@rule("NET007", "rail-crossed", "error")
def rail_crossed(design: Design) -> Iterator[Hit]:
    """A rail of a node ends on a leaf of another rail or of another scalable unit.

    Why: Collectives keep each rail on one leaf; a crossed rail takes the way over the spines and slows every
    ring through it. Two exchanged cables look perfect on the floor.
    Example: Rails 3 and 4 of node 17 exchanged.
    Fix: End rail r of the node on the leaf of rail r of its own unit.
    Source: NVIDIA DGX SuperPOD reference architecture, rail-optimised compute fabric.
    """
    found = index(design)
    joints = (joint for (a, b), joints in found.joints.items() if a[0] == "node" and b[1] == "leaf" for joint in joints)
    for link, node, leaf in joints:
        port = found.port(link.a)
        if port is None or leaf.rail is None or port.rail is None:
            continue
        if (port.rail, node.unit) != (leaf.rail, leaf.unit):
            yield Hit(
                paths=(link.path, node.path, leaf.path),
                message=f"rail {port.rail} of {node.path} (unit {node.unit}) ends on {leaf.path}, "
                f"the leaf of rail {leaf.rail} of unit {leaf.unit}",
                fix=f"end it on the leaf of rail {port.rail} of unit {node.unit}",
                measured=f"rail {leaf.rail}, unit {leaf.unit}",
                limit=f"rail {port.rail}, unit {node.unit}",
            )


@rule("NET008", "same-tier-link", "error")
def same_tier_link(design: Design) -> Iterator[Hit]:
    """Two switches of the same tier of a fabric are linked to each other.

    Why: It closes a loop of buffer credits that can stop the fabric dead, and fat-tree routing refuses it and
    falls back to a routing that does not prevent such loops.
    Example: A spare port of leaf 1 cabled to a spare port of leaf 2.
    Fix: Link leaves only to spines, spines only to leaves and cores.
    Source: OpenSM manual, conditions of the fat-tree routing engine.
    """
    for ((_, role), (_, other)), joints in index(design).joints.items():
        if role != other or role not in _TIERED:
            continue
        for link, a, b in joints:
            yield Hit(
                paths=(link.path, a.path, b.path),
                message=f"{link.a} and {link.b} join two switches of the tier {role}",
                fix="link leaves only to spines, spines only to leaves and cores",
            )


@rule("NET009", "node-above-leaf", "warning")
def node_above_leaf(design: Design) -> Iterator[Hit]:
    """A node or appliance is connected to a spine or core switch.

    Why: Fat-tree routing expects all end points at one depth; otherwise it must be told its roots by a file, or
    it falls back without a word.
    Example: A fabric manager on a free spine port.
    Fix: Connect it to a leaf, or give the subnet manager the list of root switches.
    Source: OpenSM manual, conditions of the fat-tree routing engine.
    """
    for joined, joints in index(design).joints.items():
        for low, high in ((0, 1), (1, 0)):
            if joined[low][0] not in ("node", "appliance") or joined[high][1] not in ("spine", "core"):
                continue
            for link, *ends in joints:
                low_end, high_end = ends[low], ends[high]
                yield Hit(
                    paths=(link.path, low_end.path, high_end.path),
                    message=f"{low_end.path} is connected to {high_end.path}, a switch of the tier {high_end.role}",
                    fix="connect it to a leaf, or give the subnet manager the list of root switches",
                )


def _split(design: Design, leaf: Device) -> tuple[list[Link], list[Link]]:
    """Return the links of a leaf inside its fabric: those downward, those to spines."""
    down, up = [], []
    for link in index(design).links_on.get(leaf.path, ()):
        other = design.device.get(link.b.device if link.a.device == leaf.path else link.a.device)
        if other is None or link.fabric != leaf.fabric:
            continue
        if other.role in ("spine", "core"):
            up.append(link)
        elif other.kind != "switch":
            down.append(link)
    return down, up


def _ports(found: Index, leaf: Device, links: list[Link]) -> Fraction:
    """Return how many whole ports of a leaf some links take."""
    shares = [found.whole(link.a if link.a.device == leaf.path else link.b)[1] for link in links]
    return _whole(tuple(shares))


@lru_cache(maxsize=1024)
def _whole(shares: tuple[int, ...]) -> Fraction:
    return sum((Fraction(1, share) for share in shares), Fraction(0))


def _reserved(design: Design, fabric: Fabric, leaf: Device, down: list[Link]) -> Fraction:
    """Return the ports that the declared node positions of a leaf take, by the node that takes most."""
    found = index(design)
    of_node: dict[str, list[Link]] = {}
    for link in down:
        node = link.b.device if link.a.device == leaf.path else link.a.device
        if design.device[node].kind == "node":
            of_node.setdefault(node, []).append(link)
    most = max((_ports(found, leaf, links) for links in of_node.values()), default=Fraction(0))
    positions = fabric.nodes_per_unit if fabric.levels > 1 else max(fabric.grow_to, len(of_node))
    return most * positions


@rule("NET101", "leaf-ports-exhausted", "error")
def leaf_ports_exhausted(design: Design) -> Iterator[Hit]:
    """The links of a leaf and the node positions that it reserves need more ports than its part has.

    Positions of nodes that are not there yet count as used: they were promised. A port that runs split counts
    with its share. A fabric manager may stand on the position of a node that is missing.

    Why: The last nodes of a unit, or the fabric manager, find no port on the day they are connected.
    Example: 33 positions and 32 uplinks on a leaf of 64 ports.
    Fix: Fewer nodes per unit, fewer uplinks, or a switch with more ports.
    Source: the port count of the switch's catalogue entry.
    """
    found = index(design)
    for leaf in design.switches():
        fabric = design.fabric.get(leaf.fabric)
        part = found.part(leaf.path, Switch)
        if fabric is None or part is None or leaf.role not in ("leaf", "single"):
            continue
        down, up = _split(design, leaf)
        used = _ports(found, leaf, down)
        needed = max(used, _reserved(design, fabric, leaf, down)) + _ports(found, leaf, up)
        ports = len(part.fabric_ports)
        if needed > ports:
            yield Hit(
                paths=(leaf.path,),
                message=f"{leaf.path} needs {float(needed):g} ports, reserved node positions included, "
                f"and {part.id} has {ports}",
                fix="reserve fewer nodes per unit, fewer uplinks, or use a switch with more ports",
                measured=f"{float(needed):g}",
                limit=str(ports),
                margin=f"{float(ports - needed):g}",
            )


@rule("NET301", "leaf-oversubscribed", "error")
def oversubscribed(design: Design) -> Iterator[Hit]:
    """Below a leaf there is more bandwidth per uplink than the fabric's declared taper allows.

    The ratio is read off the links: the speeds of all node links of the leaf over the speeds of its uplinks.
    Links of fabric managers do not count, they carry no training traffic.

    Why: The cluster was bought as non-blocking, or as 2:1, and is not.
    Example: 32 nodes below 31 uplinks in a fabric declared 1:1.
    Fix: Add the missing uplinks, move nodes to another leaf, or declare the taper that is built.
    Source: the taper that the fabric declares.
    """
    for leaf in design.switches():
        fabric = design.fabric.get(leaf.fabric)
        if fabric is None or leaf.role != "leaf":
            continue
        down, up = _split(design, leaf)
        below = sum(link.speed.base for link in down if link.tier != "manager-leaf")
        above = sum(link.speed.base for link in up)
        declared = Fraction(fabric.taper_down, fabric.taper_up)
        if below <= declared * above:
            continue
        measured = Fraction(below, above) if above else None
        yield Hit(
            paths=(leaf.path,),
            message=f"{leaf.path} is oversubscribed {ratio(measured)}, declared is {ratio(declared)}"
            if measured
            else f"{leaf.path} has nodes and no uplink",
            fix="add the missing uplinks, move nodes to another leaf, or declare the taper that is built",
            measured=ratio(measured) if measured else "no uplink",
            limit=ratio(declared),
            margin=percent(1 - measured / declared) if measured else "",
        )


@rule("NET302", "uneven-leaf-spine-links", "error")
def uneven_leaf_spine_links(design: Design) -> Iterator[Hit]:
    """The pairs of leaf and spine of a two-level fabric do not all have the same whole number of links.

    Compared is with the number that most pairs have.

    Why: Static routes spread evenly over spines, not over links: the thin pairs are the bottleneck of all
    traffic, and fat-tree routing demands equal port groups.
    Example: 32 uplinks on 12 spines: some pairs have 2 links, some 3.
    Fix: Use a number of spines that divides the uplinks of a leaf, and connect every pair alike.
    Source: OpenSM manual, conditions of the fat-tree routing engine.
    """
    for fabric in design.fabrics:
        if fabric.levels != 2:  # noqa: PLR2004  # leaf and spine
            continue
        switches = list(design.switches(fabric.name))
        leaves = [device.path for device in switches if device.role == "leaf"]
        spines = [device.path for device in switches if device.role == "spine"]
        ends = ((link.a.device, link.b.device) for link in design.links if link.fabric == fabric.name)
        links = Counter(tuple(sorted(pair)) for pair in ends)
        table = {leaf: {spine: links[_pair(leaf, spine)] for spine in spines} for leaf in leaves}
        spread = Counter(number for row in table.values() for number in row.values())
        # The smallest of equally frequent numbers, so that the answer does not hang on the order.
        usual = min(spread, key=lambda number: (-spread[number], number), default=0)
        for leaf, row in table.items():
            odd = [spine for spine, number in row.items() if number != usual or number == 0]
            if odd:
                values = natural_sorted({str(row[spine]) for spine in odd})
                noun = "link" if values == ["1"] else "links"
                yield Hit(
                    paths=(leaf, *odd),
                    message=f"{leaf} has {' or '.join(values)} {noun} to {listed(odd)}; "
                    f"most pairs of {fabric.name} have {count(usual, 'link')}",
                    fix="use a number of spines that divides the uplinks of a leaf, and connect every pair alike",
                    measured=" or ".join(values),
                    limit=str(max(usual, 1)),
                )


def _pair(a: str, b: str) -> tuple[str, ...]:
    return tuple(sorted((a, b)))


NET_SHAPE = (
    rail_crossed,
    same_tier_link,
    node_above_leaf,
    leaf_ports_exhausted,
)
"""Rules of this module about structure and capacity, in order."""

NET_BALANCE = (oversubscribed, uneven_leaf_spine_links)
"""Rules of this module about balance, in order."""
