"""Places that are kept free for growth, and what will stand there."""

from __future__ import annotations

from clusterdesign.design import Design, Reservation
from clusterdesign.parts import Device
from clusterdesign.tables.sheet import Column, Sheet
from clusterdesign.units import Power


def reservation_sheet(design: Design) -> Sheet[Reservation]:
    """Return the sheet of reserved places, in the order of the paths, with the draw that will come with each."""

    def power(row: Reservation) -> Power | None:
        part = design.parts.get(row.part)
        return part.power.maximum if isinstance(part, Device) else None

    return Sheet(
        name="Reservations",
        rows=design.reservations,
        columns=(
            Column("Device", lambda row: row.path, width=28),
            Column("Part", lambda row: row.part, width=34),
            Column("Rack", lambda row: row.rack.removeprefix("rack/"), width=8),
            Column("U", lambda row: row.u, kind="integer", width=6),
            Column("Height", lambda row: row.height_u, kind="integer", unit="U", width=8),
            Column("Power", power, kind="number", unit="kW", digits=2, width=10, total=True),
            Column("Reason", lambda row: row.because, width=40),
        ),
    )
