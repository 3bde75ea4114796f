"""The design: a frozen graph of records, the one truth that rules, sheets and exporters read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Literal, TypeAlias, TypeVar

from pydantic import ConfigDict

from clusterdesign.design.printing import Printing
from clusterdesign.design.procurement import Procurement
from clusterdesign.design.records import (
    Cable,
    Cord,
    Deviation,
    Device,
    Fabric,
    Feed,
    Fitting,
    Hall,
    HeatPath,
    Interface,
    Link,
    Loop,
    ManagedHost,
    Network,
    Note,
    Origin,
    OwnLimit,
    PduFeed,
    Placement,
    PortRef,
    Premise,
    Rack,
    Reservation,
    Route,
    StorageSystem,
    Transceiver,
    Tray,
    Trouble,
    Waiver,
)
from clusterdesign.errors import DesignError
from clusterdesign.names import matches, natural_key
from clusterdesign.parts import AnyPart, Cage, Port
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Fibre as FibrePart

Component: TypeAlias = (
    StorageSystem
    | Device
    | Rack
    | Link
    | Transceiver
    | Cable
    | Tray
    | Route
    | Feed
    | Cord
    | Loop
    | Fitting
    | ManagedHost
)
"""Every record that has a path."""

_T = TypeVar("_T")

SCHEMA = 1
"""Version of ``design.json``. A reader refuses a newer one."""


@dataclass(frozen=True)
class Design:
    """A cluster, elaborated. Every tuple is sorted by path in natural order, so equal designs are equal bytes.

    Attributes:
        name: name of the cluster.
        parts: every part in use, by id; the design carries them, so it needs no catalogue to be read.
        premises: numbers of the site that are defaults and not declared.
        reservations: places that are kept free for devices to come.
        networks: IP networks of the address plan.
        interfaces: addresses and names of devices and managed hosts.
        managed_hosts: hosts of the management plane; their interfaces are among ``interfaces``.
        scheduler: ``slurm``, ``kubernetes``, ``hybrid``; empty where no management plane is declared.
        notes: reasons, printed by ``explain``.
        troubles: what elaboration could not do; rules report it.
        waivers: findings that are accepted, with the reason.
        limits: limits of rules that the project replaces.
        printing: paper and labels of the printed documents.
        procurement: spares, lots, terms and money, as declared.
        origins: lines of the definition, for reports. Moving a line does not change a cluster: they are no part of
            equality and not written to ``design.json``.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    """For the reader of ``design.json``, records included: a field that nothing reads is a fault."""

    name: str
    parts: Mapping[str, AnyPart]
    fabrics: tuple[Fabric, ...] = ()
    devices: tuple[Device, ...] = ()
    racks: tuple[Rack, ...] = ()
    placements: tuple[Placement, ...] = ()
    links: tuple[Link, ...] = ()
    transceivers: tuple[Transceiver, ...] = ()
    cables: tuple[Cable, ...] = ()
    trays: tuple[Tray, ...] = ()
    routes: tuple[Route, ...] = ()
    feeds: tuple[Feed, ...] = ()
    pdu_feeds: tuple[PduFeed, ...] = ()
    cords: tuple[Cord, ...] = ()
    heat: tuple[HeatPath, ...] = ()
    halls: tuple[Hall, ...] = ()
    loops: tuple[Loop, ...] = ()
    fittings: tuple[Fitting, ...] = ()
    premises: tuple[Premise, ...] = ()
    reservations: tuple[Reservation, ...] = ()
    storage: tuple[StorageSystem, ...] = ()
    networks: tuple[Network, ...] = ()
    interfaces: tuple[Interface, ...] = ()
    managed_hosts: tuple[ManagedHost, ...] = ()
    scheduler: Literal["", "slurm", "kubernetes", "hybrid"] = ""
    deviations: tuple[Deviation, ...] = ()
    notes: tuple[Note, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    limits: tuple[OwnLimit, ...] = ()
    origins: tuple[Origin, ...] = field(default=(), compare=False)
    printing: Printing = field(default_factory=Printing)
    procurement: Procurement = field(default_factory=Procurement)
    schema: int = field(default=SCHEMA)

    @cached_property
    def device(self) -> Mapping[str, Device]:
        """Devices by path."""
        return MappingProxyType({device.path: device for device in self.devices})

    @cached_property
    def rack(self) -> Mapping[str, Rack]:
        """Racks by path."""
        return MappingProxyType({rack.path: rack for rack in self.racks})

    @cached_property
    def placement(self) -> Mapping[str, Placement]:
        """Placement by device path; devices without one are not placed."""
        return MappingProxyType({placement.device: placement for placement in self.placements})

    @cached_property
    def link(self) -> Mapping[str, Link]:
        """Links by path."""
        return MappingProxyType({link.path: link for link in self.links})

    @cached_property
    def link_at(self) -> Mapping[PortRef, Link]:
        """Link by either of its ports. Where a faulty design uses a port twice, the last one."""
        found = {}
        for link in self.links:
            found[link.a] = link
            found[link.b] = link
        return MappingProxyType(found)

    @cached_property
    def cable_of(self) -> Mapping[str, Cable]:
        """Cable by the path of a link it carries."""
        return MappingProxyType({link: cable for cable in self.cables for link in cable.links})

    @cached_property
    def transceiver_in(self) -> Mapping[tuple[str, str], Transceiver]:
        """Transceiver by device path and cage name."""
        return MappingProxyType({(module.device, module.cage): module for module in self.transceivers})

    @cached_property
    def route(self) -> Mapping[str, Route]:
        """Routes by path."""
        return MappingProxyType({route.path: route for route in self.routes})

    @cached_property
    def network(self) -> Mapping[str, Network]:
        """IP networks by name."""
        return MappingProxyType({network.name: network for network in self.networks})

    @cached_property
    def interfaces_of(self) -> Mapping[str, tuple[Interface, ...]]:
        """Interfaces by the path of their device or managed host; devices without one are left out."""
        found: dict[str, list[Interface]] = {}
        for interface in self.interfaces:
            found.setdefault(interface.device, []).append(interface)
        return MappingProxyType({path: tuple(interfaces) for path, interfaces in found.items()})

    @cached_property
    def interface(self) -> Mapping[tuple[str, str], Interface]:
        """Interfaces by the path of their device and their name."""
        return MappingProxyType({(one.device, one.name): one for one in self.interfaces})

    @cached_property
    def managed_host(self) -> Mapping[str, ManagedHost]:
        """Managed hosts by path."""
        return MappingProxyType({host.path: host for host in self.managed_hosts})

    @cached_property
    def fabric(self) -> Mapping[str, Fabric]:
        """Fabrics by name."""
        return MappingProxyType({fabric.name: fabric for fabric in self.fabrics})

    @cached_property
    def note(self) -> Mapping[str, tuple[str, ...]]:
        """Reasons by path."""
        found: dict[str, list[str]] = {}
        for note in self.notes:
            found.setdefault(note.path, []).append(note.text)
        return MappingProxyType({path: tuple(texts) for path, texts in found.items()})

    @cached_property
    def component(self) -> Mapping[str, Component]:
        """Every component by path."""
        found: dict[str, Component] = {}
        for group in (
            self.devices,
            self.racks,
            self.links,
            self.transceivers,
            self.cables,
            self.trays,
            self.routes,
            self.storage,
            self.feeds,
            self.cords,
            self.loops,
            self.fittings,
            self.managed_hosts,
        ):
            for record in group:
                found[record.path] = record
        return MappingProxyType(found)

    def part_of(self, record: Device | Rack | Transceiver | Cable) -> AnyPart:
        """Return the part of a component."""
        return self.parts[record.part]

    def port(self, ref: PortRef) -> Port | None:
        """Return the port behind a reference, None where the part has no such port."""
        part = self.parts[self.device[ref.device].part]
        named: Mapping[str, Port] = getattr(part, "port_named", {})
        return named.get(ref.port)

    def cage(self, ref: PortRef) -> Cage | None:
        """Return the cage that holds a port, None where the part has no such port."""
        part = self.parts[self.device[ref.device].part]
        cages: Mapping[str, Cage] = getattr(part, "cage_of", {})
        return cages.get(ref.port)

    def cable_part(self, cable: Cable) -> CablePart | FibrePart:
        """Return the part of a cable.

        Raises:
            DesignError: its part is not a cable.
        """
        part = self.parts[cable.part]
        if not isinstance(part, CablePart | FibrePart):
            raise DesignError(f"{cable.part} is not a cable", thing=cable.path, fix="give it a cable or fibre part")
        return part

    def find(self, glob: str) -> tuple[Component, ...]:
        """Return the components whose path matches a glob (``gpu/*``, ``compute/leaf/su1-*``), in natural order."""
        return tuple(self.component[path] for path in sorted(self.component, key=natural_key) if matches(glob, path))

    def nodes(self) -> Iterator[Device]:
        """Yield the nodes."""
        return (device for device in self.devices if device.kind == "node")

    def switches(self, fabric: str | None = None) -> Iterator[Device]:
        """Yield the switches, of one fabric if it is named."""
        return (
            device for device in self.devices if device.kind == "switch" and (fabric is None or device.fabric == fabric)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Design):
            return NotImplemented
        return all(getattr(self, f.name) == getattr(other, f.name) for f in fields(self) if f.compare)

    __hash__ = None  # type: ignore[assignment]  # holds mappings
