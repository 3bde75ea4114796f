"""Rack rules about positions: placed at all, inside the rack, one device per unit, deep enough."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Placement
from clusterdesign.names import natural_key
from clusterdesign.parts import RackPart
from clusterdesign.parts.base import Part
from clusterdesign.rules.index import group, index
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.troubles import RACK_FULL, troubles
from clusterdesign.rules.words import count, listed
from clusterdesign.units import Length, mm


@rule("RCK001", "device-not-placed", "error")
def device_not_placed(design: Design) -> Iterator[Hit | Gap]:
    """A node, switch or appliance stands in no rack, or in a rack that is not in the design.

    Why: Nobody can compute a cable length, a load or a temperature for it.
    Example: The 33rd node of a row with room for 32.
    Fix: Add a rack, or pin the device to a place.
    Source: every device stands somewhere.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    unknown: list[tuple[str, str]] = []
    for device in design.devices:
        if device.kind not in ("node", "switch", "appliance"):
            continue
        placement = design.placement.get(device.path)
        part = design.parts.get(device.part)
        if placement is None and part is not None and part.size.height_u is None:
            unknown.append((part.id, device.path))
        elif placement is None or placement.rack not in design.rack:
            where = "in no rack" if placement is None else f"in {placement.rack}, which is not in the design"
            yield Hit(
                paths=(device.path,),
                message=f"{device.path} stands {where}",
                fix="add a rack, or pin the device to a place",
            )
    for part_id, devices in group(unknown).items():
        yield Gap(part=part_id, field="size.height_u", paths=tuple(devices))


def _span(placement: Placement) -> str:
    top = placement.u + placement.height_u - 1
    return f"U{placement.u}" if top <= placement.u else f"U{placement.u}-U{top}"


@rule("RCK002", "u-overlap", "error")
def u_overlap(design: Design) -> Iterator[Hit]:
    """Two devices of a rack claim the same rack unit. Every device counts as taking the full depth.

    Why: One of the two does not go in.
    Example: Nodes of 8 units at U1 and U8: both claim U8.
    Fix: Move one of them.
    Source: EIA-310 rack units, counted from 1 at the bottom.
    """
    for rack, placements in index(design).placed_in.items():
        standing = [placement for placement in placements if placement.height_u > 0]
        standing.sort(key=lambda placement: (placement.u, natural_key(placement.device)))
        below: Placement | None = None
        for placement in standing:
            if below is not None and below.u + below.height_u > placement.u:
                yield Hit(
                    paths=(placement.device, below.device, rack),
                    message=f"{below.device} ({_span(below)}) and {placement.device} ({_span(placement)}) "
                    f"overlap in {rack}",
                    fix="move one of them",
                    measured=_span(placement),
                    limit=f"U{below.u + below.height_u} or higher",
                )
            if below is None or below.u + below.height_u < placement.u + placement.height_u:
                below = placement


@rule("RCK003", "outside-rack", "error")
def outside_rack(design: Design) -> Iterator[Hit | Gap]:
    """A device reaches below unit 1 or above the top unit of its rack.

    Why: It does not go in.
    Example: A node of 8 units at U43 of a rack of 48.
    Fix: Move it, or use a higher rack.
    Source: the height in the rack's catalogue entry.
    """
    found = index(design)
    unknown: list[tuple[str, str]] = []
    for rack, placements in found.placed_in.items():
        part = found.part(rack, RackPart)
        height = part.size.height_u if part is not None else None
        if part is not None and height is None:
            unknown.append((part.id, rack))
        for placement in placements:
            top = placement.u + placement.height_u - 1
            low = placement.height_u > 0 and placement.u < 1
            if low or (height is not None and top > height):
                yield Hit(
                    paths=(placement.device, rack),
                    message=f"{placement.device} ({_span(placement)}) is outside {rack}, "
                    f"which has {height if height is not None else 'unknown'} units",
                    fix="move it, or use a higher rack",
                    measured=_span(placement),
                    limit=f"U1-U{height}" if height is not None else "U1",
                )
    for part_id, racks in group(unknown).items():
        yield Gap(part=part_id, field="size.height_u", paths=tuple(racks))


