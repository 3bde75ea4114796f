"""From a design to its subnets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from clusterdesign.design import Design, Device, PortRef
from clusterdesign.design.interface_names import delivered_guid
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_key
from clusterdesign.parts import Switch
from clusterdesign.subnet.model import Element, Socket, Subnet, Wire, host_names
from clusterdesign.subnet.naming import guid


def subnets(design: Design) -> tuple[Subnet, ...]:
    """Return every InfiniBand fabric of a design, in the order of declaration."""
    return tuple(subnet(design, fabric.name) for fabric in design.fabrics if fabric.protocol == "infiniband")


def undelivered(design: Design) -> Design:
    """Return a design without the GUIDs of a delivery list: simulators need stand-ins, which leave room for ports."""
    if not any(one.guid for one in design.interfaces):
        return design
    return replace(design, interfaces=tuple(replace(one, guid="") for one in design.interfaces))


def subnet(design: Design, fabric: str) -> Subnet:
    """Return one InfiniBand fabric of a design.

    Port numbers of a switch follow its panel, from 1. On a switch of which a port is run split all numbers
    double: sub-port s of panel port k is ``2 (k - 1) + s``, and a port that is not split keeps the first of its two.
    GUIDs are those that a delivery list has filled in; where it has none yet, a stand-in that follows from the name.

    Raises:
        DesignError: there is no such fabric, or two components would have one name or GUID.
    """
    if fabric not in design.fabric:
        raise DesignError(
            f"no fabric {fabric!r}", thing=design.name, fix=f"the fabrics are {', '.join(design.fabric) or 'none'}"
        )
    links = [link for link in design.links if link.fabric == fabric]
    names = host_names(device.path for device in design.devices)
    used: dict[str, set[str]] = {}
    for link in links:
        for end in (link.a, link.b):
            used.setdefault(end.device, set()).add(end.port)
    switches = {
        device.path: _switch(design, fabric, device, used.get(device.path, set()), names[device.path])
        for device in design.switches(fabric)
    }
    adapters: dict[PortRef, Element] = {}
    wires: list[Wire] = []
    left_out: list[str] = []
    numbers = {
        PortRef(path, name): number
        for path, switch in switches.items()
        for number, name in enumerate(switch.port_names, 1)
    }
    for link in links:
        ends = [
            (switches[ref.device].guid, numbers[ref])
            if ref in numbers
            else _adapter(design, fabric, ref, adapters, names)
            for ref in (link.a, link.b)
        ]
        if ends[0] is None or ends[1] is None:
            missing = link.a if ends[0] is None else link.b
            left_out.append(f"{link.path}: {missing} is no port of this fabric")
            continue
        cable = design.cable_of.get(link.path)
        wires.append(Wire(ends[0], ends[1], link.path, cable.path if cable else "", round(link.speed.to("Gb/s"))))
    plugged = {end[0] for wire in wires for end in (wire.a, wire.b)}
    elements = (
        *_ordered(switches.values()),
        *_ordered(element for element in adapters.values() if element.guid in plugged),
    )
    _unique(elements)
    declared = design.fabric[fabric]
    return Subnet(fabric, declared.levels, elements, tuple(wires), tuple(left_out), declared.mtu)


def _ordered(elements: Iterable[Element]) -> tuple[Element, ...]:
    return tuple(sorted(elements, key=lambda element: natural_key(element.name)))


def _switch(design: Design, fabric: str, device: Device, used: set[str], name: str) -> Element:
    part = design.parts[device.part]
    ports = part.fabric_ports if isinstance(part, Switch) else ()
    split = any(sub in used for port in ports for sub in port.names[1:])
    numbered: list[str] = []
    for port in ports:
        if not split:
            numbered.append(port.name)
        elif any(sub in used for sub in port.names[1:]):
            numbered.extend(port.names[1:])
        else:
            # The second number of a port that is not split exists and stays dark.
            numbered.extend((port.name, *port.names[2:]) if port.splits > 1 else (port.name,))
    known = delivered_guid(design, fabric, PortRef(device.path, ""))
    return Element(
        name,
        "switch",
        guid(device.path) if known is None else known,
        device.path,
        device.part,
        device.role,
        tuple(numbered),
        split,
        device.unit,
        device.rail,
        device.index,
        known is not None,
    )


def _adapter(
    design: Design, fabric: str, ref: PortRef, adapters: dict[PortRef, Element], names: Mapping[str, str]
) -> Socket | None:
    device = design.device.get(ref.device)
    port = design.port(ref) if device is not None else None
    if device is None or port is None or device.kind == "switch":
        return None
    element = adapters.get(ref)
    if element is None:
        known = delivered_guid(design, fabric, ref)
        element = adapters[ref] = Element(
            f"{names[ref.device]} {port.os_name or port.name}",
            "adapter",
            guid(str(ref)) if known is None else known,
            ref.device,
            device.part,
            device.role,
            (port.name,),
            False,
            device.unit,
            port.rail,
            device.index,
            known is not None,
        )
    return (element.guid, 1)


def _unique(elements: Iterable[Element]) -> None:
    """Refuse two elements of one name or GUID: every tool downstream would take them for one."""
    seen: dict[object, Element] = {}
    for element in elements:
        for key in (element.name, element.guid):
            other = seen.setdefault(key, element)
            if other is not element:
                raise DesignError(
                    f"has the same name or GUID in the fabric as {other.device}: {element.name}",
                    thing=element.device,
                    fix="rename one of the two",
                )
