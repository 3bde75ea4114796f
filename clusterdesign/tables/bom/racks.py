"""The bill by rack: what to bring to which one."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.places import Placed, placed
from clusterdesign.tables.sheet import Column, Sheet


def by_rack_sheet(design: Design, lines: tuple[BillLine, ...]) -> Sheet[Placed]:
    """Return the needed quantities by rack, without spares; what has no rack stands last."""
    return Sheet(
        name="By rack",
        rows=placed(design, lines),
        columns=(
            Column("Rack", lambda row: row.rack, width=8),
            Column("Lot", lambda row: row.line.lot, kind="word", width=15),
            Column("Section", lambda row: row.line.section, kind="word", width=18),
            Column("Part number", lambda row: row.line.part_number, width=26),
            Column("Name", lambda row: row.line.description, width=44),
            Column("Length", lambda row: row.line.length, kind="number", unit="m", width=9),
            Column("Quantity", lambda row: row.quantity, kind="integer", width=10),
            Column("Unit", lambda row: row.line.unit, kind="word", width=10),
            Column("Key", lambda row: row.line.key, width=36, printed=False),
        ),
    )
