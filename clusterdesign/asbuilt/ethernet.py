"""Comparing what LLDP says with the Ethernet links of a design.

A link of the design has an upper end, a port of a switch, and everything is told by that: who is plugged in there.
Both ends may report a link; it is entered once. Ports of servers often go by names that no data sheet prints, hence a
server in the right port is right unless it names another port of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from clusterdesign.asbuilt.ethernet_telling import Teller
from clusterdesign.asbuilt.findings import Difference, Verification
from clusterdesign.asbuilt.identify import plain
from clusterdesign.asbuilt.lldp import Neighbour
from clusterdesign.design import Design, Link, PortRef
from clusterdesign.names import natural_key, natural_sorted


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who is plugged into a port of a switch: a device of the design, or a stranger by name or address."""

    device: str
    port: str
    stranger: str = ""


@dataclass(slots=True)
class Seen:
    """What all reports say together."""

    at: dict[PortRef, Occupant] = field(default_factory=dict)
    reporters: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    unread: int = 0
    conflicts: list[str] = field(default_factory=list)


def verify_ethernet(design: Design, reports: Iterable[Neighbour], fabrics: Iterable[str] = ()) -> Verification:
    """Compare reports with the Ethernet fabrics of a design, or with those that are named."""
    names = set(fabrics) or {fabric.name for fabric in design.fabrics if fabric.protocol == "ethernet"}
    seen = _seen(design, tuple(reports))
    links = [link for link in design.links if link.fabric in names]
    looked = [link for link in links if {link.a.device, link.b.device} & seen.reporters]
    silent = [link for link in looked if link.b not in seen.at and _may_be_silent(link)]
    by_port = {link.b: link for link in links}
    right = [link for link in looked if _is_right(link, seen.at.get(link.b))]
    good, mute = {link.path for link in right}, {link.path for link in silent}
    teller = Teller(design)
    shown = {port: occupant for port, occupant in seen.at.items() if design.device[port.device].fabric in names}
    differences = list(_told(looked, by_port, good | mute, shown, teller))
    order = sorted(differences, key=lambda d: (natural_key(d.device), natural_key(" ".join(d.cables)), d.kind))
    notes = tuple(_notes(seen, len(links) - len(looked), len(silent), right))
    return Verification("lldp", len(looked) - len(silent), len(right), tuple(order), notes)


def _may_be_silent(link: Link) -> bool:
    """Management controllers and PDUs rarely speak LLDP; switches and operating systems do."""
    return link.tier == "oob"


def _is_right(link: Link, occupant: Occupant | None) -> bool:
    if occupant is None:
        return False
    if not occupant.device:
        return not occupant.stranger
    return occupant.device == link.a.device and occupant.port in {"", link.a.port}


def _seen(design: Design, reports: tuple[Neighbour, ...]) -> Seen:
    seen = Seen()
    devices = {plain(device.path): device.path for device in design.devices}
    # An address that anybody gives together with a name is known by it.
    owner_of = {mac: report.name for report in reports if report.name for mac in report.macs}
    for report in reports:
        here = _device(report.owner, devices)
        if here is None:
            seen.unknown.add(report.owner)
            continue
        seen.reporters.add(here)
        name = report.name or next((owner_of[mac] for mac in report.macs if mac in owner_of), "")
        there = _device(name, devices)
        near, far = _port(design, here, (report.port,)), _port(design, there, report.ports)
        if near is not None and _is_upper(design, near):
            _enter(seen, near, Occupant(there or "", far.port if far else "", "" if there else name))
        if far is not None and _is_upper(design, far):
            _enter(seen, far, Occupant(here, near.port if near else ""))
        elif near is None:
            seen.unread += 1
    return seen


def _enter(seen: Seen, port: PortRef, occupant: Occupant) -> None:
    known = seen.at.get(port)
    if known is None or (not known.device and not known.stranger):
        seen.at[port] = occupant
    elif occupant.device and known.device == occupant.device:
        seen.at[port] = Occupant(known.device, known.port or occupant.port)
    elif occupant.device or occupant.stranger:
        seen.conflicts.append(f"{port} is said to lead to two devices")


