"""The cooling rule about aisles: do they get the air that their racks take."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.engineering.cooling.aisles import Aisle, aisles
from clusterdesign.rules.clg_air import NO_COOLING, silent
from clusterdesign.rules.pwr_load import Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import listed

_LEAST = 1e-6


@rule("CLG109", "aisle-short-of-air", "warning")
def aisle_short_of_air(design: Design) -> Iterator[Hit | Gap]:
    """The racks of a cold aisle take more air than its tiles or units give.

    The air that a device moves is that of its data sheet, or what carries its heat at a rise of 12 K; at an altitude
    the same mass of air is more volume. Rows face each other in pairs, the first and the second, as they are counted.

    Why: What the tiles do not give comes over the top of the racks and round their ends, from the hot aisle.
    Example: Eight racks of four DGX H100 take 60,000 m3/h; 40 tiles of 1,000 m3/h give two thirds of it.
    Fix: Give the aisle more tiles or units, or move racks to another one.
    Source: air flow in the catalogue entries; supply declared for the aisles; density of the standard atmosphere.
    """
    if not design.halls:
        yield NO_COOLING
        return
    found = aisles(design)
    bare = tuple(rack.rack for aisle in found if aisle.supply is None for rack in aisle.racks)
    if bare:
        yield Gap(part="", field="air that the cold aisles get", paths=bare)
    unknown: Unknown = []
    for aisle in found:
        if aisle.supply is None:
            continue
        unknown += [each for rack in aisle.racks for each in silent(design, rack)]
        if aisle.demand > aisle.supply + _LEAST:
            yield _hit(aisle, aisle.supply)
    yield from gaps(unknown)


def _hit(aisle: Aisle, supply: float) -> Hit:
    rows = f"{'row' if len(aisle.rows) == 1 else 'rows'} {listed([str(row) for row in aisle.rows])}"
    return Hit(
        paths=tuple(rack.rack for rack in aisle.racks),
        message=f"cold aisle {aisle.number} ({rows}) gets {supply:.0f} m3/h, its racks take {aisle.demand:.0f} m3/h",
        fix="give the aisle more tiles or units, or move racks to another one",
        measured=f"{aisle.demand:.0f} m3/h",
        limit=f"{supply:.0f} m3/h",
        margin=f"{supply - aisle.demand:.0f} m3/h",
    )


CLG_AISLES = (aisle_short_of_air,)
