"""Sheets for whoever plans the building: UPS and generator by planning values, and the order of starting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.engineering.power import PowerAnalysis
from clusterdesign.engineering.power.backup import generator, start_order, ups
from clusterdesign.engineering.power.redundancy import maximum
from clusterdesign.names import natural_key
from clusterdesign.parts import CduPart
from clusterdesign.parts import Device as DevicePart
from clusterdesign.tables.places import rack_name
from clusterdesign.tables.sheet import Column, Sheet

_KILO = 1000


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure with what it holds."""

    name: str
    value: float
    unit: str
    basis: str


def backup_sheet(design: Design, analysis: PowerAnalysis) -> Sheet[_Figure]:
    """Return what a UPS and a generator for the whole load would be."""
    return Sheet(
        name="UPS and generator",
        rows=tuple(_figures(design, analysis)),
        columns=(
            Column("Figure", lambda row: row.name, kind="word", width=34),
            Column("Value", lambda row: row.value, kind="number", digits=1, width=12),
            Column("Unit", lambda row: row.unit, kind="word", width=9),
            Column("Basis", lambda row: row.basis, kind="word", width=70),
        ),
    )


def _figures(design: Design, analysis: PowerAnalysis) -> Iterator[_Figure]:
    if not design.feeds:
        return
    load = sum(analysis.normal.get((feed.path, ""), 0.0) for feed in design.feeds) / _KILO
    found = ups(load, power_factor=min(feed.power_factor for feed in design.feeds))
    yield _Figure("IT load", load, "kW", "normal load of all feeds, pumps on them included")
    yield _Figure("IT load with growth", found.kilowatts, "kW", "20 % more")
    yield _Figure("UPS", found.kva, "kVA", "with growth, over the power factor, without the redundant module")
    yield _Figure(
        "Generator", generator(load), "kVA", "UPS 95 %, charging 10 %, cooling 30 %, 70 % of the nameplate used"
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """Devices of a rack that are switched on together."""

    number: int
    what: str
    rack: str
    devices: int
    kilowatts: float | None


def start_sheet(design: Design) -> Sheet[_Step]:
    """Return the order of starting, rack by rack."""
    return Sheet(
        name="Start order",
        rows=tuple(_steps(design)),
        columns=(
            Column("Step", lambda row: row.number, kind="integer", width=8),
            Column("What", lambda row: row.what, kind="word", width=14),
            Column("Rack", lambda row: row.rack, width=9),
            Column("Devices", lambda row: row.devices, kind="integer", width=11, total=True),
            Column("Power", lambda row: row.kilowatts, kind="number", unit="kW", digits=2, width=11, total=True),
            Column("Started", lambda _: None, width=11),
        ),
    )


def _steps(design: Design) -> Iterator[_Step]:
    """Yield one step for each kind of device in a rack; the power is that of the devices whose draw is known."""
    number = 0
    for what, devices in start_order(design):
        counted: Counter[str] = Counter()
        watts: dict[str, float] = {}
        for device in devices:
            rack = rack_name(design, device.path)
            part = design.parts.get(device.part)
            counted[rack] += 1
            draw = maximum(part) if isinstance(part, DevicePart | CduPart) else None
            if draw is not None:
                watts[rack] = watts.get(rack, 0.0) + draw.to("kW")
        for rack in sorted(counted, key=natural_key):
            number += 1
            yield _Step(number, what, rack, counted[rack], watts.get(rack))
