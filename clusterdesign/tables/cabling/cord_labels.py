"""Labels of power cords: two a cord, rack, unit and supply at one end, PDU and outlet at the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design import Cord, Design
from clusterdesign.tables.cabling.colours import feed_colour
from clusterdesign.tables.cabling.cords import CordRow, cord_rows
from clusterdesign.tables.ids import MARKS, cord_tags
from clusterdesign.tables.labels import Label
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class CordLabel:
    """A label with the cord that it belongs to."""

    row: CordRow
    label: Label
    tape: str


def cord_labels(design: Design) -> tuple[CordLabel, ...]:
    """Return the labels of every cord, the end at the device first, in the order of a walk along the racks."""
    tag = cord_tags(design)
    return tuple(label for row in cord_rows(design) for label in _of(row, tag[row.cord.path]))


def _of(row: CordRow, tag: str) -> Iterator[CordLabel]:
    ends = (_device_end(row), _outlet_end(row.cord))
    for mark, near, far in zip(MARKS, ends, reversed(ends), strict=False):
        yield CordLabel(row, Label(row.cord.path, tag, mark, near, far), feed_colour(row.feed))


def _device_end(row: CordRow) -> str:
    """Name the supply by its place, as the labels of cables do; by the device where it stands beside the units."""
    place = f"{row.rack}-{row.unit:02}" if row.rack and row.unit else row.cord.device
    return f"{place}:PSU{row.cord.supply}"


def _outlet_end(cord: Cord) -> str:
    return f"{cord.pdu.removeprefix('pdu/')}:{cord.outlet}" if cord.outlet else cord.pdu.removeprefix("pdu/")


def cord_label_sheet(design: Design) -> Sheet[CordLabel]:
    """Return the sheet of labels of power cords, with the columns that printers of labels take."""
    return Sheet(
        name="Cord labels",
        rows=cord_labels(design),
        columns=(
            Column("Line 1", lambda row: row.label.lines[0], width=24),
            Column("Line 2", lambda row: row.label.lines[1], width=24),
            Column("Line 3", lambda row: row.label.lines[2], width=16),
            Column("Label", lambda row: row.label.text, width=48),
            Column("QR code", lambda row: row.label.code, width=16),
            Column("ID", lambda row: row.label.tag, width=12),
            Column("End", lambda row: row.label.mark, width=6),
            Column("Mark", lambda row: row.tape, kind="word", width=12),
            Column("Length", lambda row: row.row.cord.length, kind="number", unit="m", digits=1, width=8),
            Column("Rack", lambda row: row.row.rack, width=8),
            Column("Device", lambda row: row.row.cord.device, width=30),
        ),
    )


__all__ = ["CordLabel", "cord_label_sheet", "cord_labels"]
