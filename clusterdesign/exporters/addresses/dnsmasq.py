"""dnsmasq: names and DHCP in one small program, for clusters that do without Kea and BIND."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network

from clusterdesign.design import Design, Interface, Network
from clusterdesign.exporters.addresses.plan import LEASE, label, reserved, served


def dnsmasq_conf(design: Design) -> str:
    """Return ``dnsmasq.conf``: a record of every name, and a reservation for every interface whose MAC is known."""
    return "\n".join((*_lines(design), ""))


def _lines(design: Design) -> Iterator[str]:
    yield f"# Names and addresses of {design.name}. Without the DHCP lines it serves names alone."
    yield "domain-needed"
    yield "bogus-priv"
    yield "no-hosts"
    for domain in dict.fromkeys(network.domain for network in design.networks):
        yield f"local=/{domain}/"
    yield "dhcp-authoritative"
    for _, network in served(design):
        yield ""
        yield from _network(network)
        yield from (_host(one) for one in reserved(design, network))
    yield ""
    for one in design.interfaces:
        addresses = [address for address in (one.ipv4, one.ipv6) if address]
        if addresses:
            yield f"host-record={one.hostname},{','.join(addresses)}"


def _network(network: Network) -> Iterator[str]:
    """Yield the lines of a network: only reserved addresses are lent, none out of a pool."""
    prefix = IPv4Network(network.ipv4)
    tag = network.name
    yield f"# {network.name}{'' if network.vlan is None else f', VLAN {network.vlan}'}"
    yield f"dhcp-range=set:{tag},{prefix.network_address},static,{prefix.netmask},{LEASE}"
    if network.gateway4:
        yield f"dhcp-option=tag:{tag},option:router,{network.gateway4}"
    else:
        yield f"dhcp-option=tag:{tag},option:router"
    yield f"dhcp-option=tag:{tag},option:domain-name,{network.domain}"
    yield f"dhcp-option=tag:{tag},option:mtu,{network.mtu}"
    if network.ipv6:
        wide = IPv6Network(network.ipv6)
        yield f"dhcp-range=set:{tag},{wide.network_address},static,{max(wide.prefixlen, 64)},{LEASE}"


def _host(one: Interface) -> str:
    addresses = ([one.ipv4] if one.ipv4 else []) + ([f"[{one.ipv6}]"] if one.ipv6 else [])
    return f"dhcp-host={one.mac},{','.join(addresses)},{label(one)},{LEASE}"
