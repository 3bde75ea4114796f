"""Chapter: racks and floor."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design
from clusterdesign.engineering.racks import RackLoad, rack_loads
from clusterdesign.names import natural_key
from clusterdesign.tables.document import Block, Heading, Picture, Section, Table, Text
from clusterdesign.tables.proposal.offer import Offer
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (46.0, 14.0, 24.0, 17.0, 17.0, 19.0, 18.0, 20.0)
_KEYS = ("rack", "count", "role", "nodes", "units", "power", "mass", "binding")


def racks(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter with elevations and floor plan."""
    design = offer.chosen.design
    yield Heading(tell("racks"), page=True)
    if not design.racks:
        yield Text(tell("racks.none"))
        return
    yield Text(tell("racks.intro", racks=len(design.racks), devices=len(design.placements)))
    units = {"power": tell.printer.unit("kW"), "mass": tell.printer.unit("kg")}
    heads = tuple(tell(f"racks.{key}", unit=units.get(key, "")) for key in _KEYS)
    rows = tuple(_rows(tell, design))
    yield Table(heads, rows, caption=tell("racks.caption"), widths=_WIDTHS, aligned="lrlrrrrl", size=8)
    weightless = {path for load in rack_loads(design).values() for path in load.weightless}
    if weightless:
        yield Text(tell("racks.weightless", count=len(weightless)), "note")
    yield Picture("floor", tell("floor.figure"))
    yield Section("landscape", "A3")
    yield Picture("racks", tell("racks.figure"))
    yield Section()


def _rows(tell: Teller, design: Design) -> Iterator[tuple[str | int | float | None, ...]]:
    alike: dict[tuple[object, ...], list[RackLoad]] = {}
    loads = rack_loads(design)
    for path in sorted(loads, key=natural_key):
        load = loads[path]
        key = (load.rack.role, load.nodes, load.used, round(load.watts), round(load.mass), load.binding)
        alike.setdefault(key, []).append(load)
    for same in alike.values():
        load = same[0]
        power, mass = tell.printer.digits(load.watts / 1e3, 3), tell.printer.digits(load.mass, 3)
        yield (
            spans([one.rack.path.removeprefix("rack/") for one in same]),
            len(same),
            tell.word(load.rack.role),
            load.nodes,
            load.used,
            _bound(tell, power, load.watts, partial=bool(load.silent)),
            _bound(tell, mass, load.mass, partial=bool(load.weightless)),
            tell.word(load.binding) if load.binding else "",
        )


def _bound(tell: Teller, text: str, value: float, *, partial: bool) -> str:
    """Return a sum; of which nothing is known it is unknown, and of which a part is known a lower bound."""
    if not partial:
        return text
    return f"≥ {text}" if value else tell("unknown")


def spans(names: list[str]) -> str:
    """Return names in their order with runs of numbers drawn together: ``A01–A08, A11``."""
    runs: list[list[str]] = []
    for name in names:
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _follows(before: str, name: str) -> bool:
    """Tell whether the second name is the first with the next number at its end."""
    stem = before.rstrip("0123456789")
    number, rest = before[len(stem) :], name.removeprefix(stem)
    return bool(number) and name.startswith(stem) and rest.isdigit() and int(rest) == int(number) + 1


__all__ = ["racks", "spans"]
