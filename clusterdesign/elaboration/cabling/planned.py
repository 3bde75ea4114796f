"""Cables bought for nodes that are still to come: how far their seats are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clusterdesign.elaboration.cabling.bundles import Hole, Wire
from clusterdesign.elaboration.cabling.choice import Means
from clusterdesign.units import Length


def planned_runs(means: Means, head: Hole, wires: Sequence[Wire | None]) -> list[Length]:
    """Return the runs to seats that free positions of a head wait for; none if a position waits for no node.

    A splitter is then bought long enough for its last seat and its free tails are parked, so that growth within
    the unit moves no cable. ``wires`` are those of the head in order, None for a free position.
    """
    wire = next(wire for wire in wires if wire is not None)
    if wire.link.tier != "node-leaf" or None not in wires:
        return []
    means.asked += 1
    present = wires.index(wire)
    seat = means.seats[wire.far(head)[0].device]
    runs = []
    for position, other in enumerate(wires):
        if other is not None:
            continue
        free = seat.position + position - present
        if not 0 <= free < means.seating.unit_size or not means.seating.path_at(seat.unit, free):
            return []
        run = means.runs.to_seat(head.device, replace(seat, position=free))
        if run is None:
            return []
        runs.append(run)
    return runs
