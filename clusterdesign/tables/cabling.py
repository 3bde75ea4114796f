"""The cabling sheet: one row a bought cable, never twice, with all its ends."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Cable, Design, End, PortRef
from clusterdesign.names import natural_key
from clusterdesign.parts import Cable as CablePart
from clusterdesign.tables.places import rack_name, rack_unit, walk_key
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.tables.summary import summary_sheet
from clusterdesign.tables.transceivers import transceiver_sheet
from clusterdesign.units import Length, Rate

MARKS = "ABCDEFGHI"
"""Ends of a cable; a splitter has its head at A."""

_STRAIGHT = 2


@dataclass(frozen=True, slots=True)
class CableEnd:
    """One end of a cable as the sheet prints it. A tail parked for later growth has no device."""

    device: str
    rack: str
    unit: int | None
    cage: str
    port: str
    system: str
    module: str


@dataclass(frozen=True, slots=True)
class CableRow:
    """A cable with what its links say about it."""

    cable: Cable
    ends: tuple[CableEnd, ...]
    medium: str
    speed: Rate | None
    rail: int | None

    @property
    def id(self) -> str:
        """Identity of the cable on sheets and labels: the device and port of its first end."""
        return cable_id(self.cable)

    @property
    def slack(self) -> Length:
        """Bought length minus run."""
        return self.cable.length - self.cable.run


def cable_id(cable: Cable) -> str:
    """Return the id of a cable: its path without ``cable/``.

    It names the device and port of end A, so it is unique, says where to begin, and stays when the cluster
    grows. A running number would move with every cable that comes or goes.
    """
    return cable.path.removeprefix("cable/")


def cabling_book(design: Design) -> Book:
    """Return the cabling workbook: cables, transceivers to insert, summary of parts and lengths."""
    return Book(
        name="cabling",
        title=design.name,
        sheets=(cable_sheet(design), transceiver_sheet(design), summary_sheet(design)),
    )


def cable_sheet(design: Design) -> Sheet[CableRow]:
    """Return the sheet of cables, in the order of a walk along the racks of end A, each from the top down."""
    rows = sorted((_row(design, cable) for cable in design.cables), key=_walk)
    most = max((len(row.ends) for row in rows), default=2)
    ends = range(max(2, most))
    # Few cables are splitters: on paper their tails share a column, or every row would pay for them.
    tails = (Column("More ends", _tails, width=24),) if most > _STRAIGHT else ()
    return Sheet(
        name="Cables",
        rows=tuple(rows),
        columns=(
            # On paper end A names the cable: its device and port stand in the next columns.
            Column("Cable", lambda row: row.id, width=34, printed=False),
            *(column for n in ends[:_STRAIGHT] for column in _place_columns(n, printed=True)),
            *tails,
            Column("Medium", lambda row: row.medium, kind="word", width=15),
            Column("Part number", lambda row: row.cable.part_number, width=24),
            Column("Length", lambda row: row.cable.length, kind="number", unit="m", width=8),
            Column("Pulled", _empty, width=8),
            *(Column("plugged", _empty, mark=MARKS[n], width=9) for n in ends),
            Column("Tested", _empty, width=8),
            Column("Remarks", _empty, width=20),
            *(column for n in ends[_STRAIGHT:] for column in _place_columns(n, printed=False)),
            *(column for n in ends for column in _plug_columns(n)),
            Column("Run", lambda row: row.cable.run, kind="number", unit="m", digits=2, width=8, printed=False),
            Column("Slack", lambda row: row.slack, kind="number", unit="m", digits=2, width=8, printed=False),
            Column("Fabric", lambda row: row.cable.fabric, width=12, printed=False),
            Column("Tier", lambda row: row.cable.tier, kind="word", width=14, printed=False),
            Column("Rail", lambda row: row.rail, kind="integer", width=6, printed=False),
            Column("Links", lambda row: len(row.cable.links), kind="integer", width=7, printed=False),
            Column("Speed", lambda row: row.speed, kind="number", unit="Gb/s", width=8, printed=False),
            Column("Part", lambda row: row.cable.part, width=30, printed=False),
            Column("Reason", lambda row: row.cable.why, width=60, printed=False),
        ),
    )


def _place_columns(n: int, *, printed: bool) -> tuple[Column[CableRow], ...]:
    """Where end ``n`` goes, as an installer looks for it: rack, unit, device, port."""
    mark = MARKS[n]
    return (
        Column("rack", lambda row: _end(row, n).rack, mark=mark, width=8, printed=printed),
        Column("U", lambda row: _end(row, n).unit, kind="integer", mark=mark, width=6, printed=printed),
        Column("device", lambda row: _end(row, n).device, mark=mark, width=30, printed=printed),
        Column("port", lambda row: _end(row, n).port, mark=mark, width=24, printed=printed),
    )


def _plug_columns(n: int) -> tuple[Column[CableRow], ...]:
    """What end ``n`` is plugged into."""
    mark = MARKS[n]
    return (
        Column("cage", lambda row: _end(row, n).cage, mark=mark, width=10, printed=False),
        Column("OS name", lambda row: _end(row, n).system, mark=mark, width=24, printed=False),
        Column("transceiver", lambda row: _end(row, n).module, mark=mark, width=24, printed=False),
    )


_NO_END = CableEnd(device="", rack="", unit=None, cage="", port="", system="", module="")


def _end(row: CableRow, n: int) -> CableEnd:
    return row.ends[n] if n < len(row.ends) else _NO_END


def _tails(row: CableRow) -> str:
    """Name the ends after the second, one a line; a parked tail has no place."""
    lines = []
    for mark, end in zip(MARKS[_STRAIGHT:], row.ends[_STRAIGHT:], strict=False):
        place = (end.rack, f"U{end.unit}" if end.unit else "", end.device, end.port)
        lines.append(" ".join((f"{mark}:", *filter(None, place))))
    return "\n".join(lines)


def _empty(_: CableRow) -> None:
    """Return nothing: the installer fills this cell in."""


def _row(design: Design, cable: Cable) -> CableRow:
    part = design.cable_part(cable)
    links = [design.link[path] for path in cable.links if path in design.link]
    rails = {link.rail for link in links}
    return CableRow(
        cable=cable,
        ends=tuple(_cable_end(design, end) for end in cable.ends),
        medium=part.medium if isinstance(part, CablePart) else part.fibre,
        speed=links[0].speed if links else None,
        rail=rails.pop() if len(rails) == 1 else None,
    )


def _cable_end(design: Design, end: End) -> CableEnd:
    if not end.device:
        return _NO_END
    ports = [design.port(PortRef(end.device, name)) for name in end.ports]
    module = None if end.connector is None else design.transceiver_in.get((end.device, end.cage))
    return CableEnd(
        device=end.device,
        rack=rack_name(design, end.device),
        unit=rack_unit(design, end.device),
        cage=end.cage,
        port=", ".join(end.ports),
        system=", ".join(name for port in ports if port and (name := port.os_name or port.netdev)),
        module=(design.part_of(module).part_number or module.part) if module else "",
    )


def _walk(row: CableRow) -> tuple[object, ...]:
    a = row.ends[0]
    return (*walk_key(a.rack, a.unit, a.device), natural_key(a.port), natural_key(row.id))
