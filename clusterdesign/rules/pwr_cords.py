"""The power rule about cords: does each reach from its inlet to its outlet."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cord
from clusterdesign.engineering.power.cords import LOOP, SIDE, Unknown, cord_ways
from clusterdesign.rules.pwr_load import NO_FEEDS, gaps
from clusterdesign.rules.pwr_load import Unknown as Gaps
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import count
from clusterdesign.units import Length

_OF = {True: "that comes with", False: "of"}

_Short = tuple[Length, Cord, bool]
"""Way, cord, and whether the height of the outlet is an assumption."""


@rule(
    "PWR110",
    "cord-too-short",
    "error",
    limits=(
        Limit(name="side", default=SIDE, text="way from a chassis to the PDU at its side", source="planning value"),
        Limit(name="loop", default=LOOP, text="spare of a cord for plugging", source="planning value"),
    ),
)
def cord_too_short(design: Design, *, side: Length, loop: Length) -> Iterator[Hit | Gap]:
    """A power cord is shorter than the way from the inlet of its supply to its outlet.

    The way is ``|z_inlet - z_outlet|``, to the side, and a loop; from an inlet at the front of the rack also the depth
    of the device. Heights of outlets that the part of the PDU does not give are an assumption, and said to be one.

    Why: Some vendors permit only the cords that they deliver; a cord that does not reach moves the node, or the plan.
    Example: A supply at 1.1 m and an outlet at 0.3 m are 1.3 m apart; the cords of a DGX H100 are 1.2 m.
    Fix: Take an outlet nearer to the supply, move the device, or enter the heights of the outlets or a longer cord.
    Source: places of devices; lengths of cords in the catalogue entries.
    """
    if not design.feeds:
        yield NO_FEEDS
        return
    unknown: Gaps = []
    short: dict[tuple[str, str, Length], list[_Short]] = {}
    for cord, found in cord_ways(design):
        part = design.device[cord.device].part
        if isinstance(found, Unknown):
            unknown.append(((found.part, found.field), cord.device))
        elif cord.length is None:
            included = _included(design, part)
            unknown.append(((part, "supplies.cord_length" if included else "length of the cord"), cord.device))
        elif (run := found.run(side, loop)) > cord.length:
            what = f"the longest cord, {cord.part}," if cord.part else f"the cord {_OF[_included(design, part)]} {part}"
            short.setdefault((what, cord.part, cord.length), []).append((run, cord, found.assumed))
    for (what, bought, length), cords in short.items():
        run, worst, assumed = max(cords, key=lambda each: each[0].base)
        on = "; the height of the outlet is an assumption" if assumed else ""
        yield Hit(
            paths=tuple(cord.path for _, cord, _ in cords),
            message=f"{what} is {length} long, from supply {worst.supply} of {worst.device} to outlet {worst.outlet} "
            f"of {worst.pdu} are {run.text('m', 2)} ({count(len(cords), 'cord')}){on}",
            fix="take an outlet nearer to the supply, move the device, or enter the heights of the outlets"
            + (" or a longer cord" if bought else ""),
            measured=run.text("m", 2),
            limit=str(length),
            margin=(length - run).text("m", 2),
        )
    yield from gaps(unknown)


def _included(design: Design, part: str) -> bool:
    return bool(design.parts[part].value("supplies.cords_included"))


PWR_REACH = (cord_too_short,)
