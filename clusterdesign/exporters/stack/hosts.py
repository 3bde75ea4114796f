"""Managed hosts as virtual machines: on which hypervisor each stands, its addresses and its startup order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_interface

from clusterdesign.design import Design, Interface, ManagedHost, Network
from clusterdesign.errors import DesignError
from clusterdesign.exporters.stack.names import distinct, dns_label
from clusterdesign.subnet import host_name

SHARED = frozenset({"head", "login", "slurm", "database", "provision", "dns", "subnet-manager", "monitor"})
"""Roles that read files from the directory they share, and so follow a cluster that grows without being made anew."""

_ORDER = ("dns", "database", "slurm", "subnet-manager", "kube", "provision", "monitor", "head", "login")


@dataclass(frozen=True, slots=True)
class Nic:
    """A network interface of a virtual machine.

    Attributes:
        addresses: in CIDR notation, IPv4 first.
        gateways: of the same families; empty where there is none.
    """

    name: str
    vlan: int | None
    mtu: int
    addresses: tuple[str, str]
    gateways: tuple[str, str]
    domain: str
    mac: str


def placed(design: Design, hypervisors: Sequence[str] = ()) -> Mapping[str, str]:
    """Return the hypervisor of every managed host by its path.

    A host stands on its server, whose hypervisor has the server's host name. Hosts without a server are dealt over the
    given hypervisors, each group by itself, so that its members part.

    Raises:
        DesignError: members of a group would share a hypervisor, or there is none for a host.
    """
    found: dict[str, str] = {}
    dealt: dict[str, int] = {}
    for host in design.managed_hosts:
        if host.server:
            found[host.path] = dns_label(host_name(host.server))
            continue
        if not hypervisors:
            raise DesignError(
                "runs on no server of the design",
                thing=host.path,
                fix="declare servers=, or set hypervisors in the configuration of the stack",
            )
        # A host alone follows the ones before it, so that they do not all stand on the first hypervisor.
        place = dealt.get(host.group, 0)
        dealt[host.group] = place + 1
        found[host.path] = hypervisors[place % len(hypervisors)]
    _apart(design.managed_hosts, found)
    return found


def _apart(hosts: Sequence[ManagedHost], found: Mapping[str, str]) -> None:
    taken: dict[tuple[str, str], str] = {}
    for host in hosts:
        if not host.group:
            continue
        other = taken.setdefault((host.group, found[host.path]), host.path)
        if other != host.path:
            raise DesignError(
                f"{other} and {host.path} are to fail apart and both run on {found[host.path]}",
                thing=host.group,
                fix="declare more servers, or name more hypervisors in the configuration of the stack",
            )


def unplaced(design: Design) -> bool:
    """Tell whether some host has no server."""
    return any(not host.server for host in design.managed_hosts)


def needs_share(design: Design) -> bool:
    """Tell whether some host reads from the shared directory."""
    return any(host.role in SHARED for host in design.managed_hosts)


def startup_order(host: ManagedHost) -> int:
    """Return when a machine starts after its hypervisor: names and databases before what asks them."""
    return _ORDER.index(host.role) + 1 if host.role in _ORDER else len(_ORDER) + 1


def machine_names(design: Design) -> Mapping[str, str]:
    """Return the name of every machine by the path of its host, a label of RFC 1123.

    Raises:
        DesignError: two hosts would have the same name.
    """
    by_name = distinct((host.name for host in design.managed_hosts), "hosts")
    return {host.path: by_name[host.name] for host in design.managed_hosts}


def nics(design: Design, host: ManagedHost) -> tuple[Nic, ...]:
    """Return the interfaces of a managed host on Ethernet, in the order of the design."""
    networks = {network.name: network for network in design.networks}
    own = (interface for interface in design.interfaces if interface.device == host.path)
    return tuple(
        _nic(interface, networks[interface.network])
        for interface in own
        if networks[interface.network].role != "infiniband"
    )


def address(design: Design, host: ManagedHost) -> str:
    """Return the IPv4 address under which others reach a host, else its IPv6 address; empty where it has none."""
    for nic in nics(design, host):
        for cidr in nic.addresses:
            if cidr:
                return str(ip_interface(cidr).ip)
    return ""


def of_role(design: Design, *roles: str) -> tuple[ManagedHost, ...]:
    """Return the managed hosts of some roles, in the order of the design."""
    return tuple(host for host in design.managed_hosts if host.role in roles)


def _nic(interface: Interface, network: Network) -> Nic:
    return Nic(
        interface.name,
        network.vlan,
        network.mtu,
        (_cidr(interface.ipv4, network.ipv4), _cidr(interface.ipv6, network.ipv6)),
        (network.gateway4 if interface.ipv4 else "", network.gateway6 if interface.ipv6 else ""),
        network.domain,
        interface.mac,
    )


def _cidr(address: str, prefix: str) -> str:
    return f"{address}/{prefix.rsplit('/', 1)[1]}" if address and prefix else ""
