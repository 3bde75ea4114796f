"""What differs between two designs: components by path, field by field, and how many of each part.

Paths are identity, so a component that kept its path is the same component: it changed, it was not exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from clusterdesign.design.design import Design
from clusterdesign.design.records import End, PortRef
from clusterdesign.names import natural_sorted
from clusterdesign.parts import Fibre, Part


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of one component, before and after, as text."""

    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Change:
    """A component that both designs have and that is not the same in both."""

    path: str
    fields: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Differences among records of one kind.

    Attributes:
        kind: ``devices``, ``cables`` ...: a collection of the design.
        added, removed: paths in the new design only, and in the old one only.
        changed: paths in both.
    """

    kind: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Quantity:
    """How many pieces of a part each design needs.

    Attributes:
        part: its id; for fibre that is sold by length, with the part number that is ordered.
    """

    part: str
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The whole difference; false when there is none.

    Attributes:
        groups: only kinds in which something differs.
        quantities: only parts whose number differs.
    """

    groups: tuple[Group, ...]
    quantities: tuple[Quantity, ...]

    def __bool__(self) -> bool:
        return bool(self.groups)


def diff(old: Design, new: Design) -> Difference:
    """Compare two designs, record by record. The order of records is no difference."""
    groups = []
    for kind in _IDENTITY:
        group = _compare(kind, _records(old, kind), _records(new, kind))
        if group.added or group.removed or group.changed:
            groups.append(group)
    return Difference(tuple(groups), _quantities(old, new))


_IDENTITY: dict[str, tuple[str, ...]] = {
    "design": (),
    "fabrics": ("name",),
    "devices": ("path",),
    "racks": ("path",),
    "placements": ("device",),
    "links": ("path",),
    "transceivers": ("path",),
    "cables": ("path",),
    "trays": ("path",),
    "routes": ("path",),
    "storage": ("path",),
    "networks": ("name",),
    "interfaces": ("device", "name"),
    "managed_hosts": ("path",),
    "feeds": ("path",),
    "pdu_feeds": ("pdu",),
    "cords": ("path",),
    "heat": ("device", "sink"),
    "halls": ("path",),
    "loops": ("path",),
    "fittings": ("path",),
    "premises": ("path", "field"),
    "reservations": ("path",),
    "parts": ("id",),
    "deviations": ("kind", "where"),
    "notes": ("path",),
    "troubles": ("code", "path"),
    "waivers": ("rule", "at"),
    "limits": ("limit",),
    "printing": (),
    "procurement": (),
}
"""Every collection of a design, and the fields that identify a record in it."""


def _records(design: Design, kind: str) -> dict[str, Any]:
    """Return the records of one kind by identity; a second note on the same path becomes ``path #2``."""
    if kind == "design":
        return {"design": design}
    held = getattr(design, kind)
    if not _IDENTITY[kind]:
        return {kind: held}
    found: dict[str, Any] = {}
    for record in held.values() if isinstance(held, Mapping) else held:
        key = " ".join(str(getattr(record, name)) for name in _IDENTITY[kind])
        number = 1
        while (name := key if number == 1 else f"{key} #{number}") in found:
            number += 1
        found[name] = record
    return found


def _compare(kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Group:
    changed = (
        Change(path, changes)
        for path in natural_sorted(old.keys() & new.keys())
        if (changes := tuple(_changes(old[path], new[path])))
    )
    return Group(
        kind=kind,
        added=tuple(natural_sorted(new.keys() - old.keys())),
        removed=tuple(natural_sorted(old.keys() - new.keys())),
        changed=tuple(changed),
    )


def _changes(old: Any, new: Any) -> Iterable[FieldChange]:
    for name in _fields(old):
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield FieldChange(name, _text(before), _text(after))


def _fields(record: Any) -> Iterable[str]:
    if isinstance(record, Design):
        return ("name", "schema", "scheduler")  # the rest of a design are its collections
    return type(record).model_fields if isinstance(record, Part) else (f.name for f in fields(record))


def _text(value: Any) -> str:
    match value:
        case PortRef():
            return str(value)
        case tuple():
            return ", ".join(_text(item) for item in value) or "none"
        case End(device=""):
            return "parked"
        case End(device=device, cage=cage, connector=connector, ports=ports):
            return f"{device}:{cage}{'' if connector is None else f'/{connector + 1}'} [{' '.join(ports)}]"
        case None | "":
            return "none"
        case _:
            return str(value)


def _quantities(old: Design, new: Design) -> tuple[Quantity, ...]:
    before, after = _pieces(old), _pieces(new)
    return tuple(
        Quantity(part, before[part], after[part])
        for part in natural_sorted(before.keys() | after.keys())
        if before[part] != after[part]
    )


def _pieces(design: Design) -> Counter[str]:
    pieces = Counter(device.part for device in design.devices)
    pieces.update(rack.part for rack in design.racks)
    pieces.update(module.part for module in design.transceivers)
    for cable in design.cables:
        # One fibre part is sold in many lengths, and each length is an article of its own.
        by_length = isinstance(design.parts[cable.part], Fibre)
        pieces[f"{cable.part} {cable.part_number or cable.length}" if by_length else cable.part] += 1
    return pieces
