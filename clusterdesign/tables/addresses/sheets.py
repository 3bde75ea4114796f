"""The address plan as sheets: which interface has which address, the networks, the hosts, the GUIDs.

The first sheet is also the delivery list: fill in MACs and GUIDs, and give it back to ``build --delivery``.
"""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv4Network
from typing import Any

from clusterdesign.design import Design, Interface, ManagedHost, Network
from clusterdesign.design.interface_names import PORT_0
from clusterdesign.tables.places import rack_name, rack_unit
from clusterdesign.tables.sheet import Book, Column, Sheet

DHCP_ROLES = frozenset({"oob", "inband", "services"})
"""Networks whose addresses DHCP hands out; nodes set up the addresses of their rails by themselves."""


_ROLES = {"services": "service hosts"}
"""Roles of networks that are called otherwise on the sheet: services are what a bill lists."""


def leased(design: Design, interface: Interface) -> bool:
    """Tell whether DHCP is to hand out the addresses of an interface, as soon as its MAC is known."""
    network = design.network.get(interface.network)
    return network is not None and network.role in DHCP_ROLES and bool(interface.ipv4 or interface.ipv6)


def takes_guid(design: Design, interface: Interface) -> bool:
    """Tell whether an interface has a GUID: an InfiniBand port, or the row of an InfiniBand switch.

    That of a switch is its node GUID, in the row of its management port, or of port 0 where it has none.
    """
    device = design.device.get(interface.device)
    if device is None:
        return False
    if device.kind == "switch":
        fabric = design.fabric.get(device.fabric)
        return fabric is not None and fabric.protocol == "infiniband"
    network = design.network.get(interface.network)
    return network is not None and network.vlan is None and network.role in {"infiniband", "storage"}


def addresses_book(design: Design) -> Book:
    """Return the workbook of the address plan; a design without managed hosts or GUIDs has no sheets of them."""
    guids = tuple(one for one in design.interfaces if takes_guid(design, one))
    sheets: list[Sheet[Any]] = [address_sheet(design), network_sheet(design)]
    if design.managed_hosts:
        sheets.append(host_sheet(design))
    if guids:
        sheets.append(_guid_sheet(design, guids))
    return Book(name="addresses", title=design.name, sheets=tuple(sheets), paper=design.printing.paper)


def address_sheet(design: Design) -> Sheet[Interface]:
    """Return the sheet of interfaces, device by device."""

    def dhcp(row: Interface) -> str:
        if row.name == PORT_0:
            return ""
        if not leased(design, row):
            return "by hand"
        return "reserved" if row.mac else "MAC is missing"

    return Sheet(
        name="Addresses",
        rows=design.interfaces,
        columns=(
            Column("Device", lambda row: row.device, width=26),
            Column("Interface", lambda row: row.name, width=10),
            Column("Rack", lambda row: rack_name(design, row.device), width=8),
            Column("U", lambda row: rack_unit(design, row.device), kind="integer", width=6),
            Column("Network", lambda row: row.network, width=12),
            Column("VLAN", lambda row: _vlan(design, row.network), kind="integer", width=7),
            Column("IPv4", lambda row: row.ipv4, width=16),
            Column("IPv6", lambda row: row.ipv6, width=27),
            Column("Host name", lambda row: row.hostname, width=46),
            Column("MAC", lambda row: row.mac, width=19),
            Column("GUID", lambda row: row.guid, width=20),
            Column("DHCP", dhcp, kind="word", width=15),
        ),
    )


def network_sheet(design: Design) -> Sheet[Network]:
    """Return the sheet of networks, with how many addresses are in use."""
    used = Counter(one.network for one in design.interfaces if one.ipv4)

    return Sheet(
        name="IP networks",
        rows=design.networks,
        columns=(
            Column("Network", lambda row: row.name, width=14),
            Column("Role", lambda row: _ROLES.get(row.role, row.role), kind="word", width=24),
            Column("VLAN", lambda row: row.vlan, kind="integer", width=8),
            Column("IPv4", lambda row: row.ipv4, width=18),
            Column("Gateway IPv4", lambda row: row.gateway4, width=16),
            Column("IPv6", lambda row: row.ipv6, width=28),
            Column("Gateway IPv6", lambda row: row.gateway6, width=26),
            Column("MTU", lambda row: row.mtu, kind="integer", unit="B", width=8),
            Column("Domain", lambda row: row.domain, width=30),
            Column("Addresses used", lambda row: used[row.name], kind="integer", width=12),
            Column(
                "Addresses in all",
                lambda row: IPv4Network(row.ipv4).num_addresses - 2 if row.ipv4 else None,
                kind="integer",
                width=12,
            ),
        ),
    )


def host_sheet(design: Design) -> Sheet[ManagedHost]:
    """Return the sheet of managed hosts, with the server of each."""

    def address(row: ManagedHost) -> str:
        found = design.interface.get((row.path, "eth0"))
        return found.ipv4 if found else ""

    return Sheet(
        name="Managed hosts",
        rows=design.managed_hosts,
        columns=(
            Column("Host", lambda row: row.name, width=20),
            Column("Role", lambda row: row.role, kind="word", width=30),
            Column("Server", lambda row: row.server, width=16),
            Column("Not together with", lambda row: _partners(design, row), width=36),
            Column("Virtual processors", lambda row: row.vcpus, kind="integer", width=12, total=True),
            Column("Memory", lambda row: row.memory, kind="number", unit="GiB", width=10, total=True),
            Column("Disk", lambda row: row.disk, kind="number", unit="GiB", width=10, total=True),
            Column("IPv4", address, width=16),
        ),
    )


def _guid_sheet(design: Design, rows: tuple[Interface, ...]) -> Sheet[Interface]:
    return Sheet(
        name="GUIDs",
        rows=rows,
        columns=(
            Column("Device", lambda row: row.device, width=28),
            Column("Interface", lambda row: row.name, width=10),
            Column("Rack", lambda row: rack_name(design, row.device), width=8),
            Column("Network", lambda row: row.network, width=14),
            Column("GUID", lambda row: row.guid, width=22),
        ),
    )


def _vlan(design: Design, name: str) -> int | None:
    network = design.network.get(name)
    return network.vlan if network else None


def _partners(design: Design, host: ManagedHost) -> str:
    if not host.group:
        return ""
    return ", ".join(one.name for one in design.managed_hosts if one.group == host.group and one != host)
