"""Phases of the in-band Ethernet: switches by unit, and links by position."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.records import Device, Fabric, Link, PortRef, Tier, Trouble
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.trees import add_switch
from clusterdesign.errors import DesignError
from clusterdesign.fabric import InBand, Management
from clusterdesign.parts import Node, Port


def inband_switch(network: InBand, unit: int, side: int) -> str:
    """Return the path of an in-band switch by unit and 0-based side of the bond."""
    return f"{network.name}/su{unit}-{side + 1}"


def networks(draft: Draft) -> Iterator[InBand]:
    """Yield the in-band networks."""
    return (fabric for fabric in draft.cluster.fabrics if isinstance(fabric, InBand))


def sides(draft: Draft) -> int:
    """Return the in-band ports of a node: that many switches has a unit."""
    return max((len(nodes.fitted.ports("inband")) for nodes in draft.cluster.groups), default=0)


def add_inband(draft: Draft) -> None:
    """Add the in-band switches of every unit.

    Raises:
        DesignError: the nodes have no in-band ports, or a switch has fewer ports than a unit has nodes.
    """
    for network in networks(draft):
        count, ports = sides(draft), len(network.switch.fabric_ports)
        if not count:
            raise DesignError(
                f"the nodes ({draft.cluster.groups[0].part.id}) have no inband ports for fabric {network.name!r}",
                thing=draft.cluster.name,
                fix="take nodes with in-band ports, or leave the fabric out",
            )
        if ports < draft.seating.unit_size:
            raise DesignError(
                f"a unit of {draft.seating.unit_size} nodes does not fit {ports} ports",
                thing=network.switch.id,
                fix=f"take a switch with more ports, or at most {ports} nodes per unit",
            )
        draft.builder.fabrics.append(
            Fabric(
                name=network.name,
                protocol=network.switch.fabric,
                levels=0,
                rails=count,
                nodes_per_unit=draft.seating.unit_size,
                node_role="inband",
                slack=draft.cluster.cabling.slack,
            )
        )
        for unit in range(1, draft.seating.units + 1):
            for side in range(count):
                path = inband_switch(network, unit, side)
                add_switch(
                    draft, Device(path, "switch", "", "inband", network.name, unit=unit, index=side), network.switch
                )


def link_inband(draft: Draft) -> None:
    """Link nodes, out-of-band switches and servers to the in-band switches."""
    for network in networks(draft):
        for path, seat in draft.seating.nodes():
            for side, port in enumerate(draft.node_part(path).ports("inband")):
                _link(draft, network, PortRef(path, port.name), port, (seat.unit, side, seat.position))
        _link_uplinks(draft, network)
        last = len(network.switch.fabric_ports) - 1
        for device in [d for d in draft.builder.devices.values() if d.role == "service"]:
            part = draft.builder.parts[device.part]
            ports = part.ports("inband") if isinstance(part, Node) else ()
            for p, port in enumerate(ports):
                spot = (1, p % sides(draft), last - device.index - p // sides(draft))
                _link(draft, network, PortRef(device.path, port.name), port, spot)


def _link_uplinks(draft: Draft, network: InBand) -> None:
    """Link out-of-band switches: those of a unit to its pair, those of core racks to the pair of the first unit."""
    managements = [fabric for fabric in draft.cluster.fabrics if isinstance(fabric, Management)]
    for management in managements:
        base = draft.seating.unit_size
        in_core = base + _most(draft, management)
        for device in [d for d in draft.builder.devices.values() if d.fabric == management.name]:
            slot = base + device.index
            if device.unit is None:
                slot, in_core = in_core, in_core + 1
            part = draft.builder.parts[device.part]
            ports = getattr(part, "ports", lambda _role: ())("uplink")[: management.uplinks]
            for p, port in enumerate(ports):
                spot = (device.unit or 1, p % sides(draft), slot)
                _link(draft, network, PortRef(device.path, port.name), port, spot)


def _most(draft: Draft, management: Management) -> int:
    """Return the most out-of-band switches of one unit."""
    devices = draft.builder.devices.values()
    return max((d.index + 1 for d in devices if d.fabric == management.name and d.unit is not None), default=0)


def _link(draft: Draft, network: InBand, near: PortRef, port: Port, spot: tuple[int, int, int]) -> None:
    """Link a port to a position of an in-band switch, or record that there is none."""
    unit, side, slot = spot
    ports = network.switch.fabric_ports
    switch = inband_switch(network, unit, side)
    far = PortRef(switch, ports[slot].name) if 0 <= slot < len(ports) else None
    if far is None or draft.builder.is_linked(far):
        draft.builder.trouble(
            Trouble(
                "NET102",
                f"link/{near}",
                f"{near} finds no free port on {switch}",
                "take an in-band switch with more ports, or fewer nodes per unit",
            )
        )
        return
    tier: Tier = "oob-uplink" if port.role == "uplink" else "inband"
    draft.builder.connect(Link(f"link/{near}", network.name, tier, near, far, min(port.speed, ports[slot].speed)))
