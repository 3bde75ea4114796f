"""Power rules, first set: what is plugged in, and into what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from clusterdesign.design.design import Design
from clusterdesign.design.records import Device, Fitting
from clusterdesign.names import natural_sorted
from clusterdesign.parts import CduPart, FittingPart, PduPart, Supplies
from clusterdesign.parts import Device as DevicePart
from clusterdesign.rules.index import Index, group, index
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count, listed

Socket: TypeAlias = Literal["C13", "C19"]

_NO_FEEDS = Gap(part="", field="power feeds", paths=())
"""A design without feeds says nothing about power: that is no fault, and no pass."""

_SOCKET: dict[str, Socket] = {"C14": "C13", "C20": "C19"}
"""Socket that an inlet's cord is plugged into, IEC 60320."""


def _powered(found: Index) -> Iterator[tuple[Device, DevicePart]]:
    """Yield the devices that need power, with their parts."""
    for device in found.design.devices:
        part = found.of_device(device)
        if part is not None:
            yield device, part


def _supplied(found: Index) -> Iterator[tuple[str, str, Supplies | None]]:
    """Yield path, part and supplies of what needs power, and of CDUs and rear doors whose supplies are known."""
    for device, part in _powered(found):
        yield device.path, part.id, part.supplies
    records: tuple[Device | Fitting, ...] = (*found.design.devices, *found.design.fittings)
    for record in records:
        cooler = found.part_at.get(record.path)
        if isinstance(cooler, CduPart | FittingPart) and cooler.supplies is not None:
            yield record.path, cooler.id, cooler.supplies


def _plugged(design: Design) -> dict[str, set[int]]:
    """Return the supplies of each device that have a cord."""
    found: dict[str, set[int]] = {}
    for cord in design.cords:
        found.setdefault(cord.device, set()).add(cord.supply)
    return found


@rule("PWR001", "supply-unplugged", "error")
def supply_unplugged(design: Design) -> Iterator[Hit | Gap]:
    """A power supply of a device has no cord.

    Why: The device starts, and the redundancy that was paid for is not there on the day it is needed.
    Example: A node with six supplies and five cords.
    Fix: Plug every supply into a PDU.
    Source: the number of supplies in the part's catalogue entry.
    """
    if not design.feeds:
        yield _NO_FEEDS
        return
    found = index(design)
    plugged = _plugged(design)
    unknown: list[tuple[str, str]] = []
    for path, id_, supplies in _supplied(found):
        if supplies is None:
            unknown.append((id_, path))
            continue
        loose = [n for n in range(1, supplies.count + 1) if n not in plugged.get(path, ())]
        if loose:
            yield Hit(
                paths=(path,),
                message=f"{'supply' if len(loose) == 1 else 'supplies'} {listed([str(n) for n in loose], 8)} "
                f"of {path} without a cord",
                fix="plug every supply into a PDU",
                measured=str(supplies.count - len(loose)),
                limit=str(supplies.count),
                margin=str(-len(loose)),
            )
    for part_id, paths in group(unknown).items():
        yield Gap(part=part_id, field="supplies.count", paths=tuple(paths))


@rule("PWR002", "cord-misplugged", "error")
def cord_misplugged(design: Design) -> Iterator[Hit]:
    """A cord leads to a supply or PDU that does not exist, or a supply has two cords.

    Why: The cord on the list cannot be plugged in.
    Example: A cord for supply 7 of a node that has six.
    Fix: One cord from each supply to a PDU of the design.
    Source: the number of supplies in the part's catalogue entry.
    """
    found = index(design)
    cords = Counter((cord.device, cord.supply) for cord in design.cords)
    feeds = {feed.path for feed in design.feeds}
    fittings = {fitting.path for fitting in design.fittings}
    for cord in design.cords:
        what = ""
        part = found.part_at.get(cord.device)
        supplies = part.supplies if isinstance(part, DevicePart | CduPart | FittingPart) else None
        if found.part(cord.pdu, PduPart) is None and cord.pdu not in feeds:
            what = f"leads to {cord.pdu}, which is no PDU of the design"
        elif cord.device not in design.device and cord.device not in fittings:
            what = f"comes from {cord.device}, which is not in the design"
        elif supplies is not None and not 1 <= cord.supply <= supplies.count:
            what = f"comes from supply {cord.supply} of {cord.device}, which has {supplies.count}"
        elif cords[cord.device, cord.supply] > 1:
            what = f"is one of {cords[cord.device, cord.supply]} cords of supply {cord.supply} of {cord.device}"
        if what:
            yield Hit(
                paths=(cord.path, cord.device, cord.pdu),
                message=f"{cord.path} {what}",
                fix="lead one cord from each supply to a PDU of the design",
            )


