"""Phases of power and cooling: feeds, PDUs, cords; CDUs and heat paths. First version, along a graph."""

from __future__ import annotations

from clusterdesign.design.records import Cord, Device, Feed, HeatPath, PduFeed, Placement
from clusterdesign.elaboration.draft import Draft
from clusterdesign.parts import Device as DevicePart
from clusterdesign.parts import Node
from clusterdesign.site import LiquidCooled

AIR = "air"
"""The sink of heat that goes into the hall."""


def pdu_path(rack: str, feed: str) -> str:
    """Return the path of the PDU of a feed in a rack: ``pdu/A05-B``."""
    return f"pdu/{rack.removeprefix('rack/')}-{feed}"


def pdus_in(draft: Draft, rack: str) -> list[str]:
    """Return the PDUs of a rack that exist, by feed."""
    paths = (pdu_path(rack, feed) for feed in draft.feed_names)
    return [path for path in paths if path in draft.builder.devices]


def add_pdus(draft: Draft) -> None:
    """Add the feeds, and in each rack a PDU on every feed that something in it hangs on.

    Racks with nodes get all feeds; racks that hold only network equipment, with two supplies each, get two, as in
    the published SuperPOD (96 PDUs in 32 compute racks, 12 in 6 others; NVIDIA RA-11333-001, table 7).
    """
    power = draft.cluster.power
    if power is None:
        return
    for name in draft.feed_names:
        draft.builder.add_feed(Feed(f"feed/{name}"))
    for rack in list(draft.builder.racks.values()):
        for index, feed in enumerate(draft.network_feeds if rack.role == "network" else draft.feed_names):
            path = pdu_path(rack.path, feed)
            draft.builder.add_device(Device(path, "pdu", power.pdu.id, "pdu", index=index), power.pdu)
            draft.builder.place(Placement(path, rack.path, 0, 0))
            draft.builder.pdu_feeds.append(PduFeed(path, f"feed/{feed}"))


def plug_supplies(draft: Draft) -> None:
    """Plug supply n of every placed device into the PDU of feed ``(n - 1) mod feeds`` of its rack."""
    if draft.cluster.power is None:
        return
    by_rack = {rack: pdus_in(draft, rack) for rack in draft.builder.racks}
    for device in list(draft.builder.devices.values()):
        part = draft.builder.parts[device.part]
        placement = draft.builder.placements.get(device.path)
        if placement is None or not isinstance(part, DevicePart) or part.supplies is None:
            continue
        pdus = by_rack[placement.rack]
        if device.kind != "node":
            pdus = pdus[:2]
        for supply in range(1, part.supplies.count + 1) if pdus else ():
            draft.builder.add_cord(
                Cord(f"cord/{device.path}:psu{supply}", device.path, supply, pdus[(supply - 1) % len(pdus)])
            )


def add_cooling(draft: Draft) -> None:
    """Add CDUs and the heat path of every device that draws power."""
    cooling = draft.cluster.cooling
    if cooling is None:
        return
    cdus = _add_cdus(draft, cooling) if isinstance(cooling, LiquidCooled) else {}
    for device in draft.builder.devices.values():
        if device.kind in {"pdu", "cdu"}:
            continue
        part = draft.builder.parts[device.part]
        placement = draft.builder.placements.get(device.path)
        sink = cdus.get(placement.rack) if placement else None
        if not isinstance(part, Node) or part.liquid is None or sink is None:
            draft.builder.heat.append(HeatPath(device.path, AIR, 1.0))
            continue
        captured = part.liquid.captured
        draft.builder.heat.append(HeatPath(device.path, sink, captured))
        draft.builder.heat.append(HeatPath(device.path, AIR, None if captured is None else 1 - captured))


def _add_cdus(draft: Draft, cooling: LiquidCooled) -> dict[str, str]:
    """Add the CDUs and return, by rack, the one that serves it."""
    serves: dict[str, str] = {}
    rows: dict[int, list[str]] = {}
    for rack in list(draft.builder.racks.values()):
        if rack.role == "network":
            continue
        if cooling.cdu.form == "in-row":
            rows.setdefault(rack.row, []).append(rack.path)
            continue
        path = f"cdu/{rack.path.removeprefix('rack/')}"
        draft.builder.add_device(Device(path, "cdu", cooling.cdu.id, "cdu", unit=rack.row), cooling.cdu)
        if cooling.cdu.size.height_u is not None:
            draft.builder.place(Placement(path, rack.path, 1, cooling.cdu.size.height_u))
        serves[rack.path] = path
    for row, racks in sorted(rows.items()):
        for index in range(cooling.per_row):
            path = f"cdu/row{row}-{index + 1}"
            draft.builder.add_device(Device(path, "cdu", cooling.cdu.id, "cdu", unit=row, index=index), cooling.cdu)
        serves.update((rack, f"cdu/row{row}-{position % cooling.per_row + 1}") for position, rack in enumerate(racks))
    return serves
