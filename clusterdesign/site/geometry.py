"""Run lengths from coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.units import Length

RACK_UNIT = 44_450
"""Height of one rack unit in micrometres (EIA-310)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a cable ends.

    Attributes:
        rack: path of the rack.
        x, y: centre of the rack on the floor, micrometres.
        top: height of the rack, micrometres.
        z: height of the end above the floor of the rack, micrometres.
    """

    rack: str
    x: int
    y: int
    top: int
    z: int


@dataclass(frozen=True, slots=True)
class Allowances:
    """What is added to the bare distance, micrometres; the fields are those of the cabling policy."""

    side: int
    loop: int
    end: int
    tray: int


def height(u: int, height_u: int) -> int:
    """Return the height of the middle of a device in micrometres; a device of one unit at U40 is at 40 units."""
    return (2 * u + height_u - 1) * RACK_UNIT // 2


def run(a: Spot, b: Spot, allow: Allowances) -> Length:
    """Return the length of the path between two ends, without slack.

    Within a rack: ``|z_a - z_b| + 2 side + loop``. Between racks: up to the tray, Manhattan along it, and down:
    ``(H_a - z_a) + (H_b - z_b) + 2 tray + |dx| + |dy| + 2 end``.
    """
    if a.rack == b.rack:
        return Length(abs(a.z - b.z) + 2 * allow.side + allow.loop)
    across = abs(a.x - b.x) + abs(a.y - b.y)
    return Length(a.top - a.z + b.top - b.z + 2 * allow.tray + across + 2 * allow.end)
