"""What DHCP and DNS say, whatever the program: networks that are served, reservations, servers of names."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design, Interface, Network
from clusterdesign.tables.addresses import DHCP_ROLES, leased

LEASE = 43200
"""Seconds that an address is lent for; reservations outlive it. Half a day is a usual setting."""


def served(design: Design) -> Iterator[tuple[int, Network]]:
    """Yield the networks that DHCP serves, each with a number that stays when others come or go."""
    numbers = {role: number for number, role in enumerate(("oob", "inband", "services"), 1)}
    for network in design.networks:
        if network.role in DHCP_ROLES:
            yield numbers[network.role], network


def reserved(design: Design, network: Network) -> Iterator[Interface]:
    """Yield the interfaces of a network whose MAC is known."""
    return (one for one in design.interfaces if one.network == network.name and one.mac and leased(design, one))


def waiting(design: Design) -> Iterator[Interface]:
    """Yield the interfaces that DHCP is to serve and whose MAC nobody knows yet."""
    return (one for one in design.interfaces if leased(design, one) and not one.mac)


def label(interface: Interface) -> str:
    """Return the first label of a host name."""
    return interface.hostname.partition(".")[0]


def name_servers(design: Design) -> tuple[Interface, ...]:
    """Return the interfaces of the hosts that serve names, among the services; those without an address left out."""
    hosts = (host for host in design.managed_hosts if host.role == "dns")
    found = (design.interface.get((host.path, "eth0")) for host in hosts)
    return tuple(one for one in found if one is not None and (one.ipv4 or one.ipv6))
