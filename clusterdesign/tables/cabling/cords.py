"""Power cords: which supply goes to which outlet, over which way, in the colour of its feed."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Cord, Design
from clusterdesign.engineering.power.cords import CordWay, cord_ways
from clusterdesign.names import natural_key
from clusterdesign.tables.cabling.colours import feed_colour
from clusterdesign.tables.cabling.columns import empty
from clusterdesign.tables.places import rack_name, rack_unit, walk_key
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class CordRow:
    """A cord with the place of its device and the feed of its PDU.

    Attributes:
        way: from inlet to outlet; None where something about it is not known.
        included: whether it comes with the device.
    """

    cord: Cord
    rack: str
    unit: int | None
    feed: str
    way: CordWay | None
    included: bool

    @property
    def origin(self) -> str:
        """Where the cord comes from, in a word."""
        if self.cord.pdu == self.feed:
            return "wired"
        return "with the device" if self.included else "bought" if self.cord.part else ""


def cord_rows(design: Design) -> tuple[CordRow, ...]:
    """Return every cord, in the order of a walk along the racks."""
    feeds = {pair.pdu: pair.feed for pair in design.pdu_feeds}
    ways = {cord.path: found for cord, found in cord_ways(design) if isinstance(found, CordWay)}
    rows = (
        CordRow(
            cord,
            rack_name(design, cord.device) or rack_name(design, cord.pdu),
            rack_unit(design, cord.device),
            feeds.get(cord.pdu, cord.pdu if cord.pdu.startswith("feed/") else ""),
            ways.get(cord.path),
            not cord.part and cord.length is not None,
        )
        for cord in design.cords
    )
    return tuple(sorted(rows, key=_walk))


def cord_sheet(design: Design) -> Sheet[CordRow]:
    """Return the sheet of power cords, in the order of a walk along the racks."""
    return Sheet(
        name="Power cords",
        rows=cord_rows(design),
        columns=(
            Column("Rack", lambda row: row.rack, width=8),
            Column("U", lambda row: row.unit, kind="integer", width=6),
            Column("Device", lambda row: row.cord.device, width=30),
            Column("Supply", lambda row: row.cord.supply, kind="integer", width=9),
            Column("Inlet at", lambda row: row.way.face if row.way else "", kind="word", width=9),
            Column("PDU", lambda row: row.cord.pdu, width=24),
            Column("Side", lambda row: row.way.side if row.way else "", kind="word", width=9),
            Column("Outlet", lambda row: row.cord.outlet, width=10),
            Column("Feed", lambda row: row.feed.removeprefix("feed/"), width=8),
            Column("Way", lambda row: row.way.run() if row.way else None, kind="number", unit="m", digits=2, width=8),
            Column("Length", lambda row: row.cord.length, kind="number", unit="m", digits=1, width=8),
            Column("Cord", lambda row: row.origin, kind="word", width=15),
            Column("Part", lambda row: row.cord.part, width=24),
            Column("Mark", lambda row: feed_colour(row.feed), kind="word", width=12),
            Column("Plugged", empty, width=10),
            Column("Remarks", empty, width=28),
        ),
    )


def _walk(row: CordRow) -> tuple[object, ...]:
    return (*walk_key(row.rack, row.unit, row.cord.device), row.cord.supply, natural_key(row.cord.pdu))


__all__ = ["CordRow", "cord_rows", "cord_sheet"]
