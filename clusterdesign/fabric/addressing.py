"""Addresses and names: what a designer declares about the IP networks of a cluster.

Every default is a stated assumption: private IPv4 prefixes (RFC 1918), a unique local IPv6 prefix (RFC 4193) and a
domain under ``internal``, the top-level domain reserved for private use. Addresses follow from positions alone (see
:class:`Reserve`), so that a cluster that grows moves none.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Annotated, Self, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from clusterdesign.errors import DesignError
from clusterdesign.parts import Declared
from clusterdesign.parts.base import shorten

LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
"""A label of a host name, in lower case (RFC 1123, section 2.1; RFC 1035 for its 63 octets)."""

_LONGEST_DOMAIN = 190
"""Longest domain: 253 octets for a whole name, less a label of 62 and its dot."""

_SMALLEST_IPV4 = 29

_SITE_IPV6 = 48


def _domain(domain: str) -> str:
    labels = domain.split(".")
    if len(domain) > _LONGEST_DOMAIN or not all(LABEL.fullmatch(label) for label in labels) or labels[-1].isdigit():
        raise DesignError(
            f"{shorten(repr(domain))} is no DNS domain",
            fix='write labels of lower-case letters, digits and "-" with dots between, as in "atlas.example.com"',
        )
    return domain


def _ipv4(prefix: str) -> str:
    try:
        network = IPv4Network(prefix)
    except ValueError as error:
        raise DesignError(
            f"{shorten(repr(prefix))} is no IPv4 prefix: {error}",
            fix='write a network with its length and no bit set beyond it, as in "10.20.0.0/16"',
        ) from error
    if network.prefixlen > _SMALLEST_IPV4:
        raise DesignError(f"{prefix} is too small for a network", fix=f"give a prefix of /{_SMALLEST_IPV4} or shorter")
    return str(network)


def _ipv6(prefix: str) -> str:
    if not prefix:
        return prefix
    try:
        return str(IPv6Network(prefix))
    except ValueError as error:
        raise DesignError(
            f"{shorten(repr(prefix))} is no IPv6 prefix: {error}",
            fix='write a network with its length and no bit set beyond it, as in "fd12:3456:789a::/48"',
        ) from error


Domain: TypeAlias = Annotated[str, AfterValidator(_domain)]
"""A DNS domain in lower case."""

Ipv4Prefix: TypeAlias = Annotated[str, AfterValidator(_ipv4)]
"""An IPv4 network, ``10.20.0.0/16``."""

Ipv6Prefix: TypeAlias = Annotated[str, AfterValidator(_ipv6)]
"""An IPv6 network, ``fd12:3456:789a::/48``; empty for none."""


def _is_inside(address: str, prefix: str) -> bool:
    try:
        return ip_address(address) in ip_network(prefix)
    except ValueError:
        return False


class Subnet(Declared):
    """One IP network.

    Attributes:
        ipv4: its prefix.
        ipv6: its prefix; None for a /64 of the site's prefix, empty for none.
        vlan: its VLAN; None for untagged.
        gateway4, gateway6: router; None for the first address, empty for none.
        mtu: bytes.
        domain: DNS domain of its names; None for that of the cluster.
    """

    ipv4: Ipv4Prefix
    ipv6: Ipv6Prefix | None = None
    vlan: int | None = Field(default=None, ge=1, le=4094)
    gateway4: str | None = None
    gateway6: str | None = None
    mtu: int = Field(default=1500, ge=1280, le=9216)
    domain: Domain | None = None

    @model_validator(mode="after")
    def _gateways_are_inside(self) -> Self:
        for gateway, prefix in ((self.gateway4, self.ipv4), (self.gateway6, self.ipv6)):
            if gateway and not (prefix and _is_inside(gateway, prefix)):
                raise DesignError(
                    f"gateway {shorten(repr(gateway))} is no address of the network",
                    thing=prefix or self.ipv4,
                    fix="give an address of a prefix that is declared beside it, or leave it out for the first one",
                )
        return self


class RailSubnets(Declared):
    """A prefix that is cut into one network for each rail, so that no node has two addresses in one network.

    A Linux host with two interfaces in one network answers for both on either of them.

    Attributes:
        ipv4: the prefix to cut.
        each: length of the prefix of every rail.
        ipv6: as for a :class:`Subnet`, one /64 for each rail of a prefix of /60 or shorter.
        vlan: VLAN of the first rail, the others follow; only on Ethernet.
        mtu: bytes, on Ethernet. IPoIB has that of its fabric, less 4 bytes.
        domain: DNS domain of its names; None for that of the cluster.
    """

    ipv4: Ipv4Prefix
    each: int = Field(default=16, ge=9, le=29)
    vlan: int = Field(default=1, ge=1, le=4000)
    mtu: int = Field(default=9000, ge=1280, le=9216)
    domain: Domain | None = None

    @property
    def rails(self) -> int:
        """Networks that the prefix is cut into."""
        return 1 << max(self.each - IPv4Network(self.ipv4).prefixlen, 0)

    def rail(self, index: int) -> IPv4Network:
        """Return the network of a rail by its 0-based index; the index must be below :attr:`rails`."""
        whole = IPv4Network(self.ipv4)
        return IPv4Network((int(whole.network_address) + (index << 32 - self.each), self.each))

    @model_validator(mode="after")
    def _can_be_cut(self) -> Self:
        length = IPv4Network(self.ipv4).prefixlen
        if not length <= self.each <= length + 8:
            raise DesignError(
                f"{self.ipv4} cannot be cut into networks of /{self.each}",
                fix=f"take each= from {length} to {length + 8}",
            )
        return self


class Reserve(Declared):
    """Addresses kept for each kind of device: the same numbers in every network, in this order from its beginning.

    A number follows from the position of the device alone (the number in a node's name, unit and rail of a leaf,
    place of a rack), never from how many there are. Sizes are planning defaults; they fill a /16 of the out-of-band
    network, and networks without switches and PDUs need only what comes up to the nodes.

    Attributes:
        site: network, gateway and what the site keeps for itself.
        hosts: managed hosts.
        servers: servers beside the nodes; 64 for each of their groups.
        managers: fabric managers, four addresses to each.
        storage: storage boxes, four addresses to each; 64 boxes for each system.
        nodes: GPU nodes, by the number in their name.
        node_group: how far a second naming of nodes begins after the first.
        leaves, spines, cores: switches of the fat-trees.
        inband: in-band switches.
        oob: out-of-band switches of units.
        cdus: coolant units.
        core_oob: out-of-band switches of core racks.
        pdus: PDUs.
        racks_per_row: racks that a row is numbered for.
    """

    site: int = Field(default=16, ge=2)
    hosts: int = Field(default=240, ge=0)
    servers: int = Field(default=256, ge=0)
    managers: int = Field(default=512, ge=0)
    storage: int = Field(default=1024, ge=0)
    nodes: int = Field(default=14336, ge=0)
    leaves: int = Field(default=6144, ge=0)
    spines: int = Field(default=4096, ge=0)
    cores: int = Field(default=2048, ge=0)
    inband: int = Field(default=1024, ge=0)
    oob: int = Field(default=3072, ge=0)
    cdus: int = Field(default=4096, ge=0)
    core_oob: int = Field(default=8192, ge=0)
    pdus: int = Field(default=20480, ge=0)
    node_group: int = Field(default=4096, ge=1)
    racks_per_row: int = Field(default=64, ge=1)


class Addressing(Declared):
    """The address and name plan.

    Attributes:
        domain: DNS domain; ``<cluster>.internal`` where it is left out.
        ipv6: prefix of the site, /48 or shorter; None for a unique local one that follows from the name of the
            cluster, empty for no IPv6.
        oob: management ports of nodes, servers, switches, PDUs and CDUs.
        inband: bonded Ethernet of nodes and servers.
        services: hosts of the management plane.
        storage: storage ports, one network for each.
        compute: compute ports, one network for each rail: IPoIB, or Ethernet.
        reserve: how the addresses of a network are shared out.
    """

    domain: Domain | None = None
    ipv6: Ipv6Prefix | None = None
    oob: Subnet = Subnet(ipv4="10.10.0.0/16", vlan=10)
    inband: Subnet = Subnet(ipv4="10.20.0.0/16", vlan=20)
    services: Subnet = Subnet(ipv4="10.30.0.0/16", vlan=30)
    storage: RailSubnets = RailSubnets(ipv4="10.32.0.0/12", vlan=301)
    compute: RailSubnets = RailSubnets(ipv4="10.48.0.0/12", vlan=401)
    reserve: Reserve = Reserve()

    @model_validator(mode="after")
    def _prefix_has_room(self) -> Self:
        if self.ipv6 and IPv6Network(self.ipv6).prefixlen > _SITE_IPV6:
            raise DesignError(
                f"{self.ipv6} has no room for a /64 of every network",
                fix=f"give a prefix of /{_SITE_IPV6} or shorter",
            )
        return self
