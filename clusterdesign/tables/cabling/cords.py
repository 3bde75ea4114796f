"""Power cords: which supply goes to which PDU, in the colour of its feed."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Cord, Design
from clusterdesign.names import natural_key
from clusterdesign.tables.cabling.colours import feed_colour
from clusterdesign.tables.cabling.columns import empty
from clusterdesign.tables.places import rack_name, rack_unit, walk_key
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class CordRow:
    """A cord with the place of its device and the feed of its PDU."""

    cord: Cord
    rack: str
    unit: int | None
    feed: str


def cord_sheet(design: Design) -> Sheet[CordRow]:
    """Return the sheet of power cords, in the order of a walk along the racks."""
    feeds = {pair.pdu: pair.feed for pair in design.pdu_feeds}
    rows = [
        CordRow(
            cord,
            rack_name(design, cord.device),
            rack_unit(design, cord.device),
            feeds.get(cord.pdu, ""),
        )
        for cord in design.cords
    ]
    return Sheet(
        name="Power cords",
        rows=tuple(sorted(rows, key=_walk)),
        columns=(
            Column("Rack", lambda row: row.rack, width=8),
            Column("U", lambda row: row.unit, kind="integer", width=6),
            Column("Device", lambda row: row.cord.device, width=30),
            Column("Supply", lambda row: row.cord.supply, kind="integer", width=9),
            Column("PDU", lambda row: row.cord.pdu, width=24),
            Column("Outlet", lambda row: row.cord.outlet, width=10),
            Column("Feed", lambda row: row.feed.removeprefix("feed/"), width=8),
            Column("Mark", lambda row: feed_colour(row.feed), kind="word", width=12),
            Column("Plugged", empty, width=10),
            Column("Remarks", empty, width=28),
        ),
    )


def _walk(row: CordRow) -> tuple[object, ...]:
    return (*walk_key(row.rack, row.unit, row.cord.device), row.cord.supply, natural_key(row.cord.pdu))


__all__ = ["CordRow", "cord_sheet"]
