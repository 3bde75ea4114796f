"""The cable journal of Russian project documents: what is designed, and what was laid, side by side.

Its two-level heads are written flat, one row of heads as on every sheet; the columns under "laid" stay empty for
the installer, who attaches the journal to the as-built documents.
"""

from __future__ import annotations

from clusterdesign.parts import Cable as CablePart
from clusterdesign.tables.cabling.columns import empty, spot
from clusterdesign.tables.cabling.rows import CableRow, Plan
from clusterdesign.tables.sheet import Column, Sheet

_CONNECTORS = {"mpo12-apc": "MPO-12/APC", "mpo12-upc": "MPO-12/UPC", "lc-upc": "LC duplex"}

_PLUGS = {
    "osfp-twin-finned": "OSFP",
    "osfp-twin-flat": "OSFP",
    "osfp-single-flat": "OSFP",
    "rj45": "RJ45",
}


def journal_sheet(plan: Plan) -> Sheet[CableRow]:
    """Return the cable journal, in the order of pulling."""
    return Sheet(
        name="Cable journal",
        rows=plan.rows,
        columns=(
            Column("Cable mark", lambda row: row.tag, width=14),
            Column("Way: from", lambda row: spot(row.ends[0]), width=36),
            Column("Way: to", lambda row: "\n".join(map(spot, row.ends[1:])), width=36),
            Column("Way: section", lambda row: row.route, width=20),
            Column("Designed: type", _type, width=22),
            Column("Designed: number and cores", cores, width=22),
            Column("Designed: length", lambda row: row.cable.length, kind="number", unit="m", width=12),
            Column("Laid: type", empty, width=18),
            Column("Laid: number and cores", empty, width=18),
            Column("Laid: length", empty, width=12),
        ),
    )


def _type(row: CableRow) -> str:
    return row.cable.part_number or row.cable.part


def cores(row: CableRow) -> str:
    """Say what is in the cable: its connectors, and for fibre the grade."""
    part = row.part
    if isinstance(part, CablePart):
        shape = part.ends[0].plug
        return f"1x {_PLUGS.get(shape, shape.upper())}{f' - {len(part.ends) - 1}x' if part.is_splitter else ''}"
    grade = next((sold.grade for sold in part.lengths if sold.length == row.cable.length), "")
    return f"1x {_CONNECTORS[part.connector]} {grade}".rstrip()


__all__ = ["cores", "journal_sheet"]
