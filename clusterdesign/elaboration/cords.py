"""The phase that gives every power cord its length: the one that comes with the device, or one that is sold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from clusterdesign.catalog import builtin
from clusterdesign.design.records import Cord, Fitting, Premise
from clusterdesign.elaboration.draft import Draft
from clusterdesign.engineering.power.cords import ASSUMED, CordWay, Ways
from clusterdesign.parts import CduPart, FittingPart, Inlet, Supplies
from clusterdesign.parts import Device as DevicePart
from clusterdesign.units import Length, m

_USUAL = m(2)
"""Length that is bought where the way is not known."""


def choose_cords(draft: Draft) -> None:
    """Give each cord its length, and buy those that their devices come without."""
    bought: Counter[tuple[str, str]] = Counter()
    parts: dict[str, FittingPart] = {}
    assumed: set[str] = set()
    builder = draft.builder
    ways = Ways(devices=builder.devices, placements=builder.placements, racks=builder.racks, parts=builder.parts)
    offered: dict[Inlet | None, list[FittingPart]] = {}
    for cord in list(draft.builder.cords.values()):
        supplies, at = _supplies(draft, cord), draft.builder.placements.get(cord.pdu)
        if supplies is None or at is None:
            continue  # wired to a feed
        found = _way(ways, cord)
        if found is not None and found.assumed:
            assumed.add(cord.pdu)
        if supplies.cords_included:
            draft.builder.cords[cord.path] = cord.with_part("", supplies.cord_length)
            continue
        if supplies.inlet not in offered:
            offered[supplies.inlet] = _offered(draft, supplies)
        sold = _sold(offered[supplies.inlet], None if found is None else found.run())
        if sold is not None:
            parts[sold.id] = sold
            draft.builder.cords[cord.path] = cord.with_part(sold.id, sold.length)
            bought[at.rack, sold.id] += 1
    for (rack, id_), count in bought.items():
        name = f"cords/{rack.removeprefix('rack/')}-{id_.rpartition('/')[2]}"
        draft.builder.fit(Fitting(name, id_, rack, count, "one at each supply that comes without"), parts[id_])
    _state(draft, assumed)


def _supplies(draft: Draft, cord: Cord) -> Supplies | None:
    record = draft.builder.devices.get(cord.device) or draft.builder.fittings[cord.device]
    part = draft.builder.parts[record.part]
    return part.supplies if isinstance(part, DevicePart | CduPart | FittingPart) else None


def _way(ways: Ways, cord: Cord) -> CordWay | None:
    """Return the way of a cord; None where something about it is not known, as the place of a supply of a door."""
    ends = ways.ends(cord)
    found = ways.to(ends, cord.outlet) if ends is not None and cord.outlet else None
    return found if isinstance(found, CordWay) else None


def _offered(draft: Draft, supplies: Supplies) -> list[FittingPart]:
    """Return the cords for an inlet, shortest first: those of the catalogue, else the generic ones."""
    for catalog in (draft.catalog, builtin):
        fitting = [
            part
            for part in catalog.parts("fitting")
            if part.form == "power-cord" and part.inlet == supplies.inlet and part.length is not None
        ]
        if fitting:
            return sorted(fitting, key=lambda part: (part.length or Length.zero(), part.id))
    return []


def _sold(offered: list[FittingPart], run: Length | None) -> FittingPart | None:
    """Return the shortest cord that covers a way; the longest where none does, the usual one for a way not known."""
    needed = _USUAL if run is None else run
    long = (part for part in offered if part.length is not None and part.length >= needed)
    return next(long, offered[-1] if offered else None)


def _state(draft: Draft, pdus: Iterable[str]) -> None:
    """State what the lengths rest on, once for each feed."""
    feeds = {pair.pdu: pair.feed for pair in draft.builder.pdu_feeds}
    for feed in sorted({feeds[pdu] for pdu in pdus}):
        because = f"heights are not published: {ASSUMED}; the part of the PDU takes outlet_heights="
        draft.builder.premises.append(Premise(feed, "outlet_heights", "even", because))
