"""Records of the design graph: frozen, small, many. Positions, identities and connections; never policy.

Every record that is a component has a ``path``, its identity. References between records are paths.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from clusterdesign.design.quick import quick
from clusterdesign.units import Current, Data, Flow, Length, Power, Pressure, Rate, Temperature, Voltage

DeviceKind: TypeAlias = Literal["node", "server", "switch", "appliance", "storage", "pdu", "cdu"]
"""``node`` is a GPU node; every other server is a ``server``."""

Tier: TypeAlias = Literal[
    "node-leaf",
    "leaf-spine",
    "spine-core",
    "manager-leaf",
    "storage-leaf",
    "node-switch",
    "oob",
    "oob-uplink",
    "inband",
]
"""Between what a link runs. ``node-switch``: a fabric of one switch has no tiers."""

Role: TypeAlias = Literal[
    "node", "leaf", "spine", "core", "single", "manager", "storage", "service", "oob", "inband", "pdu", "cdu"
]


RackRole: TypeAlias = Literal["compute", "network", "mixed"]


@quick
@dataclass(frozen=True, slots=True)
class Device:
    """A component that stands in a rack and has cages: a node, a switch, an appliance, a PDU, a CDU.

    Attributes:
        path: identity, ``gpu/017`` or ``compute/leaf/su1-r3``.
        part: id of its part.
        role: what it does in its fabric.
        fabric: the fabric it belongs to; empty for nodes and site equipment.
        unit: 1-based scalable unit; None outside units.
        rail: 1-based rail of a leaf; None elsewhere.
        index: 0-based position among its equals: node k of the cluster, spine k of the pod.
        pod: 1-based pod of a leaf or spine on three levels; None elsewhere.
    """

    path: str
    kind: DeviceKind
    part: str
    role: Role
    fabric: str = ""
    unit: int | None = None
    rail: int | None = None
    index: int = 0
    pod: int | None = None

    def with_part(self, part: str) -> Device:
        """Return the same device with another part."""
        return replace(self, part=part)


@dataclass(frozen=True, slots=True)
class Rack:
    """A rack on the floor.

    Attributes:
        path: ``rack/A05``.
        x, y: position of its front left corner along the row and across the rows.
        role: what stands in it; for the naming of sheets only.
        power_limit: what may be drawn in it; None where it is not declared.
        floor_limit: what the floor below it bears, in pascal; None where it is not declared.
        top_free: rack units at its top that are kept free for cables.
        dead_end: whether the aisles of its row are closed at one end; None where nobody said.
    """

    path: str
    part: str
    row: int
    column: int
    x: Length
    y: Length
    role: RackRole
    power_limit: Power | None = None
    floor_limit: Pressure | None = None
    top_free: int = 0
    dead_end: bool | None = None


@quick
@dataclass(frozen=True, slots=True)
class Placement:
    """Where a device stands.

    Attributes:
        u: lowest rack unit occupied, counted from 1 at the bottom; 0 for devices beside the equipment.
        height_u: rack units occupied.
        face: where its connectors are.
    """

    device: str
    rack: str
    u: int
    height_u: int
    face: Literal["front", "rear"] = "rear"


class PortRef(NamedTuple):
    """A port of a device, by its front-panel name.

    A named tuple, since these are keys of many mappings: a dataclass takes twice as long to hash.
    """

    device: str
    port: str

    def __str__(self) -> str:
        return f"{self.device}:{self.port}"


@quick
@dataclass(frozen=True, slots=True)
class Link:
    """A logical port-to-port pair.

    Attributes:
        path: ``link/<device>:<port>`` of end ``a``.
        a, b: lower tier first (node before leaf, leaf before spine).
        rail: rail it belongs to; None on tiers without rails.
    """

    path: str
    fabric: str
    tier: Tier
    a: PortRef
    b: PortRef
    speed: Rate
    rail: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Transceiver:
    """A module in a cage.

    Attributes:
        path: ``transceiver/<device>:<cage>``.
    """

    path: str
    part: str
    device: str
    cage: str


@quick
@dataclass(frozen=True, slots=True)
class End:
    """One end of a bought cable.

    Attributes:
        device, cage: the cage it goes to; both empty for a tail that is parked for later growth.
        connector: 0-based fibre connector of the transceiver in the cage; None when the cable's own plug
            fills the cage.
        ports: the ports whose links this end carries, in link order.
    """

    device: str
    cage: str
    connector: int | None
    ports: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class Cable:
    """A bought cable, once, with all its ends.

    Attributes:
        path: ``cable/<device>:<cage or port>`` of its first end.
        part: cable or fibre part.
        part_number: what is ordered, length included; empty where it is unknown.
        length: bought length.
        run: length of the path it must cover, slack not included.
        links: paths of the links it carries, in the order of its wiring.
        why: the reason for this choice, one line.
        route: path of the route it takes; empty within a rack.
    """

    path: str
    part: str
    part_number: str
    length: Length
    run: Length
    ends: tuple[End, ...]
    links: tuple[str, ...]
    fabric: str
    tier: Tier
    why: str
    route: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    """A piece of cable tray between two neighbouring points.

    Attributes:
        path: ``tray/A05-A06``.
        width, depth: usable cross-section.
        fill_warning, fill_error: share of the cross-section that cables may fill.
    """

    path: str
    length: Length
    width: Length
    depth: Length
    fill_warning: float
    fill_error: float


@quick
@dataclass(frozen=True, slots=True)
class Route:
    """The way of cables between two racks.

    Attributes:
        path: ``route/A05-B10``; the racks in natural order.
        length: along the trays, without the way up and down.
        trays: paths of the pieces of tray it passes, in order.
    """

    path: str
    a: str
    b: str
    length: Length
    trays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feed:
    """A supply path of the site: A, B, C.

    Attributes:
        path: ``feed/A``.
        practice: NEC loads a breaker continuously to 80 % of its rating, IEC to its rating.
        voltage: between two phases, or of the one phase; None for what the PDUs are made for.
        power_factor: of everything that hangs on it.
        breaker: of the circuit of each PDU, per phase; None for the rating of the PDU.
        capacity: what the whole path carries; None where it is not declared.
        upstream: what it comes from, the nearest first: board, UPS, generator; empty where it is not declared.
    """

    path: str
    practice: Literal["NEC", "IEC"] = "IEC"
    voltage: Voltage | None = None
    power_factor: float = 0.95
    breaker: Current | None = None
    capacity: Power | None = None
    upstream: tuple[str, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Cord:
    """A power cord from one supply of a device to a PDU.

    Attributes:
        path: ``cord/<device>:psu<n>``.
        supply: 1-based supply of the device.
        pdu: path of the PDU, or of the feed where the supply is wired to it without one.
        outlet: name of the outlet of the PDU; empty where its outlets are not published.
        part: the cord that is bought; empty where it comes with the device, or none is chosen.
        length: of the cord, bought or delivered; None where it is not known.
    """

    path: str
    device: str
    supply: int
    pdu: str
    outlet: str = ""
    part: str = ""
    length: Length | None = None

    def with_part(self, part: str, length: Length | None) -> Cord:
        """Return the same cord with its part and its length."""
        return Cord(self.path, self.device, self.supply, self.pdu, self.outlet, part, length)


@quick
@dataclass(frozen=True, slots=True)
class PduFeed:
    """A PDU hangs on a feed."""

    pdu: str
    feed: str


@quick
@dataclass(frozen=True, slots=True)
class HeatPath:
    """Where a device's heat goes.

    Attributes:
        sink: path of a loop, or ``air``.
        share: share of the heat that takes this path, 0 to 1; None while the datasheet value is unknown.
    """

    device: str
    sink: str
    share: float | None


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of an InfiniBand fabric: only its members talk to each other in it.

    Attributes:
        key: 15 bits of the partition key, 1 to 0x7FFE; 0x7FFF is that of the default partition.
        members: globs over the paths of nodes, servers and storage boxes; all of them are full members.
    """

    name: str
    key: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hall:
    """The air that the cluster stands in.

    Attributes:
        path: ``hall/1``.
        inlet: temperature at the inlets of the devices.
        humidity: relative, 0 to 1.
        altitude: above sea level.
        containment: whether cold and hot aisles are closed off; None where nobody said.
        rack_limit: heat that the air may take from one rack; None where it is not declared.
        aisle_supply: air that each cold aisle gets; the last value holds for those that follow. Empty where it is not
            declared.
    """

    path: str
    inlet: Temperature
    humidity: float
    altitude: Length
    containment: bool | None = None
    rack_limit: Power | None = None
    aisle_supply: tuple[Flow, ...] = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """A technology loop: the coolant that passes some CDUs, side by side, and the nodes of some racks.

    Attributes:
        path: ``loop/A05``, or ``loop/row1``.
        cdus: the units, each of which takes an equal share.
        spare: how many of them may fail by declaration.
        coolant: ``pg25`` or ``water``.
        rise: temperature rise of the coolant at full load, K.
        facility: supply temperature of the facility water; None where it is not declared.
        supply: supply temperature of the loop; None where neither it nor what it follows from is known.
    """

    path: str
    cdus: tuple[str, ...]
    spare: int
    coolant: Literal["pg25", "water"]
    rise: float
    facility: Temperature | None = None
    supply: Temperature | None = None


