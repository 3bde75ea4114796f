"""The only writer of a design: refuses a second use of a path, a port or a cage position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

from clusterdesign.design.design import Design
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
from clusterdesign.names import natural_key, natural_ordered
from clusterdesign.parts import AnyPart

_R = TypeVar("_R")


class Builder:
    """Collects records and freezes them into a :class:`Design`.

    What one physical thing can hold once is checked when it is written: a path, a port, a fibre connector or a
    whole cage, a power supply. Everything else is for the rules, which see the finished design.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: dict[str, AnyPart] = {}
        self.devices: dict[str, Device] = {}
        self.racks: dict[str, Rack] = {}
        self.placements: dict[str, Placement] = {}
        self.links: dict[str, Link] = {}
        self.transceivers: dict[str, Transceiver] = {}
        self.cables: dict[str, Cable] = {}
        self.trays: dict[str, Tray] = {}
        self.routes: dict[str, Route] = {}
        self.storage: dict[str, StorageSystem] = {}
        self.feeds: dict[str, Feed] = {}
        self.cords: dict[str, Cord] = {}
        self.fabrics: list[Fabric] = []
        self.pdu_feeds: list[PduFeed] = []
        self.heat: list[HeatPath] = []
        self.halls: list[Hall] = []
        self.loops: dict[str, Loop] = {}
        self.fittings: dict[str, Fitting] = {}
        self.networks: dict[str, Network] = {}
        self.interfaces: list[Interface] = []
        self.managed_hosts: dict[str, ManagedHost] = {}
        self.scheduler: Literal["", "slurm", "kubernetes", "hybrid"] = ""
        self.premises: list[Premise] = []
        self.reservations: list[Reservation] = []
        self.deviations: list[Deviation] = []
        self.notes: list[Note] = []
        self.troubles: list[Trouble] = []
        self.waivers: list[Waiver] = []
        self.limits: list[OwnLimit] = []
        self.origins: list[Origin] = []
        self.printing = Printing()
        self.procurement = Procurement()
        self._paths: set[str] = set()
        self._ports: dict[PortRef, str] = {}
        # By cage its module and the first of its cables; and the cable at each connector, None for a plug of its own.
        self._modules: dict[tuple[str, str], str] = {}
        self._cabled: dict[tuple[str, str], str] = {}
        self._plugs: dict[tuple[str, str, int | None], str] = {}

    def use_part(self, part: AnyPart) -> str:
        """Add a part to the design and return its id.

        Raises:
            DesignError: another part with the same id is in use.
        """
        known = self.parts.setdefault(part.id, part)
        if known is not part and known != part:
            raise DesignError(
                "two different parts have this id", thing=part.id, fix="give the changed part an id of its own"
            )
        return part.id

    def add_device(self, device: Device, part: AnyPart) -> Device:
        """Add a device.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(device.path)
        self.use_part(part)
        self.devices[device.path] = device
        return device

    def add_rack(self, rack: Rack, part: AnyPart) -> Rack:
        """Add a rack.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(rack.path)
        self.use_part(part)
        self.racks[rack.path] = rack
        return rack

    def place(self, placement: Placement) -> None:
        """Place a device. Overlaps are for the rules; a device in two places is refused.

        Raises:
            DesignError: the device is placed already.
        """
        if placement.device in self.placements:
            raise DesignError(
                f"is placed twice, in {self.placements[placement.device].rack} and {placement.rack}",
                thing=placement.device,
                fix="place it once",
            )
        self.placements[placement.device] = placement

    def connect(self, link: Link) -> Link:
        """Add a link.

        Raises:
            DesignError: its path or one of its ports is in use, or its ends are the same port.
        """
        if link.a == link.b:
            raise DesignError("a port is linked to itself", thing=str(link.a), fix="link two different ports")
        for port in (link.a, link.b):
            other = self._ports.get(port)
            if other is not None:
                raise DesignError(
                    f"port is used twice, by {other} and {link.path}", thing=str(port), fix="give one link another port"
                )
        self._claim(link.path)
        self._ports[link.a] = self._ports[link.b] = link.path
        self.links[link.path] = link
        return link

    def is_linked(self, port: PortRef) -> bool:
        """Tell whether a port carries a link already."""
        return port in self._ports

    def insert(self, module: Transceiver, part: AnyPart) -> Transceiver:
        """Put a transceiver in a cage.

        Raises:
            DesignError: its path is in use or the cage holds a plug already.
        """
        self._claim(module.path)
        cage = (module.device, module.cage)
        taken = self._cabled.get(cage) or self._modules.get(cage)
        if taken:
            raise DesignError(
                f"cage holds {taken} already",
                thing=f"{module.device}:{module.cage}",
                fix="plug one thing into a cage",
            )
        self.use_part(part)
        self.transceivers[module.path] = module
        self._modules[cage] = module.path
        return module

    def lay(self, cable: Cable, part: AnyPart) -> Cable:
        """Add a cable with all its ends.

        Raises:
            DesignError: its path, or a cage position that an end needs, is in use.
        """
        self._claim(cable.path)
        path = cable.path
        for end in cable.ends:
            if not end.device:
                continue
            cage, place = (end.device, end.cage), (end.device, end.cage, end.connector)
            if end.connector is None:
                clash = self._cabled.get(cage) or self._modules.get(cage)
            else:
                clash = self._plugs.get(place) or self._plugs.get((*cage, None))
            if clash:
                raise DesignError(
                    f"cage position is used twice, by {clash} and {path}",
                    thing=f"{end.device}:{end.cage}",
                    fix="plug one end into each position",
                )
            self._cabled.setdefault(cage, path)
            self._plugs[place] = path
        self.use_part(part)
        self.cables[cable.path] = cable
        return cable

    def add_tray(self, tray: Tray) -> None:
        """Add a piece of tray.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(tray.path)
        self.trays[tray.path] = tray

    def add_route(self, route: Route) -> None:
        """Add a route.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(route.path)
        self.routes[route.path] = route

    def add_storage(self, system: StorageSystem) -> None:
        """Add a storage system; its boxes are devices.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(system.path)
        self.storage[system.path] = system

    def add_feed(self, feed: Feed) -> None:
        """Add a feed.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(feed.path)
        self.feeds[feed.path] = feed

    def add_cord(self, cord: Cord) -> None:
        """Plug a supply into a PDU. The path names device and supply, so a second cord is refused.

        Raises:
            DesignError: the supply has a cord already.
        """
        self._claim(cord.path)
        self.cords[cord.path] = cord

    def add_loop(self, loop: Loop) -> Loop:
        """Add a loop.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(loop.path)
        self.loops[loop.path] = loop
        return loop

    def fit(self, fitting: Fitting, part: AnyPart) -> None:
        """Add small parts; none at all are left out.

        Raises:
            DesignError: their path is in use.
        """
        if fitting.quantity:
            self._claim(fitting.path)
            self.use_part(part)
            self.fittings[fitting.path] = fitting

    def add_host(self, host: ManagedHost) -> None:
        """Add a managed host.

        Raises:
            DesignError: its path is in use.
        """
        self._claim(host.path)
        self.managed_hosts[host.path] = host

    def note(self, path: str, text: str) -> None:
        """Record why a component is as it is."""
        self.notes.append(Note(path, text))

    def trouble(self, trouble: Trouble) -> None:
        """Record what could not be done; a rule turns it into a finding."""
        self.troubles.append(trouble)

    def freeze(self) -> Design:
        """Return the design, every tuple in natural order of its paths."""
        return Design(
            name=self.name,
            parts=dict(sorted(self.parts.items())),
            fabrics=tuple(self.fabrics),
            devices=_by_path(self.devices.values()),
            racks=_by_path(self.racks.values()),
            placements=_sorted(self.placements.values(), lambda placement: placement.device),
            links=_by_path(self.links.values()),
            transceivers=_by_path(self.transceivers.values()),
            cables=_by_path(self.cables.values()),
            trays=_by_path(self.trays.values()),
            routes=_by_path(self.routes.values()),
            storage=_by_path(self.storage.values()),
            networks=tuple(self.networks.values()),
            interfaces=_interfaces(self.interfaces),
            managed_hosts=_by_path(self.managed_hosts.values()),
            scheduler=self.scheduler,
            feeds=_by_path(self.feeds.values()),
            pdu_feeds=_sorted(self.pdu_feeds, lambda pair: pair.pdu),
            cords=_by_path(self.cords.values()),
            heat=_sorted(self.heat, lambda path: f"{path.device} {path.sink}"),
            halls=tuple(self.halls),
            loops=_by_path(self.loops.values()),
            fittings=_by_path(self.fittings.values()),
            premises=_sorted(self.premises, lambda premise: f"{premise.path} {premise.field}"),
            reservations=_sorted(self.reservations, lambda reservation: reservation.path),
            deviations=tuple(self.deviations),
            notes=_sorted(self.notes, lambda note: note.path),
            troubles=_sorted(self.troubles, lambda trouble: trouble.path),
            waivers=tuple(self.waivers),
            limits=tuple(self.limits),
            origins=tuple(self.origins),
            printing=self.printing,
            procurement=self.procurement,
        )

    def _claim(self, path: str) -> None:
        if path in self._paths:
            raise DesignError("this path is used twice", thing=path, fix="give one of the two another name")
        self._paths.add(path)


_P = TypeVar(
    "_P",
    Device,
    Rack,
    Link,
    Transceiver,
    Cable,
    Tray,
    Route,
    StorageSystem,
    Feed,
    Cord,
    Loop,
    Fitting,
    ManagedHost,
)


def _by_path(records: Iterable[_P]) -> tuple[_P, ...]:
    return tuple(natural_ordered(records, lambda record: record.path))


def _sorted(records: Iterable[_R], key: Callable[[_R], str]) -> tuple[_R, ...]:
    return tuple(natural_ordered(records, key))


def _interfaces(interfaces: Iterable[Interface]) -> tuple[Interface, ...]:
    """Sort interfaces by device and name; each device is placed once, since it has many."""
    held = tuple(interfaces)
    place = {device: n for n, device in enumerate(sorted({one.device for one in held}, key=natural_key))}
    return tuple(sorted(held, key=lambda one: (place[one.device], natural_key(one.name))))
