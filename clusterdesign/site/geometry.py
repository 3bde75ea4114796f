"""Run lengths from coordinates."""

from __future__ import annotations

from dataclasses import dataclass

RACK_UNIT = 44_450
"""Height of one rack unit in micrometres (EIA-310)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a cable ends.

    Attributes:
        rack: path of the rack.
        place: row and column of the rack.
        top: height of the rack, micrometres.
        z: height of the end above the floor of the rack, micrometres.
    """

    rack: str
    place: tuple[int, int]
    top: int
    z: int


def height(u: int, height_u: int) -> int:
    """Return the height of the middle of a device in micrometres; a device of one unit at U40 is at 40 units."""
    return (2 * u + height_u - 1) * RACK_UNIT // 2


def within(a: Spot, b: Spot, *, side: int, loop: int) -> int:
    """Return the run within a rack: ``|z_a - z_b| + 2 side + loop``, micrometres."""
    return abs(a.z - b.z) + 2 * side + loop


def over(a: Spot, b: Spot, *, along: int, clearance: int, end: int) -> int:
    """Return the run over trays above the racks: ``(H_a - z_a) + (H_b - z_b) + 2 clearance + along + 2 end``."""
    return a.top - a.z + b.top - b.z + 2 * clearance + along + 2 * end


def under(a: Spot, b: Spot, *, along: int, clearance: int, end: int) -> int:
    """Return the run through trays under the floor: ``z_a + z_b + 2 clearance + along + 2 end``, micrometres."""
    return a.z + b.z + 2 * clearance + along + 2 * end
