"""Kea's DHCP servers: one subnet for each network, and a reservation for every interface whose MAC is known.

There are no pools: who is not in the design gets no address. Both servers of a pair may run with the same file, since
they have nothing to lend that the other could lend to somebody else.
"""

from __future__ import annotations

import json
from typing import Any

from clusterdesign.design import Design, Network
from clusterdesign.exporters.addresses.plan import LEASE, label, name_servers, reserved, served


def kea4(design: Design) -> str:
    """Return ``kea-dhcp4.conf``; empty where no network is served."""
    servers = ", ".join(one.ipv4 for one in name_servers(design) if one.ipv4)
    subnets = []
    for number, network in served(design):
        options = [
            _option("routers", network.gateway4),
            _option("domain-name-servers", servers),
            _option("domain-name", network.domain),
            _option("domain-search", network.domain),
            _option("interface-mtu", str(network.mtu)),
        ]
        reservations = [
            {"hw-address": one.mac, "ip-address": one.ipv4, "hostname": label(one)}
            for one in reserved(design, network)
            if one.ipv4
        ]
        subnets.append(_subnet(number, network, network.ipv4, options, reservations))
    common = {"interfaces-config": {"interfaces": ["*"], "dhcp-socket-type": "raw"}}
    return _text("Dhcp4", common | {"subnet4": subnets}) if subnets else ""


def kea6(design: Design) -> str:
    """Return ``kea-dhcp6.conf``; empty where no network that is served has an IPv6 prefix.

    Routers announce themselves, so there is no option for one. The MAC of a client is taken from its link-local
    address or its DUID; a relay agent of RFC 6939 states it.
    """
    servers = ", ".join(one.ipv6 for one in name_servers(design) if one.ipv6)
    subnets = []
    for number, network in served(design):
        if not network.ipv6:
            continue
        options = [_option("dns-servers", servers), _option("domain-search", network.domain)]
        reservations = [
            {"hw-address": one.mac, "ip-addresses": [one.ipv6], "hostname": label(one)}
            for one in reserved(design, network)
            if one.ipv6
        ]
        subnets.append(_subnet(number, network, network.ipv6, options, reservations))
    common = {"interfaces-config": {"interfaces": ["*"]}, "mac-sources": ["any"]}
    return _text("Dhcp6", common | {"subnet6": subnets}) if subnets else ""


def _option(name: str, value: str) -> dict[str, str] | None:
    return {"name": name, "data": value} if value else None


def _subnet(
    number: int, network: Network, prefix: str, options: list[dict[str, str] | None], reservations: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "id": number,
        "subnet": prefix,
        "user-context": {"network": network.name} | ({} if network.vlan is None else {"vlan": network.vlan}),
        "option-data": [option for option in options if option is not None],
        "reservations": reservations,
    }


def _text(kind: str, body: dict[str, Any]) -> str:
    shared = {
        "lease-database": {"type": "memfile", "persist": True},
        "valid-lifetime": LEASE,
        "host-reservation-identifiers": ["hw-address"],
        "reservations-global": False,
        "reservations-in-subnet": True,
    }
    subnets = next(key for key in body if key.startswith("subnet"))
    ordered = {key: value for key, value in body.items() if key != subnets} | shared | {subnets: body[subnets]}
    return json.dumps({kind: ordered}, indent=1, ensure_ascii=True) + "\n"
