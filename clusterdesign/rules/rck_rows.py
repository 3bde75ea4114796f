"""Rack rules about rows: how many cabinets stand side by side, and the way out of their aisles."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Rack
from clusterdesign.rules.index import group
from clusterdesign.rules.rule import Gap, Hit, Limit, rule

_SOURCE = "guidelines for computer rooms after TIA-942 and BICSI 002 (second-hand; a planning default)"


def _rows(design: Design) -> dict[int, list[Rack]]:
    """Return the racks of each row, as they stand along it."""
    rows = group((rack.row, rack) for rack in sorted(design.racks, key=lambda rack: rack.x))
    return dict(sorted(rows.items()))


def _long(racks: list[Rack]) -> str:
    return f"the row from {racks[0].path} to {racks[-1].path} has {len(racks)} cabinets"


@rule(
    "RCK107",
    "row-too-long",
    "warning",
    limits=(Limit(name="cabinets", default=20, text="cabinets side by side in a row", source=_SOURCE, maximum=1000),),
)
def row_too_long(design: Design, *, cabinets: float) -> Iterator[Hit | Gap]:
    """A row has more cabinets side by side than people and cables should have to go round.

    Why: Whoever works on both sides of a rack walks round the row each time, and so do the cross trays.
    Example: A unit of 32 nodes with one node in a rack: 33 racks in one row.
    Fix: Declare how many racks a row of the hall has; longer rows then go on in the one behind.
    Source: usual limit of computer rooms, 20 cabinets.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    for racks in _rows(design).values():
        if len(racks) > cabinets:
            yield Hit(
                paths=(racks[0].path, racks[-1].path),
                message=f"{_long(racks)}, {cabinets:g} are the usual limit",
                fix=f"declare racks_per_row={cabinets:g} or fewer, so that the row goes on behind",
                measured=str(len(racks)),
                limit=f"{cabinets:g}",
                margin=f"{cabinets - len(racks):g}",
            )


@rule(
    "RCK108",
    "dead-end-too-long",
    "warning",
    limits=(Limit(name="cabinets", default=10, text="cabinets along a dead-end aisle", source=_SOURCE, maximum=1000),),
)
def dead_end_too_long(design: Design, *, cabinets: float) -> Iterator[Hit | Gap]:
    """A row is longer than a dead-end aisle should be, and its aisles are closed at one end, or nobody said.

    Why: Whoever stands at the closed end has one way out, past everything that may burn or leak.
    Example: 16 racks along a wall, their aisle closed by a cold-aisle door at one end only.
    Fix: Open the aisle at both ends, or make the row shorter.
    Source: usual limit of computer rooms, 10 cabinets.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    silent: list[str] = []
    for racks in _rows(design).values():
        if len(racks) <= cabinets:
            continue
        if any(rack.dead_end for rack in racks):
            yield Hit(
                paths=(racks[0].path, racks[-1].path),
                message=f"{_long(racks)} along a dead-end aisle, {cabinets:g} are the usual limit",
                fix="open the aisle at both ends, or make the row shorter with racks_per_row",
                measured=str(len(racks)),
                limit=f"{cabinets:g}",
                margin=f"{cabinets - len(racks):g}",
            )
        elif any(rack.dead_end is None for rack in racks):
            silent.append(racks[0].path)
    if silent:
        yield Gap(part="", field="whether the aisles are open at both ends", paths=tuple(silent))


RCK_ROWS = (row_too_long, dead_end_too_long)
