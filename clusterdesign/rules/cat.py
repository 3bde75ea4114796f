"""Catalogue rules: parts whose data are missing, assumed, contradictory or out of sale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clusterdesign.design.design import Design
from clusterdesign.parts import Cable, CduPart, Fibre, PduPart, RackPart, Transceiver
from clusterdesign.parts import Device as DevicePart
from clusterdesign.rules.index import index
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import count, percent
from clusterdesign.units import Quantity


def _faults(design: Design) -> Iterator[tuple[str, str, str]]:
    """Yield components without a fitting part: path, part id, kind of component."""
    parts = design.parts.items()
    devices = {id_ for id_, part in parts if isinstance(part, DevicePart | PduPart | CduPart)}
    racks = {id_ for id_, part in parts if isinstance(part, RackPart)}
    modules = {id_ for id_, part in parts if isinstance(part, Transceiver)}
    cables = {id_ for id_, part in parts if isinstance(part, Cable | Fibre)}
    yield from ((one.path, one.part, one.kind) for one in design.devices if one.part not in devices)
    yield from ((one.path, one.part, "rack") for one in design.racks if one.part not in racks)
    yield from ((one.path, one.part, "transceiver") for one in design.transceivers if one.part not in modules)
    yield from ((one.path, one.part, "cable") for one in design.cables if one.part not in cables)


@rule("CAT001", "no-such-part", "error")
def no_such_part(design: Design) -> Iterator[Hit]:
    """A component names a part that the design does not carry, or one of the wrong kind.

    Why: It cannot be ordered, and no other rule can judge it.
    Example: A cable whose part is a switch.
    Fix: Name a part of the right kind.
    Source: a design carries every part that it uses.
    """
    for path, part, kind in _faults(design):
        what = f"is a {design.parts[part].kind}" if part in design.parts else "is not in the design"
        yield Hit(
            paths=(path,),
            message=f"{path} is a {kind} and names the part {part}, which {what}",
            fix=f"name a part that is a {kind}",
        )


@rule("CAT002", "value-unknown", "info")
def value_unknown(design: Design) -> Iterator[Gap]:
    """A part in use lacks a value that rules need. Never a finding: it is listed as not checked.

    Why: A green tick where a datasheet value is missing is how clusters end up in racks that cannot carry them.
    Example: A server whose vendor publishes no weight.
    Fix: Ask the vendor and enter the value with its source, or state an assumption.
    Source: the list of needed values of each kind of part.
    """
    found = index(design)
    for key, part in design.parts.items():
        users = found.users.get(key, ())
        for field in part.unknown() if users else ():
            yield Gap(part=key, field=field, paths=users)


def _text(value: Any) -> str:
    """Return a single value as text; empty for a group of values, which has no short form."""
    if isinstance(value, float):
        return percent(value) if 0 <= value <= 1 else f"{value:g}"
    return str(value) if isinstance(value, Quantity | int | str) else ""


@rule("CAT901", "value-assumed", "info")
def value_assumed(design: Design) -> Iterator[Hit]:
    """A part in use rests on values that are declared assumptions, without a source.

    Why: Whoever signs the design must know what it rests on.
    Example: A weight taken from a similar server.
    Fix: Ask the vendor and enter the value with its source.
    Source: the confidence that the part's catalogue entry states.
    """
    found = index(design)
    for key, part in design.parts.items():
        users = found.users.get(key, ())
        assumed = list(part.assumed()) if users else []
        if assumed:
            words = (" ".join(text for text in (field, _text(value)) if text) for field, value, _ in assumed)
            yield Hit(
                paths=users,
                message=f"{key} ({count(len(users), 'component')}) rests on assumptions: {', '.join(words)}",
                fix="ask the vendor and enter the value with its source",
                measured=count(len(assumed), "assumed value"),
                source="; ".join(dict.fromkeys(source.ref for _, _, source in assumed)),
            )


@rule("CAT902", "source-conflict", "warning")
def source_conflict(design: Design) -> Iterator[Hit]:
    """The datasheet of a part implies a larger power than the maximum it states.

    Why: Feeds and cooling are sized by the smaller figure, and the heat is the larger one.
    Example: DGX H100: 10.2 kW stated, 38,557 BTU/h stated, which is 11.3 kW.
    Fix: Ask the vendor; until then size cooling by the larger figure.
    Source: both lines of the datasheet, in the part's catalogue entry.
    """
    found = index(design)
    for key, part in design.parts.items():
        users = found.users.get(key, ())
        power = part.power if isinstance(part, DevicePart | PduPart) else None
        if not users or power is None or power.source_conflict is None:
            continue
        stated = power.maximum.text("kW", 3) if power.maximum is not None else "unknown"
        origin = part.source("power.source_conflict")
        yield Hit(
            paths=users,
            message=f"the datasheet of {key} states {stated} and elsewhere {power.source_conflict.text('kW', 3)}",
            fix="ask the vendor; until then size cooling by the larger figure",
            measured=power.source_conflict.text("kW", 3),
            limit=stated,
            margin=(power.maximum - power.source_conflict).text("kW", 3) if power.maximum is not None else "",
            source=origin.ref if origin is not None else "",
        )


@rule("CAT903", "part-discontinued", "warning")
def part_discontinued(design: Design) -> Iterator[Hit]:
    """A part in use is no longer sold by its vendor.

    Why: The quote comes back with a substitute that nobody checked, or with used hardware.
    Example: Active copper splitters of NDR.
    Fix: Choose the successor, or make sure of the stock.
    Source: the sales state in the part's catalogue entry.
    """
    found = index(design)
    for key, part in design.parts.items():
        users = found.users.get(key, ())
        if users and part.discontinued:
            origin = part.source("discontinued")
            yield Hit(
                paths=users,
                message=f"{key} is no longer sold ({count(len(users), 'component')})",
                fix="choose the successor, or make sure of the stock",
                source=origin.ref if origin is not None else "",
            )


CAT = (no_such_part, value_unknown, value_assumed, source_conflict, part_discontinued)
