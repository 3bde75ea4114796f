"""Network rules about single links and the ports at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from clusterdesign.design.design import Design
from clusterdesign.design.records import Link, PortRef
from clusterdesign.names import natural_sorted
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Port
from clusterdesign.parts.caged import Caged
from clusterdesign.rules.index import Index, index, judged
from clusterdesign.rules.rule import Hit, rule
from clusterdesign.rules.words import listed

_NEGOTIATING = frozenset({"ndr-hdr", "1000base-t"})
"""Signalling under which ports of different speeds agree on the lower one."""


@rule("NET001", "no-such-port", "error")
def no_such_port(design: Design) -> Iterator[Hit]:
    """A link ends at a device that is not in the design, or at a port that its part does not have.

    Why: The installer looks for a port that is not on the front panel, and the link is never made.
    Example: A link to port ``33/1`` of a switch with 32 twin cages.
    Fix: Use a port that the part has, or a part with more ports.
    Source: the port names in the part's catalogue entry.
    """
    found = index(design)
    return judged(found.link_kinds, partial(_missing_ports, found))


def _missing_ports(found: Index, link: Link) -> Iterator[Hit]:
    design = found.design
    for ref in (link.a, link.b):
        device = design.device.get(ref.device)
        if device is None:
            yield Hit(
                paths=(link.path, ref.device),
                message=f"{link.path} ends at {ref.device}, which is not in the design",
                fix="end the link at a device of the design",
            )
        elif found.port(ref) is None and device.part in design.parts:
            part = design.parts[device.part]
            ports = sum(len(cage.ports) for cage in part.cages) if isinstance(part, Caged) else 0
            yield Hit(
                paths=(link.path, ref.device),
                message=f"{link.path} ends at port {ref.port} of {ref.device}; {device.part} has no such port",
                fix=f"use one of the {ports} ports of {device.part}, or a part with more ports",
                measured=ref.port,
            )


@rule("NET002", "port-used-twice", "error")
def port_used_twice(design: Design) -> Iterator[Hit]:
    """A port is the end of two links, or is used whole and split at the same time.

    Why: Only one plug goes into the port; the second cable of the sheet has nowhere to go.
    Example: Node 5 and node 6 both on port ``3/1`` of a leaf.
    Fix: Give each link a port of its own.
    Source: a port is one link end.
    """
    found = index(design)
    if len(found.linked) == 2 * len(design.links) and not any(_taken_whole(found, links) for links in found.link_kinds):
        return
    for ref, links in found.links_at.items():
        whole, _ = found.whole(ref)
        rivals = list(links) if whole == ref else [*links, *found.links_at.get(whole, ())]
        if len(rivals) > 1:
            paths = natural_sorted({link.path for link in rivals})
            yield Hit(
                paths=(ref.device, *paths),
                message=f"port {ref} carries {len(rivals)} links: {listed(paths)}",
                fix="give each link a port of its own",
                measured=str(len(rivals)),
                limit="1",
            )


def _taken_whole(found: Index, alike: Sequence[Link]) -> bool:
    """Tell whether any of some links that are alike takes a share of a port that is used whole as well."""
    return any(
        found.whole(ref)[0] in found.linked
        for first, refs in ((alike[0].a, (link.a for link in alike)), (alike[0].b, (link.b for link in alike)))
        if found.whole(first)[0] != first
        for ref in refs
    )


@rule("NET003", "link-without-cable", "error")
def link_without_cable(design: Design) -> Iterator[Hit]:
    """A link is carried by no cable.

    Why: The design counts bandwidth that nobody ordered a cable for.
    Example: An uplink that was added by hand without its cable.
    Fix: Add the cable, or remove the link.
    Source: every link is carried by exactly one cable.
    """
    found = index(design)
    # Where no cable could be chosen, or a port does not exist, that is the finding; the missing cable follows.
    excused = {trouble.path for trouble in design.troubles}
    for link in design.links:
        if link.path in found.carriers or not excused.isdisjoint(
            (link.path, link.fabric, link.a.device, link.b.device)
        ):
            continue
        if found.port(link.a) is not None and found.port(link.b) is not None:
            yield Hit(
                paths=(link.path, link.a.device, link.b.device),
                message=f"no cable carries the link from {link.a} to {link.b}",
                fix="add a cable for the link, or remove the link",
                measured="0 cables",
                limit="1 cable",
            )


def _speeds(found: Index, link: Link) -> tuple[Port, Port] | None:
    a, b = found.port(link.a), found.port(link.b)
    return None if a is None or b is None else (a, b)


def _may_differ(found: Index, link: Link, slower: PortRef) -> bool:
    """Tell whether a link may join ports of different speeds: a declared split, or a cable that allows it."""
    fabric = found.design.fabric.get(link.fabric)
    if fabric is not None and fabric.protocol == "ethernet":
        return True
    _, shares = found.whole(slower)
    if shares > 1:
        return True
    parts = (found.design.parts.get(part) for part in found.carriers.get(link.path, ()))
    return any(isinstance(part, CablePart) and part.signalling in _NEGOTIATING for part in parts)


@rule("NET004", "speed-mismatch", "error")
def speed_mismatch(design: Design) -> Iterator[Hit]:
    """A link does not run at the speed of both its ports; a split port counts with its share.

    Ports of different speeds are accepted where the slower one is the share of a port that runs split, where
    the cable converts between the two (NDR to HDR), and where the ports negotiate (Ethernet). The
    link must then be counted at the lower speed.

    Why: The link stays down, or comes up at a speed that the performance figures do not know.
    Example: A 200 Gb/s adapter on an unsplit 400 Gb/s port.
    Fix: Split the faster port, use parts of one generation, or a cable that converts.
    Source: LinkX cables and transceivers overview: HDR and NDR parts do not interoperate.
    """
    found = index(design)
    return judged(found.link_kinds, partial(_other_speeds, found))


def _other_speeds(found: Index, link: Link) -> Iterator[Hit]:
    ports = _speeds(found, link)
    if ports is None:
        return
    a, b = ports
    slower = link.a if a.speed < b.speed else link.b
    if link.speed == min(a.speed, b.speed) and (a.speed == b.speed or _may_differ(found, link, slower)):
        return
    yield Hit(
        paths=(link.path, link.a.device, link.b.device),
        message=f"the link of {link.speed} joins {link.a} at {a.speed} and {link.b} at {b.speed}",
        fix="split the faster port, use parts of one generation, or a cable that converts",
        measured=f"{a.speed} and {b.speed}",
        limit=str(link.speed),
    )


@rule("NET005", "protocol-mismatch", "error")
def protocol_mismatch(design: Design) -> Iterator[Hit]:
    """A link of an InfiniBand fabric ends in an Ethernet cage, or the reverse.

    Why: The port never comes up, although plug and speed are right.
    Example: A storage port of an Ethernet-only adapter on an InfiniBand leaf.
    Fix: Use a port that speaks the fabric's protocol.
    Source: the cage protocols in the parts' catalogue entries.
    """
    found = index(design)
    return judged(found.link_kinds, partial(_other_protocols, found))


def _other_protocols(found: Index, link: Link) -> Iterator[Hit]:
    fabric = found.design.fabric.get(link.fabric)
    if fabric is None:
        return
    for ref in (link.a, link.b):
        cage = found.design.cage(ref) if found.port(ref) is not None else None
        if cage is not None and cage.protocol not in (fabric.protocol, "any"):
            yield Hit(
                paths=(link.path, ref.device),
                message=f"{ref} speaks {cage.protocol}, but the fabric {link.fabric} is {fabric.protocol}",
                fix=f"use a port that speaks {fabric.protocol}",
                measured=cage.protocol,
                limit=fabric.protocol,
            )


def _due(part: Caged, role: str, rails: int) -> list[Port]:
    """Return the ports that a fabric connects; of a network without rails, the first port of its role."""
    ports = part.ports(role)  # type: ignore[arg-type]  # the record of a fabric keeps the role as text
    return [port for port in ports if port.rail is not None and port.rail <= rails] if rails else list(ports[:1])


@rule("NET006", "port-not-connected", "error")
def port_not_connected(design: Design) -> Iterator[Hit]:
    """A node shows fewer links in a fabric than its part has ports for that fabric.

    Counted are the ports of the role that the fabric serves, up to its number of rails; in a network without
    rails, the first port. Second ports of adapters, which have no rail, are not expected to be connected.

    Why: A node with seven of eight rails trains at the speed of its slowest collective, and nothing else in the
    cluster knows how many ports it should have had.
    Example: A DGX H100 with seven compute links.
    Fix: Connect the port, or declare the node without that adapter.
    Source: the port roles and rails in the part's catalogue entry.
    """
    found = index(design)
    rails: dict[str, int] = {}
    for fabric in design.fabrics:
        rails[fabric.node_role] = max(rails.get(fabric.node_role, 0), fabric.rails)
    for node in design.nodes():
        part = found.part(node.path, Caged)
        if part is None:
            continue
        for role, count in rails.items():
            due, path = _due(part, role, count), node.path
            missing = [port.name for port in due if not any((path, name) in found.linked for name in port.names)]
            if missing:
                yield Hit(
                    paths=(node.path,),
                    message=f"{node.path} has {len(due) - len(missing)} of {len(due)} {role} links; "
                    f"not connected: {listed(missing, 8)}",
                    fix="connect the port, or declare the node without that adapter",
                    measured=str(len(due) - len(missing)),
                    limit=str(len(due)),
                    margin=str(-len(missing)),
                )


NET_LINKS = (
    no_such_port,
    port_used_twice,
    link_without_cable,
    speed_mismatch,
    protocol_mismatch,
    port_not_connected,
)
