"""Cabling rules about the way of the cables: how full the trays are, how much cable is left over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable
from clusterdesign.design.trays import TrayLoad, tray_loads
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import percent
from clusterdesign.units import Length, m


@rule("CBL110", "tray-overfilled", "error")
def tray_overfilled(design: Design) -> Iterator[Hit | Gap]:
    """A piece of tray holds more cable than it may when it is full.

    Why: A tray that is half full by calculation is full by eye; the last cables are forced in and bent.
    Example: 256 copper cables of 9.43 mm in a tray of 300 x 100 mm fill it by 60 %.
    Fix: Declare a wider tray or a second one, spread the cross trays, or replace copper by fibre.
    Source: planning values after TIA-569, declared with the trays.
    """
    for load in tray_loads(design):
        yield from (Gap(part=part, field="diameter", paths=(load.tray.path,)) for part in load.unknown)
        if load.fill > load.tray.fill_error:
            yield _hit(load, load.tray.fill_error, "declare a wider tray or a second one, or replace copper by fibre")


@rule("CBL111", "tray-nearly-full", "warning")
def tray_nearly_full(design: Design) -> Iterator[Hit]:
    """A piece of tray holds more cable than it should when it is first filled.

    Why: What is added later, and what is pulled out, needs the rest.
    Example: 1,900 fibres of 3 mm in a tray of 300 x 100 mm fill it by 45 %.
    Fix: Declare a wider tray, or accept that nothing can be added.
    Source: planning values after TIA-569, declared with the trays.
    """
    for load in tray_loads(design):
        if load.tray.fill_warning < load.fill <= load.tray.fill_error:
            yield _hit(load, load.tray.fill_warning, "declare a wider tray, or accept that nothing can be added")


def _hit(load: TrayLoad, limit: float, fix: str) -> Hit:
    size = f"{load.tray.width.text('mm')} x {load.tray.depth.text('mm')}"
    return Hit(
        paths=(load.tray.path,),
        message=f"{load.tray.path} ({size}) holds {load.count} cables, {load.mass / 1000:.1f} kg/m, "
        f"and is filled by {percent(load.fill)}",
        fix=fix,
        measured=percent(load.fill),
        limit=percent(limit),
        margin=percent(limit - load.fill),
    )


@rule(
    "CBL302",
    "cable-much-too-long",
    "info",
    limits=(
        Limit("excess", m(3), "cable left over beyond run and slack that is told", "house practice of installers, 3 m"),
    ),
)
def cable_much_too_long(design: Design, *, excess: Length) -> Iterator[Hit]:
    """Cables leave much more than their slack over, since the next length sold is far above the run.

    Told once for each part and length, with the number of cables.

    Why: Loops of spare cable fill the side of the rack and stand in the air.
    Example: A run of 10.2 m is covered by 15 m of fibre, since 10 m is the length sold below.
    Fix: Move the racks a little, or have fibre made to length.
    Source: house practice; a default that a project may replace.
    """
    groups: dict[tuple[str, int], list[Cable]] = defaultdict(list)
    left: dict[tuple[str, int], int] = {}
    needed: dict[tuple[int, str], int] = {}
    for cable in design.cables:
        # Thousands of cables share a few hundred runs.
        asked = (cable.run.base, cable.fabric)
        if asked not in needed:
            fabric = design.fabric.get(cable.fabric)
            needed[asked] = (cable.run * (1 + (fabric.slack if fabric else 0))).base
        length = cable.length.base
        over = length - needed[asked]
        if over > excess.base:
            key = (cable.part_number or cable.part, length)
            groups[key].append(cable)
            if over > left.get(key, 0):
                left[key] = over
    for key, cables in groups.items():
        most = Length(left[key]).text("m", 1)
        yield Hit(
            paths=tuple([cable.path for cable in cables]),
            message=f"{len(cables)} cables {key[0]} of {cables[0].length} leave up to {most} over",
            fix="move the racks a little, or have the cables made to length",
            measured=most,
            limit=str(excess),
        )


CBL_TRAYS = (tray_overfilled, tray_nearly_full)
"""Rules about trays, in order."""

CBL_SPARE = (cable_much_too_long,)
"""Rules about what is left over."""