def _device(name: str, devices: Mapping[str, str]) -> str | None:
    """Return the device of a host name, with or without its domain."""
    name = plain(name)
    return devices.get(name) or devices.get(name.partition(".")[0])


def _port(design: Design, device: str | None, names: Iterable[str]) -> PortRef | None:
    if device is None:
        return None
    part = design.parts[design.device[device].part]
    wanted = {name.casefold() for name in names}
    for cage in getattr(part, "cages", ()):
        for port in cage.ports:
            if wanted & {text.casefold() for text in (port.name, port.os_name, port.netdev) if text}:
                return PortRef(device, port.name)
    return None


def _is_upper(design: Design, port: PortRef) -> bool:
    """Tell whether a port is one that links of the design lead up to; uplinks lead up from it."""
    device, known = design.device[port.device], design.port(port)
    return device.kind == "switch" and known is not None and known.role == "fabric"


def _told(
    looked: list[Link], by_port: Mapping[PortRef, Link], fine: set[str], at: Mapping[PortRef, Occupant], teller: Teller
) -> Iterator[Difference]:
    found, astray = _whereabouts(by_port, fine, at)
    told: set[str] = set()
    for ring in _rings(found, by_port):
        told.update(link.path for link in ring)
        yield teller.exchanged(ring)
    links = {link.path: link for link in by_port.values()}
    for path, port in found.items():
        if path not in told:
            told.add(path)
            yield teller.misplaced(links[path], port)
    for port in astray:
        belongs = by_port.get(port)
        if belongs is not None:
            told.add(belongs.path)
        yield teller.unplanned(port, at[port].device or at[port].stranger, belongs)
    yield from (teller.missing(link) for link in looked if link.path not in fine | told)


def _whereabouts(
    by_port: Mapping[PortRef, Link], fine: set[str], at: Mapping[PortRef, Occupant]
) -> tuple[dict[str, PortRef], list[PortRef]]:
    """Return in which wrong port the plug of a link is found, and the ports that hold what belongs nowhere."""
    waiting: dict[str, list[Link]] = {}
    for link in by_port.values():
        if link.path not in fine or link.b not in at:
            waiting.setdefault(link.a.device, []).append(link)
    found: dict[str, PortRef] = {}
    astray: list[PortRef] = []
    for port in sorted(at, key=lambda ref: natural_key(str(ref))):
        if port in by_port and by_port[port].path in fine:
            continue
        occupant = at[port]
        own = [link for link in waiting.get(occupant.device, ()) if link.path not in found]
        if occupant.port:
            own = [link for link in own if link.a.port == occupant.port]
        if own:
            found[own[0].path] = port
        else:
            astray.append(port)
    return found, astray


def _rings(found: Mapping[str, PortRef], by_port: Mapping[PortRef, Link]) -> Iterator[list[Link]]:
    """Yield links whose plugs were exchanged among each other: the plug of each is in the port of the next."""
    points = {path: by_port[port] for path, port in found.items() if port in by_port}
    owner = {link.path: link for link in by_port.values()}
    seen: set[str] = set()
    for start in points:
        path: list[str] = []
        at: str | None = start
        while at in points and at not in seen:
            seen.add(at)
            path.append(at)
            at = points[at].path
        if at in path:
            ring = path[path.index(at) :]
            if len(ring) > 1:
                yield [owner[one] for one in ring]


def _notes(seen: Seen, unseen: int, silent: int, right: list[Link]) -> Iterator[str]:
    nameless = sum(1 for link in right if not seen.at[link.b].device)
    if nameless:
        yield f"{nameless} neighbours gave an address and no name; each was taken for what the design has at its port"
    if silent:
        yield f"{silent} out-of-band links were not seen: their devices may not speak LLDP"
    if unseen:
        yield f"{unseen} links lie between devices of which no report was given and were not compared"
    if seen.unknown:
        known = natural_sorted(seen.unknown)
        yield f"{len(known)} hosts are not in the design: {', '.join(known[:5])}{' ...' if len(known) > 5 else ''}"  # noqa: PLR2004
    if seen.unread:
        yield f"{seen.unread} reports name no port of the design at either end"
    yield from (f"of the reports: {text}" for text in dict.fromkeys(seen.conflicts[:20]))
