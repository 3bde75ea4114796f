"""Faults of what is there twice so that one may fail: managers and bonded ports."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design import Design, End, Link, PortRef
from clusterdesign.parts import PduPart
from clusterdesign.testing.mutations.base import changed_part, drop, far, moved, mutation, put, spare


def _managers(design: Design) -> tuple[str, str]:
    first, second = (device.path for device in design.devices if device.role == "manager")
    return first, second


def _links(design: Design, device: str, fabric: str) -> list[Link]:
    return [link for link in design.links if link.a.device == device and link.fabric == fabric]


@mutation("NET201")
def both_managers_hang_on_one_leaf(design: Design) -> Design:
    """The splitter of the second manager goes to the leaf of the first."""
    first, second = _managers(design)
    leaf = _links(design, first, "compute")[0].b.device
    links = _links(design, second, "compute")
    cable = design.cable_of[links[0].path]
    end = far(cable, links[0])
    ref, cage = spare(design, leaf)
    ports = {port: f"{ref.port}/{n}" for n, port in enumerate(end.ports, 1)}
    module = design.transceiver_in[end.device, end.cage]
    design = put(drop(design, module.path), replace(module, path=f"transceiver/{leaf}:{cage}", device=leaf, cage=cage))
    ends = [replace(link, b=PortRef(leaf, ports[link.b.port])) for link in links]
    return put(design, *ends, moved(cable, links[0], End(leaf, cage, 0, tuple(ports.values()))))


@mutation("NET202")
def both_managers_stand_in_one_rack(design: Design) -> Design:
    """The second manager stands right below the first, its cords at the PDUs there."""
    first, second = _managers(design)
    place = design.placement[first]
    taken = {u for p in design.placements if p.rack == place.rack for u in range(p.u, p.u + p.height_u)}
    free = next(u for u in range(place.u, 0, -1) if u not in taken)
    design = put(design, replace(design.placement[second], rack=place.rack, u=free))
    return _plugged(design, second, place.rack)


@mutation("NET204", also={"PWR201": "a manager whose supplies hang on one feed goes down with it"})
def both_managers_hang_on_one_feed(design: Design) -> Design:
    """All cords of the managers go to the PDUs of the first feed."""
    for manager in _managers(design):
        design = _plugged(design, manager, design.placement[manager].rack, feed=design.feeds[0].path)
    return design


def _plugged(design: Design, device: str, rack: str, *, feed: str = "") -> Design:
    """Plug a device into free outlets of the PDUs of a rack, of one feed if it is named."""
    feed_of = {pair.pdu: pair.feed for pair in design.pdu_feeds}
    pdus = [p.device for p in design.placements if p.rack == rack and p.device in feed_of]
    for n, cord in enumerate(cord for cord in design.cords if cord.device == device):
        pdu = next(pdu for pdu in pdus if feed_of[pdu] == (feed or design.feeds[n].path))
        part = design.parts[design.device[pdu].part]
        taken = {other.outlet for other in design.cords if other.pdu == pdu}
        kind = cord.outlet.rpartition("-")[0].rpartition("-")[2]
        sockets = part.sockets.values() if isinstance(part, PduPart) else ()
        # Where the plug of a device is not known, neither is its outlet.
        free = next((socket.name for socket in sockets if socket.type == kind and socket.name not in taken), "")
        design = put(design, replace(cord, pdu=pdu, outlet=free))
    return design


@mutation("NET203")
def a_bond_ends_on_one_switch(design: Design) -> Design:
    """The second in-band port of a node goes to the switch of the first."""
    first, second = _links(design, next(design.nodes()).path, "inband")[:2]
    ref, cage = spare(design, first.b.device)
    cable = design.cable_of[second.path]
    end = replace(far(cable, second), device=ref.device, cage=cage, ports=(ref.port,))
    return put(design, replace(second, b=ref), moved(cable, second, end))


@mutation("NET205")
def no_switch_can_run_the_subnet_manager(design: Design) -> Design:
    """The switches of a fabric without managers are of the kind that is managed from outside."""
    return changed_part(design, next(design.switches("storage")).part, managed=False)


@mutation("NET206")
def nobody_decided_who_runs_the_subnet_manager(design: Design) -> Design:
    """A fabric without managers does not say that its switches are to do it."""
    return put(design, replace(design.fabric["storage"], switch_manager=False))


@mutation("NET207")
def a_manager_is_missing(design: Design) -> Design:
    """One of two managers is left out with all that belongs to it."""
    _, gone = _managers(design)
    links = [link for link in design.links if gone in (link.a.device, link.b.device)]
    cables = {design.cable_of[link.path].path for link in links}
    modules = [module.path for module in design.transceivers if module.device == gone]
    design = replace(design, heat=tuple(path for path in design.heat if path.device != gone))
    return drop(design, gone, *cables, *modules, *(link.path for link in links))


REDUNDANCY = (
    both_managers_hang_on_one_leaf,
    both_managers_stand_in_one_rack,
    a_bond_ends_on_one_switch,
    both_managers_hang_on_one_feed,
    no_switch_can_run_the_subnet_manager,
    nobody_decided_who_runs_the_subnet_manager,
    a_manager_is_missing,
)
