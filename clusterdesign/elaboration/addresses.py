"""Phase of the address plan: networks, and an interface with its addresses and its name for every device."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network
from typing import Literal

from clusterdesign.design.interface_names import PORT_0, fabric_interface, fabric_ordinal
from clusterdesign.design.records import Fabric, Interface, ManagedHost, Network, Premise, Trouble
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.managed import PER_ROLE, ROLES
from clusterdesign.elaboration.numbering import PORTS, Spot, node_spots, offset, spots
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Addressing, RailSubnets, Subnet
from clusterdesign.names import natural_key
from clusterdesign.parts import Caged

_OTHER = re.compile(r"[^a-z0-9-]+")
_SUBNET = {"oob": 0x10, "inband": 0x20, "services": 0x30, "storage": 0x3200, "compute": 0x4800}
"""Numbers of the /64 networks in the prefix of the site; rails count up from theirs."""

_LEASED = frozenset({"dns", "provision"})
"""Managed hosts that hand out addresses, in every network that asks for one."""

_LABEL = 63
"""Longest label of a name in DNS (RFC 1035, section 2.3.4)."""

_GROUP = 1 << 16
"""Numbers that one group of an IPv6 address holds."""

_IPOIB_HEAD = 4
"""Bytes that IPoIB takes from a frame of the fabric (RFC 4391)."""


def add_addresses(draft: Draft) -> None:
    """Add the networks, and an interface for every management port, in-band port, fabric port and managed host.

    Raises:
        DesignError: two devices would have one name in DNS.
    """
    plan = _Plan(draft)
    plan.management()
    plan.inband()
    plan.fabrics()
    plan.hosts()
    plan.finish()


@dataclass
class _Uncut:
    """A prefix that has been cut into fewer networks than there are rails.

    Attributes:
        rails: rails that ask for a network.
        ports: ports whose rail has none, by device.
    """

    rails: int = 0
    ports: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class _Open:
    """A network in the making.

    Attributes:
        highest: highest number that a device asks for.
        lacking: devices that its blocks have no room for.
        beyond: devices whose number lies outside its prefix.
        nodes: whether GPU nodes have addresses in it.
    """

    record: Network
    taken: dict[int, str] = field(default_factory=dict)
    highest: int = 1
    lacking: list[tuple[str, Spot]] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    nodes: bool = False

    def __post_init__(self) -> None:
        prefix = IPv4Network(self.record.ipv4)
        self.size = prefix.num_addresses
        self._base4 = int(prefix.network_address)
        self._base6 = IPv6Network(self.record.ipv6).network_address if self.record.ipv6 else None
        text = str(self._base6 or "")
        # The text of a small number after zeros is the text of the zeros with the number behind it.
        self._head6 = text if text.endswith("::") and not text.startswith(("::", "0:")) else ""

    def addresses(self, number: int) -> tuple[str, str]:
        """Return both addresses of a number; written by hand, since there are many."""
        whole = self._base4 + number
        ipv4 = f"{whole >> 24}.{whole >> 16 & 255}.{whole >> 8 & 255}.{whole & 255}"
        if self._base6 is None:
            return ipv4, ""
        if self._head6 and number < _GROUP:
            return ipv4, f"{self._head6}{number:x}"
        return ipv4, str(self._base6 + number)


class _Plan:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._policy: Addressing = draft.cluster.addressing
        self._spots = dict(spots(draft))
        self._numbers = {path: offset(self._policy.reserve, spot) for path, spot in self._spots.items()}
        self._labels: dict[str, str] = {}
        self._open: dict[str, _Open] = {}
        self._rails: dict[tuple[str, int], _Open | None] = {}
        self._uncut: dict[Literal["storage", "compute"], _Uncut] = {}
        self._crowded: dict[str, list[str]] = {}
        self._turns = 0
        self._names: dict[str, str] = {}
        self.domain = self._policy.domain or f"{host_label(draft.cluster.name)[:_LABEL].strip('-')}.internal"

    @cached_property
    def _site6(self) -> IPv6Network | None:
        if self._policy.ipv6 == "":
            return None
        if self._policy.ipv6 is not None:
            return IPv6Network(self._policy.ipv6)
        digest = hashlib.sha256(self._draft.cluster.name.encode()).digest()
        return IPv6Network((bytes([0xFD]) + digest[:5] + bytes(10), 48))

    # -- networks ---------------------------------------------------------------------------------------------

    def _subnet(self, role: str) -> _Open:
        """Return a network of one prefix, opened when it is first asked for."""
        if role not in self._open:
            subnet: Subnet = getattr(self._policy, role)
            ipv6 = self._slice6(_SUBNET[role]) if subnet.ipv6 is None else subnet.ipv6
            first4 = str(IPv4Network(subnet.ipv4)[1])
            first6 = str(IPv6Network(ipv6)[1]) if ipv6 else ""
            self._open[role] = _Open(
                Network(
                    name=role,
                    role=role,  # type: ignore[arg-type]  # one of the names in the policy
                    vlan=subnet.vlan,
                    ipv4=subnet.ipv4,
                    ipv6=ipv6,
                    gateway4=first4 if subnet.gateway4 is None else subnet.gateway4,
                    gateway6=first6 if subnet.gateway6 is None else subnet.gateway6,
                    mtu=subnet.mtu,
                    domain=subnet.domain or self.domain,
                )
            )
        return self._open[role]

    def _rail(self, fabric: Fabric, rail: int) -> _Open | None:
        """Return the network of a rail of a fabric, opened when it is first asked for; None beyond the last."""
        key = (fabric.name, rail)
        if key not in self._rails:
            self._rails[key] = self._open_rail(fabric, rail)
        return self._rails[key]

    def _open_rail(self, fabric: Fabric, rail: int) -> _Open | None:
        role = _rail_role(fabric)
        policy = self._rail_policy(role)
        if rail > policy.rails:
            return None
        name, infiniband = f"{role}-{rail}", fabric.protocol == "infiniband"
        if name not in self._open:
            self._open[name] = _Open(
                Network(
                    name=name,
                    role="infiniband" if infiniband and role == "compute" else role,
                    vlan=None if infiniband else policy.vlan + rail - 1,
                    ipv4=str(policy.rail(rail - 1)),
                    ipv6=self._slice6(_SUBNET[role] + rail),
                    gateway4="",
                    gateway6="",
                    mtu=fabric.mtu - _IPOIB_HEAD if infiniband else policy.mtu,
                    domain=policy.domain or self.domain,
                )
            )
        return self._open[name]

    def _rail_policy(self, role: Literal["storage", "compute"]) -> RailSubnets:
        return self._policy.storage if role == "storage" else self._policy.compute

    def _slice6(self, number: int) -> str:
        site = self._site6
        return "" if site is None else str(IPv6Network((int(site.network_address) + (number << 64), 64)))

    # -- interfaces -------------------------------------------------------------------------------------------

    def management(self) -> None:
        """Give every management port an address, and a row for its GUID to an InfiniBand switch that has none."""
        infiniband = {fabric.name for fabric in self._draft.builder.fabrics if fabric.protocol == "infiniband"}
        for device in self._draft.builder.devices.values():
            part = self._draft.builder.parts[device.part]
            # Data sheets of PDUs and CDUs seldom state their port, and none that reports comes without.
            site = device.kind in {"pdu", "cdu"}
            if site or (isinstance(part, Caged) and part.ports("oob")):
                name = "mgmt" if site or device.kind == "switch" else "bmc"
                self._add(device.path, name, self._subnet("oob"))
            elif device.kind == "switch" and device.fabric in infiniband:
                self._draft.builder.interfaces.append(Interface(device.path, PORT_0, "", "", "", ""))

    def inband(self) -> None:
        """Give every node and server an in-band address: on the bond of its ports, else on a port of the platform."""
        for device in self._draft.builder.devices.values():
            if device.kind not in {"node", "server"}:
                continue
            part = self._draft.builder.parts[device.part]
            bonded = isinstance(part, Caged) and len(part.ports("inband")) > 1
            self._add(device.path, "bond0" if bonded else "eth0", self._subnet("inband"))

    def fabrics(self) -> None:
        """Give every linked fabric port of nodes, boxes and managers an address in the network of its rail."""
        builder = self._draft.builder
        records = {fabric.name: fabric for fabric in builder.fabrics if fabric.node_role in {"compute", "storage"}}
        for link in builder.links.values():
            fabric = records.get(link.fabric)
            device = builder.devices[link.a.device]
            if fabric is None or device.kind == "switch":
                continue
            part = builder.parts[device.part]
            name = fabric_interface(fabric, device, part, link.a.port)
            ordinal = fabric_ordinal(device, part, link.a.port)
            rails = max(fabric.rails, 1)
            turn, rail = divmod(ordinal, rails)
            network = self._rail(fabric, rail + 1)
            if network is None:
                uncut = self._uncut.setdefault(_rail_role(fabric), _Uncut())
                uncut.rails = max(uncut.rails, rail + 1)
                uncut.ports.setdefault(device.path, []).append(name)
            if device.kind != "node" and turn >= PORTS:
                self._crowded.setdefault(device.path, []).append(name)
                self._turns = max(self._turns, turn + 1)
                network = None
            self._add(device.path, name, network, turn)

    def hosts(self) -> None:
        """Give every managed host an address among the services, and in the networks whose addresses it leases."""
        for host in self._draft.builder.managed_hosts.values():
            spot = self._spots[host.path] = _host_spot(host)
            self._numbers[host.path] = offset(self._policy.reserve, spot)
            self._add(host.path, "eth0", self._subnet("services"))
            if host.role in _LEASED:
                self._add(host.path, "eth1", self._subnet("oob"))
                self._add(host.path, "eth2", self._subnet("inband"))

    def _add(self, path: str, name: str, network: _Open | None, turn: int = 0) -> None:
        ipv4 = ipv6 = ""
        domain = self.domain
        if network is not None:
            domain = network.record.domain
            ipv4, ipv6 = self._addresses(network, path, turn)
        hostname = f"{self._label(path, name)}.{domain}"
        owner = self._names.setdefault(hostname, path)
        if owner != path:
            raise DesignError(
                f"{owner} and {path} have the same name in DNS, {hostname}",
                thing=path,
                fix="rename one of them so that the names differ by more than case and punctuation",
            )
        self._draft.builder.interfaces.append(
            Interface(path, name, network.record.name if network else "", ipv4, ipv6, hostname)
        )

    def _addresses(self, network: _Open, path: str, turn: int) -> tuple[str, str]:
        number, spot = self._numbers.get(path), self._spots.get(path)
        if turn and spot is not None:
            spot = replace(spot, index=spot.index + turn)
            number = offset(self._policy.reserve, spot)
        if spot is None:
            return "", ""
        if number is None or number in network.taken:
            network.lacking.append((path, spot))
            return "", ""
        network.taken[number] = path
        network.nodes = network.nodes or spot.block == "nodes"
        network.highest = max(network.highest, number)
        if number >= network.size - 1:
            network.beyond.append(path)
            return "", ""
        return network.addresses(number)

    def _label(self, path: str, name: str) -> str:
        """Return the host name of an interface: that of the device where it is the one the device is called by."""
        label = self._labels.get(path)
        if label is None:
            hosts = self._draft.builder.managed_hosts
            label = self._labels[path] = host_label(hosts[path].name if path in hosts else path)
        return label if name in {"bond0", "eth0", "mgmt"} else f"{label}-{name}"

    # -- what is left to say ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Write the networks down, what they have no room for, and which of their values nobody declared."""
        order = [*_SUBNET]
        for name in sorted(self._open, key=lambda name: (order.index(name.split("-")[0]), natural_key(name))):
            network = self._open[name]
            self._draft.builder.networks[name] = network.record
            self._say_short(network)
        for role, uncut in sorted(self._uncut.items()):
            self._draft.builder.trouble(self._too_few_cuts(role, uncut))
        if self._crowded:
            self._draft.builder.trouble(self._too_many_ports())
        self._state_premises()

    def _say_short(self, network: _Open) -> None:
        """Report addresses that the network lacks, now or when the cluster has grown."""
        draft, reserve, name = self._draft, self._policy.reserve, network.record.name
        lacking, highest = list(network.lacking), network.highest
        last = ""
        if network.nodes and draft.seating.grow_to > draft.seating.total:
            for path, spot in node_spots(draft, draft.seating.grow_to):
                number = offset(reserve, spot)
                if number is None and path not in self._draft.builder.devices:
                    lacking.append((path, spot))
                elif number is not None and number > highest:
                    highest, last = number, path
        if lacking:
            path, spot = lacking[0]
            size: int = getattr(reserve, spot.block)
            more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
            draft.builder.trouble(
                Trouble(
                    "ADR101",
                    f"network/{name}",
                    f"keeps {size} addresses for {spot.block}, which is too few for {path}{more}",
                    f"keep more with addressing=Addressing(reserve=Reserve({spot.block}=...))",
                    f"{size} addresses",
                    _needed(lacking),
                )
            )
        if highest >= network.size - 1:
            draft.builder.trouble(self._too_small(network, highest, last))

    def _too_small(self, network: _Open, highest: int, last: str) -> Trouble:
        length = 32 - (highest + 1).bit_length()
        record = network.record
        without = network.beyond
        if not without:
            who = f"{last}, which grow_to={self._draft.seating.grow_to} asks for, would have no address in it"
        elif len(without) == 1:
            who = f"{without[0]} has no address in it"
        else:
            who = f"{len(without)} devices have no address in it, {without[0]} the first of them"
        return Trouble(
            "ADR102",
            f"network/{record.name}",
            f"{record.ipv4} is too small: {who}",
            f"give it a prefix of /{length} or shorter, or keep fewer addresses with Reserve(...)",
            f"{network.size} addresses",
            f"{1 << 32 - length} addresses",
        )

    def _too_few_cuts(self, role: Literal["storage", "compute"], uncut: _Uncut) -> Trouble:
        policy = self._rail_policy(role)
        there = f"{policy.rails} network{'s' if policy.rails > 1 else ''}"
        path, ports = next(iter(uncut.ports.items()))
        more = f" and of {len(uncut.ports) - 1} more" if len(uncut.ports) > 1 else ""
        has = "has" if len(ports) == 1 and not more else "have"
        return Trouble(
            "ADR102",
            f"network/{role}",
            f"{policy.ipv4} is too small: it is cut into {there} of /{policy.each}, and {uncut.rails} rails need one "
            f"each; {', '.join(sorted(ports, key=natural_key))} of {path}{more} {has} no address",
            f"give {role}=RailSubnets(...) a prefix of /{policy.each - (uncut.rails - 1).bit_length()} or shorter, or "
            f"smaller networks with each=",
            there,
            f"{uncut.rails} networks",
        )

    def _too_many_ports(self) -> Trouble:
        path, ports = next(iter(self._crowded.items()))
        more = f" and those of {len(self._crowded) - 1} more" if len(self._crowded) > 1 else ""
        return Trouble(
            "ADR101",
            path,
            f"the plan keeps {PORTS} addresses for a box or manager in one network; {', '.join(ports)}{more} have none",
            "take boxes with fewer ports, and more of them",
            f"{PORTS} addresses",
            f"{self._turns} addresses",
        )

    def _state_premises(self) -> None:
        declared, premises = self._policy.model_fields_set, self._draft.builder.premises
        if "domain" not in declared:
            because = "internal is reserved for private use (ICANN, 2024)"
            premises.append(Premise("network", "domain", self.domain, because))
        if "ipv6" not in declared and self._site6 is not None:
            because = "unique local prefix (RFC 4193) that follows from the name of the cluster"
            premises.append(Premise("network", "ipv6", str(self._site6), because))
        for name, network in self._open.items():
            role = name.split("-")[0]
            if role not in declared:
                vlan = "" if network.record.vlan is None else f", VLAN {network.record.vlan}"
                because = "private prefix (RFC 1918)"
                premises.append(Premise(f"network/{name}", "prefix", f"{network.record.ipv4}{vlan}", because))


def _rail_role(fabric: Fabric) -> Literal["storage", "compute"]:
    return "storage" if fabric.node_role == "storage" else "compute"


def host_label(path: str) -> str:
    """Return a path as a host name: lower case, what a host name cannot hold replaced by ``-`` (RFC 1123)."""
    return _OTHER.sub("-", path.lower()).strip("-")


def _needed(lacking: list[tuple[str, Spot]]) -> str:
    return f"{max(spot.index for _, spot in lacking) + 1} addresses"


def _host_spot(host: ManagedHost) -> Spot:
    """Return the spot of a managed host: by its role and its number among the hosts of the role."""
    number = int(host.name.rpartition("-")[2]) - 1
    return Spot("hosts", ROLES.index(host.role) * PER_ROLE + number)
