"""The sheet of transceivers to insert before the fibres are plugged: one row a module."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design, Transceiver
from clusterdesign.names import natural_key
from clusterdesign.parts import AnyPart
from clusterdesign.tables.places import rack_name, rack_unit, walk_key
from clusterdesign.tables.sheet import Column, Sheet


@dataclass(frozen=True, slots=True)
class TransceiverRow:
    """A module, its place and the ports behind it."""

    module: Transceiver
    part: AnyPart
    rack: str
    unit: int | None
    ports: tuple[str, ...]


def transceiver_sheet(design: Design) -> Sheet[TransceiverRow]:
    """Return the sheet of modules, in the order of a walk along the racks."""
    rows = sorted((_row(design, module) for module in design.transceivers), key=_walk)
    return Sheet(
        name="Transceivers",
        rows=tuple(rows),
        columns=(
            Column("Rack", lambda row: row.rack, width=8),
            Column("U", lambda row: row.unit, kind="integer", width=6),
            Column("Device", lambda row: row.module.device, width=30),
            Column("Cage", lambda row: row.module.cage, width=12),
            Column("Ports", lambda row: ", ".join(row.ports), width=24),
            Column("Part number", lambda row: row.part.part_number, width=24),
            Column("Name", lambda row: row.part.name, width=72),
            Column("Inspected", _empty, width=10),
            Column("Inserted", _empty, width=10),
            Column("Remarks", _empty, width=24),
            Column("Part", lambda row: row.module.part, width=30, printed=False),
        ),
    )


def _empty(_: TransceiverRow) -> None:
    """Return nothing: the installer fills this cell in."""


def _row(design: Design, module: Transceiver) -> TransceiverRow:
    cages = getattr(design.parts[design.device[module.device].part], "cages", ())
    ports = next((cage.ports for cage in cages if cage.name == module.cage), ())
    return TransceiverRow(
        module=module,
        part=design.part_of(module),
        rack=rack_name(design, module.device),
        unit=rack_unit(design, module.device),
        ports=tuple(port.name for port in ports),
    )


def _walk(row: TransceiverRow) -> tuple[object, ...]:
    return (*walk_key(row.rack, row.unit, row.module.device), natural_key(row.module.cage))
