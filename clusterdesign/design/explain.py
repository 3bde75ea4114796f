"""Why a component is what it is and where it is: its part, its place, what it is connected to, and the reasons."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import assert_never

from clusterdesign.design.design import Component, Design
from clusterdesign.design.part_lines import part_lines
from clusterdesign.design.records import (
    Cable,
    Cord,
    Device,
    End,
    Feed,
    Fitting,
    Link,
    Loop,
    ManagedHost,
    PortRef,
    Rack,
    Route,
    StorageSystem,
    Transceiver,
    Tray,
)
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_key


@dataclass(frozen=True, slots=True)
class Section:
    """A head and lines under it: a label, which may be empty, and a text."""

    head: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say about one component."""

    path: str
    summary: str
    sections: tuple[Section, ...]


def explain(design: Design, glob: str) -> tuple[Explanation, ...]:
    """Explain the components that a path or a glob over paths names.

    Raises:
        DesignError: there is none; the message names the nearest paths.
    """
    one = design.component.get(glob)
    found = (one,) if one is not None else design.find(glob)
    if not found:
        raise DesignError("no such component", thing=glob, fix=_way_out(design, glob))
    explainer = _Explainer(design)
    return tuple(explainer.explain(record) for record in found)


def _way_out(design: Design, glob: str) -> str:
    paths = sorted(design.component, key=natural_key)
    # gpu/1 is gpu/001 to a reader, whatever the padding.
    same = [path for path in paths if _unpadded(path) == _unpadded(glob)]
    near = same or get_close_matches(glob, paths, n=4, cutoff=0.5) or [path for path in paths if glob in path][:4]
    if near:
        return f"the nearest are {', '.join(near)}"
    tops = dict.fromkeys(path.split("/", maxsplit=1)[0] for path in paths)
    return f"paths begin with {', '.join(f'{top}/' for top in tops)}; a glob such as 'gpu/*' names several"


def _unpadded(path: str) -> str:
    return re.sub(r"\b0+(?=\d)", "", path)


