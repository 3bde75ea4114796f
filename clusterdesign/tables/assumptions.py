"""What the design rests on without a source, and what nobody knows yet: never hidden in a total."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from clusterdesign.design import Design
from clusterdesign.names import natural_key
from clusterdesign.parts import Frozen, Node, Source
from clusterdesign.tables.places import summary
from clusterdesign.tables.sheet import Column, Sheet
from clusterdesign.units import Quantity


@dataclass(frozen=True, slots=True)
class Assumption:
    """A value without a source, or without a value.

    Attributes:
        field: dotted field of the part.
        value: as it was assumed; empty where it is unknown.
        note: why it was assumed.
        paths: components of the part.
    """

    status: Literal["assumed", "unknown", "not in the bill", "no price"]
    part: str
    name: str
    field: str
    value: str
    note: str
    paths: tuple[str, ...]


def assumption_sheet(design: Design, more: tuple[Assumption, ...] = ()) -> Sheet[Assumption]:
    """Return the sheet of assumptions and unknowns, the components that they touch beside each.

    Args:
        design: what rests on them.
        more: what else there is to say; it stands first.
    """
    return Sheet(
        name="Assumptions",
        rows=(*more, *_rows(design)),
        columns=(
            Column("Status", lambda row: row.status, kind="word", width=16),
            Column("Part", lambda row: row.part, width=34),
            # A word: what no part stands for has its name from us.
            Column("Name", lambda row: row.name, kind="word", width=44),
            Column("Field", lambda row: row.field, width=24),
            Column("Value", lambda row: row.value, width=18),
            Column("Note", lambda row: row.note, width=48),
            Column("Components", lambda row: summary(row.paths), width=36),
            Column("Quantity", lambda row: len(row.paths) or None, kind="integer", width=10),
        ),
    )


def _rows(design: Design) -> Iterator[Assumption]:
    bare = tuple(cord.path for cord in design.cords if cord.length is None and cord.pdu in design.device)
    if bare:
        # Cords of inlets that nobody published: a bill that leaves them out says so.
        yield Assumption(
            status="not in the bill",
            part="",
            name="power cords",
            field="",
            value="",
            note="",
            paths=bare,
        )
    for id_, where in _perhaps_included(design).items():
        note = "the bill has a cord for each supply"
        yield Assumption(
            "unknown", id_, design.parts[id_].name, "supplies.cords_included", value="", note=note, paths=where
        )
    for (field, value, because), where in _premises(design).items():
        yield Assumption(
            "assumed", part="", name="value of the site", field=field, value=value, note=because, paths=where
        )
    paths = components(design)
    for id_ in sorted(design.parts, key=natural_key):
        part = design.parts[id_]
        where = paths.get(id_, ())
        for field, value, source in part.assumed():
            yield Assumption("assumed", id_, part.name, field, _value(value), _note(source), where)
        for field in part.unknown():
            yield Assumption("unknown", id_, part.name, field, value="", note="", paths=where)


def _perhaps_included(design: Design) -> dict[str, tuple[str, ...]]:
    """Return the devices that cords are bought for though they may be delivered with their own, by part."""
    found: dict[str, dict[str, None]] = {}
    for cord in design.cords:
        device = design.device.get(cord.device)
        if cord.part and device is not None and design.parts[device.part].value("supplies.cords_included") is None:
            found.setdefault(device.part, {})[device.path] = None
    return {part: tuple(paths) for part, paths in found.items()}


def _premises(design: Design) -> dict[tuple[str, str, str], tuple[str, ...]]:
    """Return the defaults of the site that nobody declared, each with what it is about."""
    found: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for premise in design.premises:
        key = (premise.field, premise.value, premise.because)
        found[key] = (*found.get(key, ()), premise.path)
    return found


def components(design: Design) -> dict[str, tuple[str, ...]]:
    """Return the paths of the components of every part; adapters count by the node they are fitted to."""
    found: dict[str, list[str]] = {}
    for group in (design.devices, design.racks, design.transceivers, design.cables):
        for record in group:
            found.setdefault(record.part, []).append(record.path)
    for device in design.nodes():
        part = design.part_of(device)
        if isinstance(part, Node):
            for id_ in {adapter.part for adapter in part.adapters if adapter.part}:
                found.setdefault(id_, []).append(device.path)
    for fitting in design.fittings:
        found.setdefault(fitting.part, []).append(fitting.path)
    return {part: tuple(paths) for part, paths in found.items()}


def _value(value: object) -> str:
    """Print a value; of a group of values, those that are known."""
    if isinstance(value, Frozen):
        known = ((name, _value(inner)) for name, inner in value if inner is not None)
        return ", ".join(f"{name} {text}" for name, text in known if text)
    return str(value) if isinstance(value, str | int | float | Quantity) else ""


def _note(source: Source) -> str:
    return ": ".join(text for text in (source.ref, source.note) if text)
