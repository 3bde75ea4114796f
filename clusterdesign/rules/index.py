"""Lookups that many rules need, built once per design, so that a check takes time in proportion to the design.

Unlike the lookups of :class:`Design` they keep every claimant: a port with two links has both of them here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, TypeVar

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable, Device, DeviceKind, End, Link, Placement, PortRef, Role, Transceiver
from clusterdesign.parts import AnyPart, Cage, Fibre, FibreLength, Port
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Device as DevicePart
from clusterdesign.parts import Transceiver as TransceiverPart
from clusterdesign.parts.caged import Caged
from clusterdesign.units import Length

_K = TypeVar("_K")
_V = TypeVar("_V")
_P = TypeVar("_P")
_H = TypeVar("_H")

CageKey: TypeAlias = tuple[str, str]
"""Device path and cage name."""

Joined: TypeAlias = tuple[DeviceKind, Role]
"""Kind and role of a device at the end of a link."""

_KEY = "_rules_index"


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """What is bought for a cable: its part, the parts of the transceivers at its ends, what a fibre is ordered as.

    Cables that are bought alike share one record, so that a rule can judge it once.
    """

    length: Length
    part_number: str
    part: CablePart | Fibre | None
    modules: tuple[TransceiverPart, ...]
    offer: FibreLength | None


def group(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, list[_V]]:
    """Collect the values of each key, in the order in which they come."""
    found: defaultdict[_K, list[_V]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    found.default_factory = None  # a dict like any other from now on
    return found


class Index:
    """Lookups over one design. Where the design contradicts itself they answer None or an empty list."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self._shares: dict[str | None, dict[str, tuple[str, int]]] = {}

    def part(self, path: str, kind: type[_P]) -> _P | None:
        """Return the part of a device, rack, transceiver or cable if it is of a kind, else None."""
        part = self.part_at.get(path)
        return part if isinstance(part, kind) else None

    def cages(self, device: str) -> Mapping[str, Cage]:
        """Return the cages of a device by name; none for what does not exist or has no cages."""
        return self._cages.get(device, {})

    def partless(self, device: str) -> bool:
        """Tell whether a device exists and its part does not; CAT001 reports that."""
        record = self.design.device.get(device)
        return record is not None and record.part not in self.design.parts

    def port(self, ref: PortRef) -> Port | None:
        """Return the port behind a reference, None where the device or the port does not exist."""
        return self._ports.get(ref.device, {}).get(ref.port)

    def whole(self, ref: PortRef) -> tuple[PortRef, int]:
        """Return the whole port that a port is or is a share of, and how many such shares it has."""
        known = self._shares.setdefault(self.part_of.get(ref.device), {})
        share = known.get(ref.port)
        if share is None:
            share = known[ref.port] = self._share(ref)
        base, splits = share
        return (ref if splits == 1 else PortRef(ref.device, base)), splits

    def _share(self, ref: PortRef) -> tuple[str, int]:
        """Return the name of the whole port, and how many shares it has; these are the same on equal devices."""
        ports = self._ports.get(ref.device, {})
        base, _, share = ref.port.rpartition("/")
        parent = ports.get(base) if share else None
        if parent is not None and parent.splits > 1 and ref.port in ports:
            return base, parent.splits
        return ref.port, 1

    @cached_property
    def part_of(self) -> Mapping[str, str]:
        """Id of the part of each device, whether the design carries that part or not."""
        return {device.path: device.part for device in self.design.devices}

    @cached_property
    def part_at(self) -> Mapping[str, AnyPart]:
        """Part of each device, rack, transceiver and cable whose part the design carries."""
        design = self.design
        groups = (design.devices, design.racks, design.transceivers, design.cables, design.fittings)
        return {
            record.path: design.parts[record.part]
            for records in groups
            for record in records
            if record.part in design.parts
        }

    @cached_property
    def users(self) -> Mapping[str, tuple[str, ...]]:
        """Components of each part, in the order of the design."""
        design = self.design
        groups = (design.devices, design.racks, design.transceivers, design.cables, design.fittings)
        found = group((record.part, record.path) for records in groups for record in records)
        return {part: tuple(paths) for part, paths in found.items()}

    @cached_property
    def _cages(self) -> Mapping[str, Mapping[str, Cage]]:
        """Cages by device and name."""
        parts = self.design.parts.items()
        named = {id_: {cage.name: cage for cage in part.cages} for id_, part in parts if isinstance(part, Caged)}
        return {device.path: named[device.part] for device in self.design.devices if device.part in named}

    @cached_property
    def _ports(self) -> Mapping[str, Mapping[str, Port]]:
        """Ports by device and name."""
        named = {id_: part.port_named for id_, part in self.design.parts.items() if isinstance(part, Caged)}
        return {device.path: named[device.part] for device in self.design.devices if device.part in named}

    @cached_property
    def linked(self) -> frozenset[PortRef]:
        """Every port that has a link."""
        return frozenset([ref for link in self.design.links for ref in (link.a, link.b)])

    @cached_property
    def links_at(self) -> Mapping[PortRef, list[Link]]:
        """Every link of a port."""
        return group((ref, link) for link in self.design.links for ref in (link.a, link.b))

    @cached_property
    def links_on(self) -> Mapping[str, list[Link]]:
        """Every link of a device."""
        return group((ref.device, link) for link in self.design.links for ref in (link.a, link.b))

    @cached_property
    def joints(self) -> Mapping[tuple[Joined, Joined], list[tuple[Link, Device, Device]]]:
        """Links with the devices at their ends, by kind and role of both; those without two devices are left out."""
        device = self.design.device
        ends = ((link, device.get(link.a.device), device.get(link.b.device)) for link in self.design.links)
        return group(
            (((a.kind, a.role), (b.kind, b.role)), (link, a, b))
            for link, a, b in ends
            if a is not None and b is not None
        )

    @cached_property
    def cables_of(self) -> Mapping[str, list[Cable]]:
        """Every cable that claims to carry a link."""
        return group((link, cable) for cable in self.design.cables for link in cable.links)

    @cached_property
    def carriers(self) -> Mapping[str, tuple[str, ...]]:
        """Parts of the cables that claim to carry each link."""
        found: dict[str, tuple[str, ...]] = {}
        alone: dict[str, tuple[str, ...]] = {}
        for cable in self.design.cables:
            own = alone.setdefault(cable.part, (cable.part,))
            for link in cable.links:
                found[link] = found[link] + own if link in found else own
        return found

    @cached_property
    def modules_in(self) -> Mapping[CageKey, list[Transceiver]]:
        """Every transceiver of a cage."""
        return group(((module.device, module.cage), module) for module in self.design.transceivers)

    @cached_property
    def shared_cages(self) -> Mapping[CageKey, list[tuple[Cable, End]]]:
        """Every cable end at those cages that are not as usual; parked tails have no cage.

        Usual is a cage with one plug, be it a module or that of a cable, and with fibres of one part at different
        connectors.
        """
        plugs = self.modules_in
        found = {cage: None for cage, modules in self.modules_in.items() if len(modules) > 1}
        fibres: set[tuple[str, str, int | None]] = set()
        parts: dict[CageKey, str] = {}
        for cable in self.design.cables:
            part = cable.part
            for end in cable.ends:
                device, name, connector = end.device, end.cage, end.connector
                if not name:
                    continue
                cage, place = (device, name), (device, name, connector)
                if parts.setdefault(cage, part) != part or place in fibres or (connector is None and cage in plugs):
                    found[cage] = None
                fibres.add(place)
        ends: dict[CageKey, list[tuple[Cable, End]]] = {cage: [] for cage in found}
        for cable in self.design.cables if found else ():
            for end in cable.ends:
                if (end.device, end.cage) in ends:
                    ends[end.device, end.cage].append((cable, end))
        return ends

    @cached_property
    def kinds(self) -> tuple[tuple[Cable, ...], ...]:
        """Cables alike: of one part and length, with ends in the same cages of equal devices with equal modules.

        What a rule judges by the parts at the ends of a cable it judges once for each of these.
        """
        part_of = self.part_of
        alone: dict[str, tuple[str, ...]] = {}
        modules = {
            cage: alone.setdefault(found[0].part, (found[0].part,))
            if len(found) == 1
            else tuple([module.part for module in found])
            for cage, found in self.modules_in.items()
        }
        found: dict[tuple[object, ...], list[Cable]] = {}
        for cable in self.design.cables:
            key: list[object] = [cable.part, cable.part_number, cable.length.base]
            for end in cable.ends:
                device, cage = end.device, end.cage
                key += (part_of.get(device), cage, end.connector, end.ports, modules.get((device, cage)))
            found.setdefault(tuple(key), []).append(cable)
        return tuple(tuple(cables) for cables in found.values())

    @cached_property
    def link_kinds(self) -> tuple[tuple[Link, ...], ...]:
        """Links alike: of one fabric and speed, between the same ports of equal devices, over cables of one part."""
        part_of, cables = self.part_of, self.carriers
        found = group(
            (
                (
                    link.fabric,
                    link.speed.base,
                    part_of.get(link.a.device),
                    link.a.port,
                    part_of.get(link.b.device),
                    link.b.port,
                    cables.get(link.path),
                ),
                link,
            )
            for link in self.design.links
        )
        return tuple(tuple(links) for links in found.values())

    @cached_property
    def module_kinds(self) -> tuple[tuple[Transceiver, ...], ...]:
        """Transceivers alike: of one part, in the same cage of equal devices."""
        found = group(
            ((module.part, self.part_of.get(module.device), module.cage), module) for module in self.design.transceivers
        )
        return tuple(tuple(modules) for modules in found.values())

    def module_at(self, cable: Cable, ref: PortRef) -> TransceiverPart | None:
        """Return the transceiver part between a cable and a port, None where there is none."""
        end = next((end for end in reversed(cable.ends) if end.device == ref.device and ref.port in end.ports), None)
        if end is None or end.connector is None:
            return None
        modules = self.modules_in.get((end.device, end.cage), [])
        return self.part(modules[0].path, TransceiverPart) if modules else None

    @cached_property
    def laid(self) -> Mapping[Assembly, list[Cable]]:
        """The cables by what is bought for them."""
        known: dict[tuple[object, ...], Assembly] = {}
        bought: dict[Assembly, list[Cable]] = {}
        for cables in self.kinds:
            cable = cables[0]
            modules = tuple(self._modules(cable))
            key = (cable.part, cable.part_number, cable.length.base, *(module.id for module in modules))
            if key not in known:
                part = self.cable_part(cable)
                offer = _ordered(part, cable) if isinstance(part, Fibre) else None
                known[key] = Assembly(cable.length, cable.part_number, part, modules, offer)
            bought.setdefault(known[key], []).extend(cables)
        return bought

    def _modules(self, cable: Cable) -> Iterator[TransceiverPart]:
        for end in cable.ends:
            if end.connector is None:
                continue
            for module in self.modules_in.get((end.device, end.cage), ()):
                part = self.part(module.path, TransceiverPart)
                if part is not None:
                    yield part

    def cable_part(self, cable: Cable) -> CablePart | Fibre | None:
        """Return the part of a cable, None where it is not a cable."""
        part = self.part_at.get(cable.path)
        return part if isinstance(part, CablePart | Fibre) else None

    @cached_property
    def placed_in(self) -> Mapping[str, list[Placement]]:
        """Placements of each rack that exists, of devices that exist."""
        design = self.design
        return group(
            (placement.rack, placement)
            for placement in design.placements
            if placement.rack in design.rack and placement.device in design.device
        )

    def of_device(self, device: Device) -> DevicePart | None:
        """Return the part of a device if it is one that draws power and has supplies."""
        return self.part(device.path, DevicePart)


def judged(kinds: Iterable[tuple[_V, ...]], judge: Callable[[_V], Iterator[_H]]) -> Iterator[_H]:
    """Judge one component of each kind, and every one of the kinds in which that found something."""
    for alike in kinds:
        if next(judge(alike[0]), None) is not None:
            for one in alike:
                yield from judge(one)


def _ordered(part: Fibre, cable: Cable) -> FibreLength | None:
    """Return what a fibre is ordered as: by part number, else by length."""
    by_number = next((offer for offer in part.lengths if offer.part_number == cable.part_number), None)
    return by_number or next((offer for offer in part.lengths if offer.length == cable.length), None)


def index(design: Design) -> Index:
    """Return the lookups of a design. They are kept with it, as its own cached properties are."""
    kept = vars(design).get(_KEY)
    if isinstance(kept, Index):
        return kept
    made = Index(design)
    vars(design)[_KEY] = made
    return made
