"""Rack rules about weight."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.parts import RackPart
from clusterdesign.rules.index import group, index
from clusterdesign.rules.rule import Gap, Hit, rule
from clusterdesign.rules.words import margin
from clusterdesign.units import Mass


@rule("RCK102", "rack-overloaded", "error")
def rack_overloaded(design: Design) -> Iterator[Hit | Gap]:
    """The devices in a rack, PDUs included, weigh more than the rack may carry standing still.

    Cables, rails and coolant are not counted. Where some weights are unknown, the known ones are still compared:
    a rack that they overload is overloaded whatever the rest weighs.

    Why: The frame gives way, or the guarantee does.
    Example: Twelve servers of 130 kg in a rack rated for 1360 kg.
    Fix: Spread the devices over more racks, or use a rack with a higher static rating.
    Source: the weights and ratings in the catalogue entries.
    """
    found = index(design)
    unknown: list[tuple[tuple[str, str], str]] = []
    for rack, placements in found.placed_in.items():
        cabinet = found.part(rack, RackPart)
        if cabinet is None:
            continue
        if cabinet.load_static is None:
            unknown.append(((cabinet.id, "load_static"), rack))
        total = Mass.zero()
        for placement in placements:
            part = found.part_at.get(placement.device)
            if part is None:
                continue
            if part.weight is None:
                unknown.append(((part.id, "weight"), placement.device))
            else:
                total += part.weight
        if cabinet.load_static is not None and total > cabinet.load_static:
            yield Hit(
                paths=(rack, *(placement.device for placement in placements)),
                message=f"the devices in {rack} weigh {total.text(digits=1)}, "
                f"{cabinet.id} carries {cabinet.load_static.text(digits=1)}",
                fix="spread the devices over more racks, or use a rack with a higher static rating",
                measured=total.text(digits=1),
                limit=cabinet.load_static.text(digits=1),
                margin=margin(total, cabinet.load_static),
            )
    for (part_id, field), paths in group(unknown).items():
        yield Gap(part=part_id, field=field, paths=tuple(paths))


RCK_LOAD = (rack_overloaded,)
