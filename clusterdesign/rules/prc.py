"""Procurement rules: lots that cannot be installed when they arrive."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.lots import DEVICE_SECTIONS, before, lot_of
from clusterdesign.design.records import Cord, Device
from clusterdesign.names import summary
from clusterdesign.parts import CduPart
from clusterdesign.parts import Device as DevicePart
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count


@rule("PRC001", "lot-without-cords", "warning")
def lot_without_cords(design: Design) -> Iterator[Hit | Gap]:
    """A lot has devices whose power cords are neither delivered with them nor bought.

    Why: The lot arrives, is racked, and cannot be switched on.
    Example: Nodes whose inlets are not published, so that no cord was chosen for them.
    Fix: Give the part its inlet, or say that it comes with its cords.
    Source: house practice: each lot can be installed when it arrives, with its rails, cords and screws.
    """
    bare: dict[str, dict[str, str]] = {}
    unsaid: dict[str, dict[str, None]] = {}
    for cord, device in _plugged(design):
        if cord.part:
            continue
        part = design.parts.get(device.part)
        supplies = part.supplies if isinstance(part, DevicePart | CduPart) else None
        # CAT001 says where nothing is known about them.
        if supplies is None or supplies.inlet in {"hardwired", "busbar"}:
            continue
        if supplies.cords_included is None:
            unsaid.setdefault(device.part, {})[device.path] = None
        elif not supplies.cords_included:
            bare.setdefault(_lot(design, device), {})[device.path] = device.part
    for part_id, devices_of in unsaid.items():
        yield Gap(part_id, "supplies.cords_included", tuple(devices_of))
    for lot, devices in bare.items():
        yield Hit(
            paths=tuple(devices),
            message=f"lot {lot} has {count(len(devices), 'device')} without power cords: {summary(devices)}",
            fix=f"give {', '.join(dict.fromkeys(devices.values()))} supplies.inlet, or supplies.cords_included=True",
            measured=f"{count(len(devices), 'device')} without",
            limit="none",
        )


@rule("PRC002", "cords-arrive-later", "warning")
def cords_arrive_later(design: Design) -> Iterator[Hit]:
    """The power cords of a lot belong to another one that need not be there before it.

    Why: The lot arrives and cannot be switched on until the other one is there.
    Example: A declared lot of all cords, which nothing puts before the nodes.
    Fix: Leave the cords with their devices, or declare that the lot of the devices comes after that of the cords.
    Source: house practice: each lot can be installed when it arrives, with its rails, cords and screws.
    """
    earlier = before(design)
    late: dict[tuple[str, str], dict[str, None]] = {}
    for cord, device in _plugged(design):
        home = _lot(design, device)
        other = lot_of(design, "Cords", (cord.part,), home) if cord.part else home
        if other != home and other not in earlier[home]:
            late.setdefault((home, other), {})[device.path] = None
    for (home, other), devices in late.items():
        yield Hit(
            paths=tuple(devices),
            message=f"lot {home} has {count(len(devices), 'device')} whose power cords come with lot {other}",
            fix=f"leave the cords with their devices, or declare lot {home} with after=({other!r},)",
            measured=f"{count(len(devices), 'device')} without",
            limit="none",
        )


def _plugged(design: Design) -> Iterator[tuple[Cord, Device]]:
    """Yield the cords of devices; those of rear doors come with the racks."""
    return ((cord, design.device[cord.device]) for cord in design.cords if cord.device in design.device)


def _lot(design: Design, device: Device) -> str:
    return lot_of(design, DEVICE_SECTIONS[device.kind], (device.part,))


PRC = (lot_without_cords, cords_arrive_later)
