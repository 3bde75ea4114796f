"""IBDM topology (``.topo``) and system definitions (``.ibnl``) for ibdmchk, ibtopodiff and ibdiagnet."""

from __future__ import annotations

from collections.abc import Mapping

from clusterdesign.design import Design
from clusterdesign.exporters.fabric_files.systems import ibdm_port, system_type
from clusterdesign.names import natural_key, natural_sorted
from clusterdesign.subnet import Element, Subnet, host_name
from clusterdesign.subnet.model import Socket


def topo(design: Design, subnet: Subnet) -> str:
    """Return the topology: every wire once, at its lower end. A node is one system with all of its adapters."""
    blocks: dict[str, list[str]] = {}
    for wire in subnet.wires:
        near, far = subnet.by_guid[wire.a[0]], subnet.by_guid[wire.b[0]]
        line = f"   {_port(near, wire.a)} -> {_system(far)} {host_name(far.device)} {_port(far, wire.b)}"
        blocks.setdefault(near.device, []).append(line)
    types = {element.device: _system(element) for element in subnet.elements}
    lines = [f"# InfiniBand fabric {subnet.name} of {design.name}; the system types stand in the .ibnl files."]
    for device in sorted(blocks, key=natural_key):
        lines += ["", f"{types[device]} {host_name(device)}", *blocks[device]]
    return "\n".join((*lines, "", ""))


def ibnl_files(subnet: Subnet) -> Mapping[str, str]:
    """Return a system definition for every type in use, by file name."""
    files: dict[str, str] = {}
    for element in subnet.elements:
        name = _system(element)
        if element.kind == "switch":
            files[f"{name}.ibnl"] = _definition(name, ((name, element.port_names),), "SW")
        elif f"{name}.ibnl" not in files:
            units = tuple((name, (port,)) for port in _adapter_ports(subnet, element.part))
            files[f"{name}.ibnl"] = _definition(name, units, "CA")
    return files


def _system(element: Element) -> str:
    return system_type(element.part, split=element.split)


def _port(element: Element, end: Socket) -> str:
    return ibdm_port(element.port_names[end[1] - 1])


def _adapter_ports(subnet: Subnet, part: str) -> tuple[str, ...]:
    """Return the ports of a part that this fabric is plugged into, in natural order: what else it has is not here."""
    return tuple(natural_sorted({element.port_names[0] for element in subnet.adapters if element.part == part}))


def _definition(name: str, units: tuple[tuple[str, tuple[str, ...]], ...], kind: str) -> str:
    """Return the definition; widths and speeds are left out, since IBDM knows none above 10 Gb/s a lane."""
    lines = [f"TOPSYSTEM {name}"]
    for number, (model, ports) in enumerate(units, 1):
        lines += ["", f"NODE {kind} {len(ports)} {model} U{number}"]
        lines += [f"    {position} -> {ibdm_port(port)}" for position, port in enumerate(ports, 1)]
    return "\n".join((*lines, "", ""))