@dataclass(frozen=True, slots=True)
class Fitting:
    """Small parts bought for a place: hoses, disconnects, manifolds, coolant, doors, blanking panels, cords.

    Attributes:
        path: ``hoses/gpu/017``, ``panels/A05``.
        at: the rack, loop or device that they are for.
        quantity: how many.
        why: from what the number follows.
    """

    path: str
    part: str
    at: str
    quantity: int
    why: str


@dataclass(frozen=True, slots=True)
class Fabric:
    """What a fabric was declared to be: the yardstick of the rules, which read the truth off the cables.

    Attributes:
        name: first segment of its switches' paths.
        protocol: ``infiniband`` or ``ethernet``.
        levels: 1 for a single switch, 2 for leaf and spine, 3 with cores, 0 for a management network.
        rails: highest number of a rail, which is how many there are unless the nodes leave one out.
        nodes_per_unit: node positions of a scalable unit.
        taper_down, taper_up: declared ratio of down to up capacity at a leaf, in lowest terms.
        grow_to: number of nodes it reserves ports for.
        node_role: role of the node ports it connects.
        spine_taper_down, spine_taper_up: declared ratio of down to up capacity at a spine, on three levels.
        mtu: MTU that the subnet manager is told to use, in bytes.
        by_rail: whether adapter r of every node of a unit ends on the same leaf.
        slack: share that the cabling policy adds to every run.
        switch_manager: whether the subnet manager is declared to run on managed switches.
        partitions: declared partitions beside the default one, which everybody is a member of.
    """

    name: str
    protocol: Literal["infiniband", "ethernet"]
    levels: int
    rails: int
    nodes_per_unit: int
    taper_down: int = 1
    taper_up: int = 1
    grow_to: int = 0
    node_role: str = "compute"
    spine_taper_down: int = 1
    spine_taper_up: int = 1
    mtu: int = 4096
    by_rail: bool = True
    slack: float = 0.1
    switch_manager: bool = False
    partitions: tuple[Partition, ...] = ()


