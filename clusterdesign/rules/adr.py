"""Rules about addresses and names: networks that overlap, addresses that run out, names that DNS does not take."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network
from itertools import combinations
from socket import AF_INET6, inet_pton

from clusterdesign.design.design import Design
from clusterdesign.design.records import Interface, Network
from clusterdesign.rules.rule import Hit, rule
from clusterdesign.rules.troubles import ADDRESSES_KEPT, NETWORK_SMALL, troubles

_LABEL, _NAME = 63, 253
_ODD = re.compile(r"[A-F]|(^|:)0[0-9A-Fa-f]|:0(:|$)|:.*\.")
"""An IPv6 address that may have a shorter form: capitals, zeros in front, groups of zero that are written out."""

_NAMED = 3
"""Paths that a finding about many interfaces names."""


@rule("ADR001", "networks-overlap", "error")
def networks_overlap(design: Design) -> Iterator[Hit]:
    """Two IP networks have addresses in common.

    Why: Traffic for one of them goes to the other, depending on who asks.
    Example: An in-band network of 10.10.128.0/17 beside out-of-band 10.10.0.0/16.
    Fix: Give each network a prefix of its own in addressing=Addressing(...).
    Source: RFC 4632, section 5: a more specific prefix wins.
    """
    for a, b in combinations(design.networks, 2):
        for one, other in ((a.ipv4, b.ipv4), (a.ipv6, b.ipv6)):
            if one and other and _overlap(one, other):
                yield Hit(
                    paths=(f"network/{a.name}", f"network/{b.name}"),
                    message=f"networks {a.name} and {b.name} overlap: {one} and {other}",
                    fix="give each network a prefix of its own in addressing=Addressing(...)",
                    measured=one,
                    limit=f"no address of {other}",
                )


def _overlap(one: str, other: str) -> bool:
    a, b = ip_network(one), ip_network(other)
    if isinstance(a, IPv4Network) and isinstance(b, IPv4Network):
        return a.overlaps(b)
    return isinstance(a, IPv6Network) and isinstance(b, IPv6Network) and a.overlaps(b)


@rule("ADR002", "vlan-twice", "error")
def vlan_twice(design: Design) -> Iterator[Hit]:
    """Two IP networks have the same VLAN.

    Why: Both are then one broadcast domain, and DHCP may answer a node with an address of the other network.
    Example: VLAN 20 for the in-band network and for the services.
    Fix: Give each network a VLAN of its own.
    Source: IEEE 802.1Q: a VLAN is one broadcast domain.
    """
    by_vlan: dict[int, list[Network]] = defaultdict(list)
    for network in design.networks:
        if network.vlan is not None:
            by_vlan[network.vlan].append(network)
    for vlan, networks in sorted(by_vlan.items()):
        if len(networks) > 1:
            names = [network.name for network in networks]
            yield Hit(
                paths=tuple(f"network/{name}" for name in names),
                message=f"networks {' and '.join(names)} have the same VLAN {vlan}",
                fix="give each network a VLAN of its own",
                measured=f"{len(names)} networks",
                limit="1 network",
            )


@rule("ADR003", "name-too-long", "error")
def name_too_long(design: Design) -> Iterator[Hit]:
    """The host name of an interface is longer than DNS allows.

    Why: No zone that holds it is loaded, and the other names of the zone go with it.
    Example: A node whose name has 70 letters.
    Fix: Shorten the name template, or the domain.
    Source: RFC 1035, section 2.3.4: 63 octets for a label, 253 characters for a name.
    """
    for one in design.interfaces:
        label = max(map(len, one.hostname.split(".")))
        if label > _LABEL or len(one.hostname) > _NAME:
            what, length, limit = ("a label", label, _LABEL) if label > _LABEL else ("", len(one.hostname), _NAME)
            yield Hit(
                paths=(one.device,),
                message=f"the name of {one.device} {one.name} has {f'{what} of ' if what else ''}{length} characters",
                fix="shorten the name template, or the domain",
                measured=f"{length} characters",
                limit=f"{limit} characters",
            )


@rule("ADR004", "address-twice", "error")
def address_twice(design: Design) -> Iterator[Hit]:
    """Two interfaces, or an interface and a gateway, have the same address.

    Why: Each answers for the other, and neither works for long.
    Example: A gateway that is declared in the middle of the nodes' addresses.
    Fix: Move the gateway to the first address, or correct the design.
    Source: RFC 5227: address conflicts.
    """
    owner: dict[str | bytes, str] = {}
    for network in design.networks:
        for gateway in (network.gateway4, network.gateway6):
            if gateway:
                owner[_plain(gateway)] = f"the gateway of {network.name}"
    for one in design.interfaces:
        for address in (one.ipv4, one.ipv6):
            if not address:
                continue
            mine = f"{one.device} {one.name}"
            other = owner.setdefault(_plain(address), mine)
            if other != mine:
                yield Hit(
                    paths=(one.device,),
                    message=f"{mine} has {address}, which is that of {other}",
                    fix="move the gateway to the first address of its network, or give one of the two another address",
                    measured="2 owners",
                    limit="1 owner",
                )


def _plain(address: str) -> str | bytes:
    """Return the one form of an address that may be written in several ways, as IPv6 may."""
    if ":" not in address:
        return address
    try:
        return inet_pton(AF_INET6, address)
    except OSError:
        return address  # no address at all


@rule("ADR005", "mac-twice", "error")
def mac_twice(design: Design) -> Iterator[Hit]:
    """Two interfaces have the same MAC.

    Why: DHCP gives both the same address, and switches send the traffic of one to the other.
    Example: A row of the delivery list that was copied.
    Fix: Read the MAC off the label of each port.
    Source: IEEE 802: a MAC is that of one port.
    """
    yield from _twice(design, "MAC", lambda one: one.mac)


@rule("ADR006", "guid-twice", "error")
def guid_twice(design: Design) -> Iterator[Hit]:
    """Two InfiniBand ports have the same GUID.

    Why: The subnet manager refuses one of them, and the port does not come up.
    Example: A row of the delivery list that was copied.
    Fix: Read the GUID off the label of each adapter.
    Source: InfiniBand architecture: a GUID is unique.
    """
    yield from _twice(design, "GUID", lambda one: one.guid)


def _twice(design: Design, what: str, value: Callable[[Interface], str]) -> Iterator[Hit]:
    owner: dict[str, Interface] = {}
    for one in design.interfaces:
        if not value(one):
            continue
        other = owner.setdefault(value(one), one)
        if other is not one:
            yield Hit(
                paths=(one.device, other.device),
                message=f"{one.device} {one.name} has the {what} of {other.device} {other.name}, {value(one)}",
                fix=f"read the {what} off the label of each port",
                measured="2 ports",
                limit="1 port",
            )


@rule("ADR101", "too-few-addresses-kept", "error")
def too_few_addresses_kept(design: Design) -> Iterator[Hit]:
    """More devices of a kind ask for addresses than the plan keeps for the kind.

    Why: Those beyond have no address, since addresses of other kinds must not move.
    Example: 300 servers where the plan keeps 256 addresses for servers.
    Fix: Keep more with addressing=Addressing(reserve=Reserve(...)), before anything is installed.
    Source: the address plan, by position.
    """
    yield from troubles(design, ADDRESSES_KEPT)


@rule("ADR102", "network-too-small", "error")
def network_too_small(design: Design) -> Iterator[Hit]:
    """A network has no address for some of its devices, or for those that the cluster is declared to grow to.

    The prefix that rails share is too small where it is cut into fewer networks than there are rails.

    Why: A network that is in use is not made larger without touching every device in it.
    Example: grow_to=512 nodes in a /23.
    Fix: Give it the prefix that the message names, or keep fewer addresses for other kinds.
    Source: the address plan, by position.
    """
    yield from troubles(design, NETWORK_SMALL)


@rule("ADR901", "mac-is-missing", "info")
def mac_is_missing(design: Design) -> Iterator[Hit]:
    """Some interfaces have a MAC and others have none: the delivery list is not complete.

    Why: DHCP reserves no address for those, so they stay dark.
    Example: A delivery list without the PDUs.
    Fix: Add the rows to the delivery list.
    Source: the delivery list.
    """
    roles = {"oob", "inband"}
    due = [
        one
        for one in design.interfaces
        if (network := design.network.get(one.network)) and network.role in roles and one.device in design.device
    ]
    dark = [one for one in due if not one.mac]
    if dark and len(dark) < len(due):
        named = ", ".join(f"{one.device} {one.name}" for one in dark[:_NAMED])
        more = f" and {len(dark) - _NAMED} more" if len(dark) > _NAMED else ""
        yield Hit(
            paths=tuple(dict.fromkeys(one.device for one in dark)),
            message=f"{len(dark)} of {len(due)} interfaces have no MAC: {named}{more}",
            fix="add them to the delivery list",
            measured=f"{len(due) - len(dark)} MACs",
            limit=f"{len(due)} MACs",
        )


@rule("ADR902", "name-differs-in-dns", "info")
def name_differs_in_dns(design: Design) -> Iterator[Hit]:
    """A node has a name that DNS does not take, and is called otherwise there.

    Why: Slurm, the subnet manager and the labels say the one name, DNS the other.
    Example: The name template ``gpu_{n:03}``: node ``gpu_001`` is ``gpu-001`` in DNS.
    Fix: Use letters, digits and hyphens in the name template.
    Source: RFC 1123, section 2.1.
    """
    for node in design.nodes():
        name = node.path.replace("/", "-").lower()
        for one in design.interfaces_of.get(node.path, ()):
            label = one.hostname.partition(".")[0]
            if not label.startswith(name):
                yield Hit(
                    paths=(node.path,),
                    message=f"{node.path} is called {label} in DNS",
                    fix="use letters, digits and hyphens in the name template",
                    measured=label,
                    limit=name,
                )
                break


ADR = (
    networks_overlap,
    vlan_twice,
    name_too_long,
    address_twice,
    mac_twice,
    guid_twice,
    too_few_addresses_kept,
    network_too_small,
)
"""Rules of this module, in order; that about the delivery list comes last of its family."""

ADR_HYGIENE = (mac_is_missing, name_differs_in_dns)