@rule("PWR003", "pdu-without-feed", "error")
def pdu_without_feed(design: Design) -> Iterator[Hit]:
    """A PDU hangs on no feed of the design, or on more than one.

    Why: Everything plugged into it is dark, or the failure of a feed is computed for the wrong devices.
    Example: A third PDU in a rack whose row has two feeds.
    Fix: Hang the PDU on one feed.
    Source: a rack PDU has one input.
    """
    known = {feed.path for feed in design.feeds}
    feeds = group((entry.pdu, entry.feed) for entry in design.pdu_feeds if entry.feed in known)
    for device in design.devices:
        on = feeds.get(device.path, [])
        if device.kind == "pdu" and len(on) != 1:
            yield Hit(
                paths=(device.path,),
                message=f"{device.path} hangs on {listed(natural_sorted(on)) if on else 'no feed'}",
                fix="hang the PDU on one feed",
                measured=str(len(on)),
                limit="1",
            )


@rule("PWR101", "too-few-supplies", "error")
def too_few_supplies(design: Design) -> Iterator[Hit | Gap]:
    """A device has fewer supplies plugged in than it needs for its maximum load, none failed.

    Needed is the larger of the vendor's own number (4 of "4+2") and maximum load over the rating of one supply.

    Why: The device throttles or does not start.
    Example: A node that needs four supplies, with three cords.
    Fix: Plug in more supplies, or use larger ones.
    Source: supplies and maximum load in the part's catalogue entry.
    """
    if not design.feeds:
        yield _NO_FEEDS
        return
    found = index(design)
    plugged = _plugged(design)
    unknown: list[tuple[tuple[str, str], str]] = []
    for device, part in _powered(found):
        supplies, load = part.supplies, part.power.maximum
        bounds = [supplies.needed] if supplies is not None and supplies.needed is not None else []
        if supplies is not None and supplies.rating and load is not None:
            bounds.append(-(-load.base // supplies.rating.base))
        needed = ("supplies.needed", "supplies.rating", "power.maximum")
        unknown.extend(((part.id, field), device.path) for field in needed if part.value(field) is None)
        has = len(plugged.get(device.path, ()))
        if bounds and has < max(bounds):
            yield Hit(
                paths=(device.path,),
                message=f"{device.path} has {count(has, 'supply', 'supplies')} plugged in and needs {max(bounds)} "
                "for its maximum load",
                fix="plug in more supplies, or use larger ones",
                measured=str(has),
                limit=str(max(bounds)),
                margin=str(has - max(bounds)),
            )
    for (part_id, field), paths in group(unknown).items():
        yield Gap(part=part_id, field=field, paths=tuple(paths))


@rule("PWR102", "outlets-exceeded", "error")
def outlets_exceeded(design: Design) -> Iterator[Hit | Gap]:
    """More cords of a type lead to a PDU than it has outlets of that type.

    Why: The last cord of the rack has no socket, and ends on a power strip.
    Example: Eight C19 cords on a PDU with six C19 outlets.
    Fix: Use a PDU with more outlets of this type, or one PDU more.
    Source: the outlets in the PDU's catalogue entry.
    """
    if not design.feeds:
        yield _NO_FEEDS
        return
    found = index(design)
    unknown: list[tuple[tuple[str, str], str]] = []
    for pdu, sockets in _sockets(found, unknown).items():
        strip = found.part(pdu, PduPart)
        if strip is None:
            continue
        if not strip.outlets:
            unknown.append(((strip.id, "outlets"), pdu))
            continue
        for socket, number in sorted(sockets.items()):
            has = sum(outlets.count for outlets in strip.outlets if outlets.type == socket)
            if number > has:
                yield Hit(
                    paths=(pdu,),
                    message=f"{pdu} has {count(has, 'outlet')} {socket} for {count(number, 'cord')}",
                    fix="use a PDU with more outlets of this type, or one PDU more",
                    measured=str(number),
                    limit=str(has),
                    margin=str(has - number),
                )
    for (part_id, field), paths in group(unknown).items():
        yield Gap(part=part_id, field=field, paths=tuple(dict.fromkeys(paths)))


def _sockets(found: Index, unknown: list[tuple[tuple[str, str], str]]) -> dict[str, Counter[Socket]]:
    """Return how many sockets of each type each PDU must have; note the parts whose inlet is unknown."""
    needed: dict[str, Counter[Socket]] = {}
    for cord in found.design.cords:
        part = found.part_at.get(cord.device)
        if not isinstance(part, DevicePart | CduPart | FittingPart) or found.part(cord.pdu, PduPart) is None:
            continue
        inlet = part.supplies.inlet if part.supplies is not None else None
        if inlet is None:
            unknown.append(((part.id, "supplies.inlet"), cord.device))
        elif inlet in _SOCKET:
            needed.setdefault(cord.pdu, Counter())[_SOCKET[inlet]] += 1
    return needed


PWR_CORDS = (supply_unplugged, cord_misplugged, pdu_without_feed)

PWR_SUPPLIES = (too_few_supplies, outlets_exceeded)
