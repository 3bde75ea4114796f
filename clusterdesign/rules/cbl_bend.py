"""Cabling rules about bending: the space behind a device for the plugs and the bend of its cables."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.rules.index import group, index
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.units import Length, mm

_LIMITS = (
    Limit("body", mm(70), "length of a plug behind the panel", "planning value, no published source"),
    Limit(
        "radii",
        5.0,
        "bend radius as a multiple of the diameter where a part states none",
        "usual rule for cables that stay in place, 5 x diameter",
        maximum=20.0,
    ),
)


@rule("CBL112", "bend-too-tight", "error", limits=_LIMITS)
def bend_too_tight(design: Design, *, body: Length, radii: float) -> Iterator[Hit | Gap]:
    """Between the rear of a device and the rear door there is no room for its plugs and the bend of its cables.

    The room is the depth of the rack less that of the device; a device is taken to stand at the front.

    Why: The door closes on the cables; a copper cable bent too tightly fails months later.
    Example: A device 1,000 mm deep in a rack of 1,070 mm, with copper of 9.43 mm: 70 mm of room, 117 mm needed.
    Fix: Take a deeper rack, or thinner cables.
    Source: five times the diameter for cables that stay in place; the plug is a planning value.
    """
    bends, unknown = _bends(design, radii)
    yield from (Gap(part=part, field="diameter", paths=(cable,)) for cable, part in unknown)
    for path, radius in bends.items():
        placement, device = design.placement.get(path), design.device.get(path)
        if placement is None or device is None or not placement.u or placement.rack not in design.rack:
            continue
        rack, stood = design.parts.get(design.rack[placement.rack].part), design.parts.get(device.part)
        if rack is None or stood is None or stood.size.depth is None or rack.size.depth is None:
            # Depths that are unknown are told by the rules about racks, parts that are missing by the catalogue's.
            continue
        room, needed = rack.size.depth - stood.size.depth, body + radius
        if room < needed:
            yield Hit(
                paths=(path, placement.rack),
                message=f"behind {path} there are {room.text('mm', 0)}, its plugs and cables need "
                f"{needed.text('mm', 0)}",
                fix="take a deeper rack, or thinner cables",
                measured=room.text("mm", 0),
                limit=needed.text("mm", 0),
                margin=(room - needed).text("mm", 0),
            )


def _bends(design: Design, radii: float) -> tuple[dict[str, Length], list[tuple[str, str]]]:
    """Return the widest bend behind each device, and the cables whose parts state neither radius nor diameter."""
    found = index(design)
    bends: dict[str, Length] = {}
    unknown: list[tuple[str, str]] = []
    for id_, cables in group((cable.part, cable) for cable in design.cables).items():
        part = found.cable_part(cables[0])
        if part is None:
            continue
        radius = part.bend_radius or (None if part.diameter is None else part.diameter * radii)
        if radius is None:
            unknown += [(cable.path, id_) for cable in cables]
            continue
        for device in dict.fromkeys(end.device for cable in cables for end in cable.ends):
            widest = bends.get(device)
            if device and (widest is None or radius > widest):
                bends[device] = radius
    return bends, unknown


CBL_BEND = (bend_too_tight,)
"""Rules of this module, in order."""
