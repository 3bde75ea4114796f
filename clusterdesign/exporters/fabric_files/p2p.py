"""The point-to-point workbook for NVIDIA's Cable Validation Tool, and its maps of host ports.

Sheet Links has the columns of the tool's unified format (version 1.7.1 and later); a node must stand in sheet
Nodes, whose columns the tool's manual does not list: name, rack and rack unit are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clusterdesign.design import Design, PortRef
from clusterdesign.exporters.fabric_files.systems import slug
from clusterdesign.names import natural_key
from clusterdesign.subnet import Subnet, host_name
from clusterdesign.subnet.model import Socket, Wire
from clusterdesign.tables import Book, Column, Sheet
from clusterdesign.tables.places import rack_name, rack_unit


@dataclass(frozen=True, slots=True)
class _Link:
    a: tuple[str, str, str]
    z: tuple[str, str, str]
    source: str


def p2p_book(design: Design, subnet: Subnet) -> Book:
    """Return the workbook of one fabric."""
    devices = sorted({element.device for element in subnet.elements}, key=natural_key)
    links: Sheet[_Link] = Sheet(
        name="Links",
        rows=tuple(_link(design, subnet, wire) for wire in subnet.wires),
        columns=(
            Column("A-Node", lambda row: row.a[0]),
            Column("A-Port", lambda row: row.a[1]),
            Column("Z-Node", lambda row: row.z[0]),
            Column("Z-Port", lambda row: row.z[1]),
            Column("Protocol", lambda _: "ib"),
            Column("A-Module-PN", lambda row: row.a[2]),
            Column("Z-Module-PN", lambda row: row.z[2]),
            Column("Source-Ref", lambda row: row.source, width=40),
        ),
    )
    nodes: Sheet[str] = Sheet(
        name="Nodes",
        rows=tuple(devices),
        columns=(
            Column("Node", host_name, width=30),
            Column("Rack", lambda device: rack_name(design, device)),
            Column("U", lambda device: rack_unit(design, device), kind="integer"),
            Column("Part-Number", lambda device: design.part_of(design.device[device]).part_number),
        ),
    )
    return Book(name="p2p", title=f"{design.name} {subnet.name}", sheets=(links, nodes))


def hca_mappings(design: Design, subnet: Subnet) -> Mapping[str, str]:
    """Return for every node type with published RDMA names the map from front-panel port to RDMA name."""
    files: dict[str, dict[str, str]] = {}
    for element in subnet.adapters:
        port = design.port(PortRef(element.device, element.port_names[0]))
        if port is not None and port.os_name:
            files.setdefault(f"hca_mapping-{slug(element.part)}.csv", {})[port.name] = port.os_name
    return {
        name: "".join(("port,hca-name\n", *(f"{port},{ports[port]}\n" for port in sorted(ports, key=natural_key))))
        for name, ports in files.items()
    }


def _link(design: Design, subnet: Subnet, wire: Wire) -> _Link:
    source = (wire.cable or wire.link).partition("/")[2]
    return _Link(_end(design, subnet, wire.a), _end(design, subnet, wire.b), source)


def _end(design: Design, subnet: Subnet, end: Socket) -> tuple[str, str, str]:
    element = subnet.by_guid[end[0]]
    port = element.port_names[end[1] - 1]
    cage = design.cage(PortRef(element.device, port))
    module = design.transceiver_in.get((element.device, cage.name)) if cage else None
    return host_name(element.device), port, (design.part_of(module).part_number or "") if module else ""
