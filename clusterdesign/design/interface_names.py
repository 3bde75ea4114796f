"""Names of the network interfaces of fabric ports: from a port of the graph to its row in the address plan."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, Fabric, Interface, PortRef
from clusterdesign.parts import Caged, Part

PORT_0 = "port0"
"""Interface of an InfiniBand switch without a management port: it has a GUID and no address.

Port 0 of a switch is what the subnet manager talks to (InfiniBand architecture, volume 1).
"""


def fabric_ordinal(device: Device, part: Part, port: str) -> int:
    """Return the 0-based rail of a node's port, of other devices the position of the port."""
    if device.kind == "node":
        found = part.port_named.get(port) if isinstance(part, Caged) else None
        return ((found.rail if found else None) or 1) - 1
    ports = part.ports("fabric") if isinstance(part, Caged) else ()
    return next((n for n, one in enumerate(ports) if one.name == port), 0)


def fabric_interface(fabric: Fabric, device: Device, part: Part, port: str) -> str:
    """Return the name of the interface of a fabric port: ``ib0``, ``sto1``, ``roce7``."""
    word = "sto" if fabric.node_role == "storage" else "ib" if fabric.protocol == "infiniband" else "roce"
    return f"{word}{fabric_ordinal(device, part, port)}"


def interface_at(design: Design, fabric: str, ref: PortRef) -> Interface | None:
    """Return the interface of a port that is linked in a fabric; None where the address plan has none."""
    device = design.device.get(ref.device)
    if device is None or device.part not in design.parts or fabric not in design.fabric:
        return None
    name = fabric_interface(design.fabric[fabric], device, design.parts[device.part], ref.port)
    return design.interface.get((ref.device, name))


def delivered_guid(design: Design, fabric: str, ref: PortRef) -> int | None:
    """Return the GUID of a switch, or of a port of an adapter, that a delivery list has given; None before that."""
    device = design.device.get(ref.device)
    if device is not None and device.kind == "switch":
        own = (one.guid for one in design.interfaces_of.get(ref.device, ()))
        text = next((guid for guid in own if guid), "")
    else:
        found = interface_at(design, fabric, ref)
        text = found.guid if found else ""
    return int(text, 16) if text else None


__all__ = ["PORT_0", "delivered_guid", "fabric_interface", "fabric_ordinal", "interface_at"]
