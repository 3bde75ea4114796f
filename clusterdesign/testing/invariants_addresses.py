"""Invariants of the address plan."""

from __future__ import annotations

import re
from collections import Counter
from ipaddress import ip_address, ip_network

from clusterdesign.design import Design
from clusterdesign.design.interface_names import PORT_0

_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")


def addresses_are_of_their_network(design: Design) -> list[str]:
    """Every address is a host's of the network that its interface names."""
    found = []
    for one in design.interfaces:
        if one.name == PORT_0:
            continue  # a GUID and no address
        network = design.network.get(one.network)
        if network is None:
            found.append(f"{one.device} {one.name}: no network {one.network!r}")
            continue
        for address, prefix in ((one.ipv4, network.ipv4), (one.ipv6, network.ipv6)):
            if not address:
                continue
            whole = ip_network(prefix)
            if ip_address(address) not in whole or address in {str(whole[0]), str(whole[-1])}:
                found.append(f"{one.device} {one.name}: {address} is no host of {prefix}")
    return found


def addresses_are_apart(design: Design) -> list[str]:
    """No address and no host name is given twice, and none is a gateway's."""
    given = [address for one in design.interfaces for address in (one.ipv4, one.ipv6) if address]
    given += [gateway for one in design.networks for gateway in (one.gateway4, one.gateway6) if gateway]
    twice = [f"{address} is given {count} times" for address, count in Counter(given).items() if count > 1]
    names = Counter(one.hostname for one in design.interfaces if one.hostname)
    return twice + [f"{name} is the name of {count} interfaces" for name, count in names.items() if count > 1]


def host_names_are_names(design: Design) -> list[str]:
    """Every label of a host name is of letters, digits and hyphens (RFC 1123)."""
    return [
        f"{one.device} {one.name}: {one.hostname}"
        for one in design.interfaces
        if one.name != PORT_0 and not all(_LABEL.fullmatch(label) for label in one.hostname.split("."))
    ]


def interfaces_belong_to_something(design: Design) -> list[str]:
    """Every interface is one of a device or of a managed host, and runs on a server that is there."""
    known = {*design.device, *design.managed_host}
    found = [f"{one.device} {one.name}: no such device" for one in design.interfaces if one.device not in known]
    servers = (host.server for host in design.managed_hosts if host.server)
    return found + [f"{server} carries hosts and is not there" for server in servers if server not in design.device]


ADDRESSES = (
    addresses_are_of_their_network,
    addresses_are_apart,
    host_names_are_names,
    interfaces_belong_to_something,
)
"""All of them."""