@dataclass(frozen=True)
class _Explainer:
    """Answers about one design; what it looks up often is looked up once."""

    design: Design

    def explain(self, record: Component) -> Explanation:
        summary, sections = self._told(record)
        every = (*sections, *self._reasons(record.path))
        return Explanation(record.path, summary, tuple(section for section in every if section.lines))

    # One branch for each kind of component: the type checker counts them, and nothing is gained by parting them.
    def _told(self, record: Component) -> tuple[str, Iterator[Section]]:  # noqa: C901, PLR0912  # see above
        summary: str
        sections: Iterator[Section]
        match record:
            case Device():
                summary, sections = self._device_summary(record), self._device(record)
            case Rack():
                summary, sections = f"{record.role} rack", self._rack(record)
            case Link():
                rail = f", rail {record.rail}" if record.rail is not None else ""
                summary, sections = f"{record.tier} link of fabric {record.fabric}{rail}", self._link(record)
            case Transceiver():
                summary = f"transceiver in {record.device}:{record.cage}"
                sections = self._transceiver(record)
            case Cable():
                summary, sections = f"{record.tier} cable of fabric {record.fabric}", self._cable(record)
            case Tray():
                summary, sections = "piece of cable tray", self._tray(record)
            case Route():
                summary, sections = f"way of cables between {record.a} and {record.b}", self._route(record)
            case Feed():
                summary, sections = "supply path", self._feed(record)
            case Cord():
                summary = f"power cord of {record.device}, supply {record.supply}"
                sections = iter([Section("Runs", ((record.device, f"to {record.pdu}"),))])
            case StorageSystem():
                summary, sections = f"{record.tier} storage, {record.product}", self._storage(record)
            case Loop():
                summary, sections = "technology loop", self._loop(record)
            case Fitting():
                summary = f"{record.quantity} x {record.part} for {record.at}"
                sections = iter([Section("Part", part_lines(self.design.parts[record.part])), _why(record)])
            case ManagedHost():
                summary, sections = f"managed host, {record.role}", self._host(record)
            case _:
                assert_never(record)
        return summary, sections

    # --- one method per kind of component ----------------------------------------------------------------------

    def _device_summary(self, device: Device) -> str:
        words: list[str] = [device.role]
        if device.fabric:
            words.append(f"of fabric {device.fabric}")
        if device.unit is not None:
            words.append(f"in scalable unit {device.unit}")
        if device.rail is not None:
            words.append(f"on rail {device.rail}")
        return " ".join(words)

    def _device(self, device: Device) -> Iterator[Section]:
        yield Section("Part", part_lines(self.design.part_of(device)))
        placement = self.design.placement.get(device.path)
        if placement is None:
            yield Section("Place", (("", "not placed"),))
        else:
            yield Section("Place", (("", self._place(device.path)), ("connectors", f"at the {placement.face}")))
        links = self.links_of.get(device.path, [])
        yield Section("Links", tuple(self._seen_from(device.path, link) for link in links))
        cords = (cord for cord in self.design.cords if device.path in (cord.device, cord.pdu))
        yield Section("Power", tuple(self._plugged(device, cord) for cord in cords))
        heat = (path for path in self.design.heat if path.device == device.path)
        yield Section(
            "Heat", tuple((path.sink, "unknown share" if path.share is None else f"{path.share:.0%}") for path in heat)
        )
        yield self._addresses(device.path)

    def _rack(self, rack: Rack) -> Iterator[Section]:
        yield Section("Part", part_lines(self.design.part_of(rack)))
        yield Section("Place", (("", f"row {rack.row}, position {rack.column}, x {rack.x}, y {rack.y}"),))
        inside = sorted(
            (placement for placement in self.design.placements if placement.rack == rack.path),
            key=lambda placement: (-placement.u, natural_key(placement.device)),
        )
        yield Section(
            "Holds", tuple((f"U{p.u}" if p.u else "beside", f"{p.device}, {p.height_u} U, {p.face}") for p in inside)
        )

        kept = (place for place in self.design.reservations if place.rack == rack.path)
        yield Section("Kept free", tuple((f"U{place.u}", f"{place.path}, {place.because}") for place in kept))

    def _link(self, link: Link) -> Iterator[Section]:
        yield Section("Ends", (("a", self._stands(link.a)), ("b", self._stands(link.b)), ("speed", str(link.speed))))
        cable = self.design.cable_of.get(link.path)
        if cable is not None:
            yield Section("Cable", ((cable.path, f"{self._article(cable)}, {cable.length}"), ("why", cable.why)))

    def _transceiver(self, module: Transceiver) -> Iterator[Section]:
        yield Section("Part", part_lines(self.design.part_of(module)))
        yield Section("Place", (("", self._place(module.device)),))
        yield Section(
            "Cables",
            tuple(
                (f"connector {end.connector + 1}" if end.connector is not None else "", cable.path)
                for cable in self.design.cables
                for end in cable.ends
                if (end.device, end.cage) == (module.device, module.cage)
            ),
        )

    def _cable(self, cable: Cable) -> Iterator[Section]:
        yield Section("Part", part_lines(self.design.part_of(cable), number=cable.part_number))
        yield Section("Length", (("bought", str(cable.length)), ("run", str(cable.run)), ("why", cable.why)))
        yield Section("Ends", tuple((f"end {n}", self._end(end)) for n, end in enumerate(cable.ends, 1)))
        links = (self.design.link[path] for path in cable.links if path in self.design.link)
        yield Section("Links", tuple((str(link.a), f"to {link.b}, {link.speed}") for link in links))

    def _tray(self, tray: Tray) -> Iterator[Section]:
        yield Section("Size", (("length", str(tray.length)), ("section", f"{tray.width} x {tray.depth}")))
        through = (route for route in self.design.routes if tray.path in route.trays)
        yield Section("Carries", tuple(("", f"{route.path}: {route.a} to {route.b}") for route in through))

    def _route(self, route: Route) -> Iterator[Section]:
        yield Section("Length", (("along the trays", str(route.length)),))
        yield Section("Trays", tuple(("", tray) for tray in route.trays))

    def _storage(self, system: StorageSystem) -> Iterator[Section]:
        asked = (
            ("capacity", system.capacity),
            ("read", system.read),
            ("write", system.write),
            ("read by each node", system.node_read),
            ("written by each node", system.node_write),
        )
        yield Section("Asked of it", tuple((name, str(value)) for name, value in asked if value is not None))
        rows = tuple((box, self.design.device[box].part) for box in system.boxes)
        yield Section("Boxes", (*rows, ("usable share", f"{system.usable * 100:g} %")))

    def _addresses(self, path: str) -> Section:
        found = self.design.interfaces_of.get(path, ())
        return Section(
            "Addresses", tuple((one.name, f"{one.ipv4} {one.ipv6}  {one.hostname}".strip()) for one in found)
        )

    def _host(self, host: ManagedHost) -> Iterator[Section]:
        memory, disk = (f"{data.to('GiB'):g} GiB" for data in (host.memory, host.disk))
        size = (("virtual processors", str(host.vcpus)), ("memory", memory), ("disk", disk))
        apart = (("apart from", f"the others of {host.group}"),) if host.group else ()
        yield Section("Runs on", (("server", host.server or "none is left for it"), *size, *apart))
        yield self._addresses(host.path)

    def _loop(self, loop: Loop) -> Iterator[Section]:
        supply = "unknown" if loop.supply is None else str(loop.supply)
        yield Section("Coolant", ((loop.coolant, f"supply {supply}, rise {loop.rise:g} K"),))
        yield Section("CDUs", (*(("", cdu) for cdu in loop.cdus), ("spare", str(loop.spare))))
        yield Section("Cools", tuple(("", path.device) for path in self.design.heat if path.sink == loop.path))

    def _feed(self, feed: Feed) -> Iterator[Section]:
        hung = (pair.pdu for pair in self.design.pdu_feeds if pair.feed == feed.path)
        yield Section("Feeds", tuple(("", pdu) for pdu in hung))

    # --- what several kinds share ------------------------------------------------------------------------------

    @cached_property
    def links_of(self) -> dict[str, list[Link]]:
        """Links by either of their devices, by the order of the device's ports."""
        found: defaultdict[str, list[Link]] = defaultdict(list)
        for link in self.design.links:
            found[link.a.device].append(link)
            found[link.b.device].append(link)
        for device, links in found.items():
            links.sort(key=lambda link, here=device: natural_key(_near(here, link).port))  # type: ignore[misc]
        return dict(found)

    def _seen_from(self, device: str, link: Link) -> tuple[str, str]:
        near = _near(device, link)
        far = link.b if near == link.a else link.a
        words = [f"to {far}", str(link.speed)]
        if link.rail is not None:
            words.append(f"rail {link.rail}")
        cable = self.design.cable_of.get(link.path)
        words.append("no cable" if cable is None else f"{cable.length} {self._article(cable)}")
        return near.port, ", ".join(words)

    def _plugged(self, device: Device, cord: Cord) -> tuple[str, str]:
        if cord.device == device.path:
            feeds = ", ".join(pair.feed for pair in self.design.pdu_feeds if pair.pdu == cord.pdu)
            outlet = f", outlet {cord.outlet}" if cord.outlet else ""
            length = f", cord of {cord.length}" if cord.length is not None else ""
            return f"supply {cord.supply}", f"to {cord.pdu}{outlet}{f', {feeds}' if feeds else ''}{length}"
        return "outlet", f"to {cord.device}, supply {cord.supply}"

    def _place(self, device: str) -> str:
        placement = self.design.placement.get(device)
        if placement is None:
            return "not placed"
        top = placement.u + placement.height_u - 1
        units = f"U{placement.u}" if top <= placement.u else f"U{placement.u} to U{top}"
        return f"{placement.rack}, {units if placement.u else 'beside the equipment'}"

    def _stands(self, port: PortRef) -> str:
        cage = self.design.cage(port)
        inside = f", cage {cage.name}" if cage is not None and cage.name != port.port else ""
        return f"{port}{inside} ({self._place(port.device)})"

    def _end(self, end: End) -> str:
        if not end.device:
            return "parked for later growth"
        module = self.design.transceiver_in.get((end.device, end.cage))
        into = "" if module is None else f" in {module.part}"
        connector = "" if end.connector is None else f", connector {end.connector + 1}{into}"
        return f"{end.device}:{end.cage}{connector} ({self._place(end.device)})"

    def _article(self, cable: Cable) -> str:
        return cable.part_number or cable.part

    def _reasons(self, path: str) -> Iterable[Section]:
        yield Section("Why", tuple(("", text) for text in self.design.note.get(path, ())))
        changes = (one for one in self.design.deviations if path in one.changed)
        yield Section(
            "Deviations", tuple((one.kind, f"{one.where}: {one.what}, because {one.because}") for one in changes)
        )
        troubles = (one for one in self.design.troubles if one.path == path)
        yield Section("Trouble", tuple((one.code, f"{one.what}; way out: {one.fix}") for one in troubles))


def _why(fitting: Fitting) -> Section:
    return Section("Why", (("", fitting.why),))


def _near(device: str, link: Link) -> PortRef:
    return link.a if link.a.device == device else link.b