@rule("RCK004", "wrong-height", "error")
def wrong_height(design: Design) -> Iterator[Hit | Gap]:
    """A device takes another number of rack units than its part is high.

    Why: The elevation shows free units that are not free, or the reverse.
    Example: A pinned node of 8 units entered with a height of 6.
    Fix: Place it with the height of its part.
    Source: the height in the device's catalogue entry.
    """
    found = index(design)
    unknown: list[tuple[str, str]] = []
    for rack, placements in found.placed_in.items():
        for placement in placements:
            part = found.part(placement.device, Part)
            if part is None:
                continue
            height = part.size.height_u
            if height is None:
                unknown.append((part.id, placement.device))
            elif height != placement.height_u:
                yield Hit(
                    paths=(placement.device, rack),
                    message=f"{placement.device} takes {placement.height_u} U in {rack}, {part.id} is {height} U high",
                    fix="place it with the height of its part",
                    measured=f"{placement.height_u} U",
                    limit=f"{height} U",
                )
    for part_id, devices in group(unknown).items():
        yield Gap(part=part_id, field="size.height_u", paths=tuple(devices))


@rule(
    "RCK005",
    "device-too-deep",
    "error",
    limits=(
        Limit(
            name="rear",
            default=mm(150),
            text="room behind a device for connectors and the bend of its cables",
            source="house practice; larger where the bend radius of the cables asks for it",
        ),
        Limit(name="front", default=mm(0), text="room before a device", source="house practice"),
    ),
)
def device_too_deep(design: Design, *, rear: Length, front: Length) -> Iterator[Hit | Gap]:
    """A device and the room that its cables need are deeper than its rack.

    Why: The rear door does not close, or closes on the cables.
    Example: A DGX H100, 897.1 mm deep, in a rack 1000 mm deep: 103 mm are left for cables.
    Fix: Use a deeper rack.
    Source: depths in the catalogue entries; the allowances are defaults that a project may replace.
    """
    found = index(design)
    unknown: list[tuple[tuple[str, str], str]] = []
    for rack, placements in found.placed_in.items():
        cabinet = found.part(rack, RackPart)
        if cabinet is None:
            continue
        depth = cabinet.mounting_depth or cabinet.size.depth
        if depth is None:
            unknown.append(((cabinet.id, "size.depth"), rack))
        standing = group((design.device[x.device].part, x.device) for x in placements if x.height_u > 0)
        for part_id, devices in standing.items():
            part = design.parts.get(part_id)
            if part is None:
                continue
            if part.size.depth is None:
                unknown.extend(((part.id, "size.depth"), device) for device in devices)
            elif depth is not None and part.size.depth + rear + front > depth:
                needed = part.size.depth + rear + front
                yield Hit(
                    paths=(rack, *devices),
                    message=f"{part.id} needs {needed.text('mm', 1)} with room for cables, "
                    f"{rack} is {depth.text('mm', 1)} deep ({count(len(devices), 'device')}: {listed(devices)})",
                    fix="use a deeper rack",
                    measured=needed.text("mm", 1),
                    limit=depth.text("mm", 1),
                    margin=(depth - needed).text("mm", 1),
                )
    for (part_id, field), paths in group(unknown).items():
        yield Gap(part=part_id, field=field, paths=tuple(paths))


@rule("RCK101", "rack-full", "error")
def rack_full(design: Design) -> Iterator[Hit]:
    """No rack has room left for a device that the declaration asks to place.

    Why: The hardware arrives and has no place to stand.
    Example: 33 nodes of 8 units in 8 racks with 4 nodes each.
    Fix: Add racks, or allow more devices per rack.
    Source: the heights in the catalogue entries and the declared racks.
    """
    return troubles(design, RACK_FULL)


RCK_SPACE = (device_not_placed, u_overlap, outside_rack, wrong_height, device_too_deep)

RCK_FULL = (rack_full,)