@dataclass(frozen=True, slots=True)
class StorageSystem:
    """A shared file system: what it is made of and what is asked of it.

    Attributes:
        path: ``storage/<name>``.
        product: file system, as declared.
        tier: hot, warm or cold.
        fabric: fabric it is joined to.
        boxes: paths of its boxes.
        usable: share of the raw capacity left after protection.
        capacity, read, write: what is asked of it in all; None where nothing is.
        node_read, node_write: what one node is to read and write while all do; None where nothing is asked.
    """

    path: str
    product: str
    tier: Literal["hot", "warm", "cold"]
    fabric: str
    boxes: tuple[str, ...]
    usable: float
    capacity: Data | None = None
    read: Rate | None = None
    write: Rate | None = None
    node_read: Rate | None = None
    node_write: Rate | None = None


@dataclass(frozen=True, slots=True)
class Deviation:
    """A declared exception to the pattern, printed on the Deviations sheet.

    Attributes:
        where: selector or path as the designer wrote it.
        changed: paths of what it changed; empty when it matched nothing or changed nothing, which is a finding.
        matched: how many components it matched.
    """

    kind: Literal["override", "pin"]
    where: str
    what: str
    because: str
    matched: int
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waiver:
    """A declared exception to a rule: findings that somebody has accepted, with the reason.

    Attributes:
        rule: code or name of the rule.
        at: glob over the main path of a finding; ``**`` for all of them.
        until: last day on which it holds, ``2026-09-30``; empty where it has no end.
    """

    rule: str
    at: str
    because: str
    until: str = ""


