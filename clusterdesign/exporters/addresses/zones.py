"""Zones of the DNS: one forward zone for each domain, reverse zones cut where names can be cut.

A reverse zone can only begin at an octet of an IPv4 address or at a nibble of an IPv6 one. Networks between two octets
(/20) get a zone for each /24 that is in use; those smaller than a /24 share the zone of that /24, so that no zone is
classless (RFC 2317).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from clusterdesign.design import Design
from clusterdesign.exporters.addresses.plan import name_servers
from clusterdesign.names import natural_key

_TTL = 3600
_OCTET, _NIBBLE = 8, 4
_LONGEST4 = 24
"""Longest prefix of a reverse zone: one octet is left for the names in it."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone and its file."""

    name: str
    text: str

    @property
    def file(self) -> str:
        """Name of the file below ``zones/``."""
        return f"{self.name}.zone"


def zones(design: Design) -> tuple[Zone, ...]:
    """Return every zone: forward ones first, then reverse ones of IPv4 and IPv6."""
    domains = dict.fromkeys(network.domain for network in design.networks)
    records = {domain: [*_forward(design, domain), *_delegated(design, domain, [*domains])] for domain in domains}
    records |= _reverse(design)
    return tuple(_zone(design, name, rows) for name, rows in records.items())


def named_conf(design: Design) -> str:
    """Return a fragment for ``named.conf``; files are named from the directory that holds ``zones/``."""
    lines = [f"// Zones of {design.name}, to be included in named.conf."]
    lines += [f'zone "{zone.name}" {{ type primary; file "zones/{zone.file}"; }};' for zone in zones(design)]
    return "\n".join((*lines, ""))


def _servers(design: Design) -> list[str]:
    return [f"{one.hostname}." for one in name_servers(design)] or ["localhost."]


def _delegated(design: Design, domain: str, domains: list[str]) -> Iterator[str]:
    """Yield the cuts to domains below this one, each with the servers it is left to and their addresses."""
    below = [name for name in domains if name.endswith(f".{domain}")]
    for name in below:
        if any(name.endswith(f".{other}") for other in below):
            continue
        label = name.removesuffix(f".{domain}")
        yield from (f"{label}\tIN\tNS\t{server}" for server in _servers(design))
    for one in name_servers(design):
        owner = one.hostname.removesuffix(f".{domain}")
        if owner != one.hostname and "." in owner:
            yield from (f"{owner}\tIN\tA\t{address}" for address in (one.ipv4,) if address)
            yield from (f"{owner}\tIN\tAAAA\t{address}" for address in (one.ipv6,) if address)


def _zone(design: Design, name: str, rows: list[str]) -> Zone:
    servers = _servers(design)
    body = [*(f"@\tIN\tNS\t{server}" for server in servers), *rows]
    # Both servers are primaries with the same file, so nobody compares serials: it tells contents apart, no more.
    serial = zlib.crc32("\n".join(body).encode()) >> 1 or 1
    contact = f"hostmaster.{design.networks[0].domain}."
    # A zone is not loaded without a server. That of the site is not known; the name of the machine says no untruth.
    none = (
        "" if name_servers(design) else "; it declares no server of names: write the one that loads this for localhost"
    )
    head = (
        f"; {name}, written from the design of {design.name}{none}",
        f"$TTL {_TTL}",
        f"@\tIN\tSOA\t{servers[0]} {contact} ( {serial} 3600 600 604800 300 )",
    )
    return Zone(name, "\n".join((*head, *body, "")))


def _forward(design: Design, domain: str) -> Iterator[str]:
    """Yield the records of the names that stand directly under a domain."""
    for one in design.interfaces:
        label, _, rest = one.hostname.partition(".")
        if rest == domain:
            if one.ipv4:
                yield f"{label}\tIN\tA\t{one.ipv4}"
            if one.ipv6:
                yield f"{label}\tIN\tAAAA\t{one.ipv6}"


def _reverse(design: Design) -> dict[str, list[str]]:
    """Return the records of every reverse zone, in the order of the addresses."""
    found: dict[str, list[tuple[int, str]]] = {}
    prefixes = {network.name: network for network in design.networks}
    for one in design.interfaces:
        network = prefixes.get(one.network)
        if network is None:
            continue
        if one.ipv4 and network.ipv4:
            zone, name = _name4(IPv4Address(one.ipv4), IPv4Network(network.ipv4))
            found.setdefault(zone, []).append((int(IPv4Address(one.ipv4)), f"{name}\tIN\tPTR\t{one.hostname}."))
        if one.ipv6 and network.ipv6:
            zone, name = _name6(IPv6Address(one.ipv6), IPv6Network(network.ipv6))
            found.setdefault(zone, []).append((int(IPv6Address(one.ipv6)), f"{name}\tIN\tPTR\t{one.hostname}."))
    ordered = sorted(found, key=lambda zone: ("ip6" in zone, natural_key(zone)))
    return {zone: [record for _, record in sorted(found[zone])] for zone in ordered}


def _name4(address: IPv4Address, network: IPv4Network) -> tuple[str, str]:
    """Return the reverse zone of an address, and its name in it."""
    octets = str(address).split(".")
    kept = min(-(-network.prefixlen // _OCTET) * _OCTET, _LONGEST4) // _OCTET
    kept = max(kept, 1)
    return f"{'.'.join(reversed(octets[:kept]))}.in-addr.arpa", ".".join(reversed(octets[kept:]))


def _name6(address: IPv6Address, network: IPv6Network) -> tuple[str, str]:
    nibbles = address.exploded.replace(":", "")
    kept = min(-(-network.prefixlen // _NIBBLE), len(nibbles) - 1)
    kept = max(kept, 1)
    return f"{'.'.join(reversed(nibbles[:kept]))}.ip6.arpa", ".".join(reversed(nibbles[kept:]))
