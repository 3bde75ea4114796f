"""Rack rules about the hall: racks on their casters, and the aisles between rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from clusterdesign.design.design import Design
from clusterdesign.design.records import Rack
from clusterdesign.engineering.racks import rack_loads
from clusterdesign.parts import RackPart
from clusterdesign.rules.pwr_load import Unknown, gaps
from clusterdesign.rules.rule import Gap, Hit, Limit, rule
from clusterdesign.rules.words import count, listed
from clusterdesign.units import Length, m

_LEAST = 1e-6


@rule("RCK105", "rack-too-heavy-to-roll", "warning")
def rack_too_heavy_to_roll(design: Design) -> Iterator[Hit | Gap]:
    """The devices in a rack weigh more than its casters carry while it is moved; standing still it carries them.

    Where some weights are unknown, the known ones are still compared.

    Why: A rack that is filled in the delivery area is rolled in over seams and ramps; a caster that breaks drops it.
    Example: 1100 kg of servers in a rack rated for 1020 kg on casters and 1360 kg on its feet.
    Fix: Fill the rack where it is to stand.
    Source: the rolling load in the catalogue entry of the rack; weights in the catalogue entries.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    unknown: Unknown = []
    heavy: dict[str, list[tuple[float, str]]] = {}
    for load in rack_loads(design).values():
        if load.part is None or not load.content:
            continue
        unknown += [((design.device[path].part, "weight"), path) for path in load.weightless if path in design.device]
        if load.part.load_rolling is None:
            unknown.append(((load.part.id, "load_rolling"), load.rack.path))
            continue
        standing = load.part.load_static
        if standing is not None and load.content > standing.to("kg") + _LEAST:
            continue  # too heavy to stand: RCK102 says so
        if load.content > load.part.load_rolling.to("kg") + _LEAST:
            heavy.setdefault(load.part.id, []).append((load.content, load.rack.path))
    for part_id, found in heavy.items():
        part = design.parts[part_id]
        limit = part.load_rolling.to("kg") if isinstance(part, RackPart) and part.load_rolling is not None else 0.0
        worst, racks = max(found)[0], [rack for _, rack in found]
        yield Hit(
            paths=tuple(racks),
            message=f"the devices in {listed(racks)} weigh up to {worst:.0f} kg, {part_id} carries {limit:.0f} kg on "
            f"its casters ({count(len(racks), 'rack')})",
            fix="fill the racks where they are to stand",
            measured=f"{worst:.0f} kg",
            limit=f"{limit:.0f} kg",
            margin=f"{limit - worst:.0f} kg",
        )
    yield from gaps(unknown)


@rule(
    "RCK106",
    "aisle-narrow",
    "warning",
    limits=(
        Limit(
            name="cold",
            default=m(1.2),
            text="width of an aisle at the fronts",
            source="two floor tiles of 0.6 m (usual in computer rooms)",
        ),
        Limit(
            name="hot",
            default=m(0.9),
            text="width of an aisle at the backs",
            source="least width behind racks (usual in computer rooms)",
        ),
    ),
)
def aisle_narrow(design: Design, *, cold: Length, hot: Length) -> Iterator[Hit | Gap]:
    """Rows stand so close that a cold and a hot aisle do not fit between them, taking turns.

    Between two neighbouring rows is, on average, half of both aisles: rows face each other in pairs.

    Why: Nodes are pulled out to the front on a lift; where it cannot turn, the row has to be taken apart.
    Example: Racks 1.2 m deep at a pitch of 2 m leave 0.8 m, where aisles of 1.2 m and 0.9 m need 1.05 m.
    Fix: Widen the pitch of the rows.
    Source: places of the racks; depth in their catalogue entries.
    """
    if not design.racks:
        yield Gap(part="", field="racks", paths=())
        return
    rows: dict[int, list[Rack]] = {}
    for rack in design.racks:
        rows.setdefault(rack.y.base, []).append(rack)
    unknown: Unknown = []
    least = (cold.to("m") + hot.to("m")) / 2
    for (near, front), (far, back) in pairwise(sorted(rows.items())):
        depths = []
        for rack in (*front, *back):
            part = design.parts.get(rack.part)
            depth = part.size.depth if isinstance(part, RackPart) else None
            if depth is None:
                unknown.append(((rack.part, "size.depth"), rack.path))
            else:
                depths.append(depth.to("m"))
        width = Length(far - near).to("m") - max(depths, default=0.0)
        if depths and width < least - _LEAST:
            yield Hit(
                paths=(front[0].path, back[0].path),
                message=f"between the rows of {front[0].path} and {back[0].path} are {width:.2f} m; half a cold and "
                f"half a hot aisle need {least:.2f} m",
                fix="widen the pitch of the rows",
                measured=f"{width:.2f} m",
                limit=f"{least:.2f} m",
                margin=f"{width - least:.2f} m",
            )
    yield from gaps(unknown)


RCK_FLOOR = (rack_too_heavy_to_roll, aisle_narrow)