@dataclass(frozen=True, slots=True)
class OwnLimit:
    """A limit of a rule that the project replaces.

    Attributes:
        limit: ``<code or name of the rule>.<limit>``.
        value: a number, or a quantity as text.
    """

    limit: str
    value: float | str
    because: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in the definition something is declared.

    Attributes:
        about: ``cluster``, ``fabric/<name>``, ``exception/<n>``, ``waiver/<n>``, ``limit/<n>``, or a glob over
            paths (``gpu/*``).
        place: ``<file>:<line>``, the file as seen from the definition.
    """

    about: str
    place: str


@dataclass(frozen=True, slots=True)
class Premise:
    """A number of the site that nobody declared and that the design rests on all the same: a stated default.

    Attributes:
        path: what it is about: a feed, ``air``, a loop.
        field: name of the field of the policy.
        because: where the default comes from.
    """

    path: str
    field: str
    value: str
    because: str


@dataclass(frozen=True, slots=True)
class Reservation:
    """A place that is kept free for a device to come.

    Attributes:
        path: the path that the device will have.
        rack: path of the rack; it need not stand there yet.
        u: lowest rack unit.
        because: what it is kept for.
    """

    path: str
    part: str
    rack: str
    u: int
    height_u: int
    because: str


@dataclass(frozen=True, slots=True)
class Network:
    """An IP network of the address plan.

    Attributes:
        name: ``oob``, ``inband``, ``compute-1`` for the first rail of fabric ``compute``.
        role: what it is for; ``infiniband`` is IPoIB of compute fabrics, ``compute`` their Ethernet counterpart.
        vlan: VLAN; None where there is none, as on InfiniBand.
        ipv4, ipv6: prefix in CIDR notation; empty where the protocol is not used.
        gateway4, gateway6: router; empty where there is none.
        mtu: bytes.
        domain: DNS domain that the names of its interfaces end with.
    """

    name: str
    role: Literal["oob", "inband", "storage", "infiniband", "compute", "services"]
    vlan: int | None
    ipv4: str
    ipv6: str
    gateway4: str
    gateway6: str
    mtu: int
    domain: str


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface with its addresses and its name.

    Attributes:
        device: path of the device or of the managed host.
        name: ``bmc``, ``mgmt``, ``bond0``, ``eth0``, ``ib0``, ``sto0``, ``roce0``; ``port0`` of an InfiniBand switch
            that has no management port.
        network: name of its network; empty for ``port0``, which has a GUID and nothing else.
        ipv4, ipv6: addresses; empty where the network has no room left for it, or does not use the protocol.
        hostname: fully qualified; empty without a network.
        mac: in lower case with colons; empty until delivery.
        guid: 16 hexadecimal digits after ``0x``: of a switch its node GUID, else the GUID of the port; empty until
            delivery and off InfiniBand.
    """

    device: str
    name: str
    network: str
    ipv4: str
    ipv6: str
    hostname: str
    mac: str = ""
    guid: str = ""


@dataclass(frozen=True, slots=True)
class ManagedHost:
    """A host of the management plane: a virtual machine on one of the servers.

    Attributes:
        path: ``host/slurm-1``.
        name: ``slurm-1``, its host name.
        role: ``head``, ``login``, ``slurm``, ``database``, ``provision``, ``dns``, ``subnet-manager``, ``monitor``,
            ``kube``.
        server: path of the server that it runs on; empty where there is none for it.
        group: the pair or triple it belongs to, whose members must not share a server; empty for single hosts.
        vcpus: virtual processors.
    """

    path: str
    name: str
    role: str
    server: str
    group: str
    vcpus: int
    memory: Data
    disk: Data


@quick
@dataclass(frozen=True, slots=True)
class Note:
    """Why a component is as it is: one line, printed by ``explain``."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something elaboration could not do within the declaration; a rule turns it into a finding.

    Attributes:
        code: which rule reports it.
    """

    code: str
    path: str
    what: str
    fix: str
    measured: str = ""
    limit: str = ""


__all__ = [
    "Cable",
    "Cord",
    "Deviation",
    "Device",
    "DeviceKind",
    "End",
    "Fabric",
    "Feed",
    "Fitting",
    "Hall",
    "HeatPath",
    "Interface",
    "Link",
    "Loop",
    "ManagedHost",
    "Network",
    "Note",
    "Origin",
    "OwnLimit",
    "Partition",
    "PduFeed",
    "Placement",
    "PortRef",
    "Premise",
    "Rack",
    "RackRole",
    "Reservation",
    "Role",
    "Route",
    "StorageSystem",
    "Tier",
    "Transceiver",
    "Tray",
    "Trouble",
    "Waiver",
]
