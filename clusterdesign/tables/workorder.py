"""The work order as a sheet: one row a fault, with room to tick it off."""

from __future__ import annotations

from clusterdesign.asbuilt import Difference, Verification
from clusterdesign.asbuilt.report import ordered
from clusterdesign.design import Design
from clusterdesign.tables.places import rack_name, rack_unit
from clusterdesign.tables.sheet import Book, Column, Sheet


def work_order(design: Design, result: Verification) -> Book:
    """Return the workbook of the faults that a comparison found, in the order of a walk along the racks."""
    sheet: Sheet[Difference] = Sheet(
        name="Work order",
        rows=ordered(design, result),
        columns=(
            Column("Rack", lambda row: rack_name(design, row.device), width=8),
            Column("U", lambda row: rack_unit(design, row.device), kind="integer", width=6),
            Column("Device", lambda row: row.device, width=26),
            Column("Fault", lambda row: row.kind, kind="word", width=14),
            Column("Found", lambda row: row.what[:2000], width=60),
            Column("To do", lambda row: row.fix[:2000], width=60),
            Column("Done", _empty, width=8),
            Column(
                "Cables affected", lambda row: ", ".join(path.partition("/")[2] for path in row.cables)[:2000], width=40
            ),
        ),
    )
    return Book(name="workorder", title=design.name, sheets=(sheet,))


def _empty(_: Difference) -> None:
    """Return nothing: the installer fills this cell in."""
