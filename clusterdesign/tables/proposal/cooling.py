"""Chapter: heat into air and coolant."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.engineering.cooling import RackHeat, cooling_analysis
from clusterdesign.names import natural_key
from clusterdesign.tables.cooling import cooling_book
from clusterdesign.tables.document import Block, Bullets, Grid, Heading, Picture, Section, Table, Text
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.racks import spans
from clusterdesign.tables.proposal.teller import Teller

_NARROW = 5
"""Racks up to which the drawing of air can be read on an upright page."""

_WIDTHS = (65.0, 20.0, 30.0, 30.0, 30.0)


def cooling(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter with the drawing of air and loops."""
    design = offer.chosen.design
    yield Heading(tell("cooling"), page=True)
    if not design.heat:
        yield Text(tell("cooling.none"))
        return
    racks, printer = cooling_analysis(design).racks.values(), tell.printer
    partial = any(rack.unknown for rack in racks)
    yield Text(
        tell(
            "cooling.intro",
            air=_shown(tell, sum(rack.air for rack in racks), "kW", partial=partial),
            liquid=_shown(tell, sum(rack.liquid for rack in racks), "kW", partial=partial and bool(design.loops)),
            volume=_shown(tell, sum(rack.volume for rack in racks), "m3/h", partial=partial),
        )
    )
    heads = (
        tell("racks.rack"),
        tell("racks.count"),
        tell("cooling.air", unit=printer.unit("kW")),
        tell("cooling.liquid", unit=printer.unit("kW")),
        tell("cooling.volume", unit=printer.unit("m3/h")),
    )
    yield Table(heads, tuple(_rows(tell, design)), caption=tell("cooling.caption"), widths=_WIDTHS, aligned="lrrrr")
    yield Bullets(tuple(_notes(tell, design)))
    loops = next(sheet for sheet in cooling_book(design).sheets if sheet.name == "Loops")
    if not loops.rows and len(racks) <= _NARROW:
        yield Picture("cooling", tell("cooling.figure"))
        return
    yield Section("landscape")
    if loops.rows:
        yield Grid(loops, caption=tell("cooling.loops"))
    yield Picture("cooling", tell("cooling.figure"))
    yield Section()


def _rows(tell: Teller, design: Design) -> Iterator[tuple[str | int, ...]]:
    racks = cooling_analysis(design).racks
    alike: dict[tuple[float, float, float, bool], list[RackHeat]] = {}
    for path in sorted(racks, key=natural_key):
        rack = racks[path]
        key = (round(rack.air, 2), round(rack.liquid, 2), round(rack.volume), bool(rack.unknown))
        alike.setdefault(key, []).append(rack)
    for (*values, partial), same in alike.items():
        names = [rack.rack.removeprefix("rack/") for rack in same]
        unknown = (partial, partial and bool(design.loops), partial)
        shown = (_shown(tell, value, partial=part) for value, part in zip(values, unknown, strict=True))
        yield (spans(names), len(same), *shown)


def _shown(tell: Teller, value: float, unit: str = "", *, partial: bool) -> str:
    """Return a sum: a lower bound where a part is unknown, and unknown where all of it is."""
    if partial and not value:
        return tell("unknown")
    return f"{'≥ ' if partial else ''}{tell.printer.digits(value, 3, unit)}"


def _notes(tell: Teller, design: Design) -> Iterator[str]:
    for hall in design.halls:
        yield tell(
            "cooling.hall",
            name=hall.path.rpartition("/")[2],
            inlet=tell.quantity(hall.inlet, "°C"),
            humidity=tell.printer.percent(hall.humidity),
            altitude=tell.quantity(hall.altitude, "m"),
        )
    unknown = {path for rack in cooling_analysis(design).racks.values() for path in rack.unknown}
    if unknown:
        yield tell("cooling.unknown", count=len(unknown))


__all__ = ["cooling"]
