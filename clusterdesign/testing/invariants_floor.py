"""Invariants of the floor: places, racks, trays, runs; and of what feeds and cools."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import isclose

from clusterdesign.design import Design
from clusterdesign.parts import CduPart, FittingPart, PduPart
from clusterdesign.parts import Device as DevicePart
from clusterdesign.units import Length, mm

UNIT = mm(44.45)
"""Height of a rack unit (EIA-310)."""

PAIR = 2
"""Ends of a cable that is no splitter."""


def places_do_not_overlap(design: Design) -> list[str]:
    """No two devices claim the same unit of a rack."""
    taken: dict[tuple[str, int], str] = {}
    found = []
    for place in design.placements:
        for u in range(place.u, place.u + place.height_u):
            other = taken.setdefault((place.rack, u), place.device)
            if other != place.device:
                found.append(f"{place.device} and {other} both claim U{u} of {place.rack}")
    return found


def devices_stand_within_their_rack(design: Design) -> list[str]:
    """No device reaches below unit 1 or above the top of its rack."""
    found = []
    for place in design.placements:
        height = design.parts[design.rack[place.rack].part].size.height_u
        if place.height_u and height is not None and not 1 <= place.u <= height + 1 - place.height_u:
            found.append(f"{place.device} stands at U{place.u} of {place.rack}, which has {height}")
    return found


def heights_are_those_of_the_parts(design: Design) -> list[str]:
    """A device takes as many units as its part is high."""
    return [
        f"{place.device} takes {place.height_u} units"
        for place in design.placements
        if place.height_u != design.part_of(design.device[place.device]).size.height_u
    ]


def devices_have_a_place(design: Design) -> list[str]:
    """With racks declared, every device has a place, unless the design reports that it has none."""
    told = {trouble.path for trouble in design.troubles}
    return [
        f"{device.path} has no place"
        for device in design.devices
        if design.racks and device.path not in design.placement and device.path not in told
    ]


def racks_stand_apart(design: Design) -> list[str]:
    """No two racks stand on the same spot, and columns grow along a row."""
    spots = Counter((rack.x, rack.y) for rack in design.racks)
    found = [f"{count} racks stand at {x}, {y}" for (x, y), count in spots.items() if count > 1]
    rows: dict[int, list[tuple[int, Length]]] = defaultdict(list)
    for rack in design.racks:
        rows[rack.row].append((rack.column, rack.x))
    for row, members in rows.items():
        if [x for _, x in sorted(members, key=lambda pair: pair[0])] != sorted(x for _, x in members):
            found.append(f"the columns of row {row} do not grow along the row")
    return found


def racks_are_in_use(design: Design) -> list[str]:
    """No rack is bought in which nothing stands."""
    used = {place.rack for place in design.placements}
    return [f"{rack.path} is empty" for rack in design.racks if rack.path not in used]


def cables_between_racks_have_a_route(design: Design) -> list[str]:
    """A cable takes a route if and only if its ends are in different racks, and the route joins these.

    A splitter names the route of one tail, or none where that tail ends in the rack of its head.
    """
    found = []
    for cable in design.cables:
        head, *tails = [design.placement[e.device].rack for e in cable.ends if e.device in design.placement] or [""]
        racks = {head, *tails}
        route = design.route.get(cable.route)
        apart = len(racks) > 1 and (len(cable.ends) == PAIR or head not in tails)
        if (route is None and apart) or (route is not None and len(racks) == 1):
            found.append(f"{cable.path} joins {', '.join(sorted(racks))} by {cable.route or 'no route'}")
        elif route is not None and not {route.a, route.b} <= racks:
            found.append(f"{cable.path} takes {route.path}, which joins other racks")
    return found


def routes_are_in_use(design: Design) -> list[str]:
    """No route is listed that no cable or tail takes; only a design that reports what it could not cable may have some.

    A splitter names the route of its first tail; the others run from the same head to their own racks.
    """
    used = {cable.route for cable in design.cables}
    rack = {place.device: place.rack for place in design.placements}
    for cable in design.cables:
        head, *tails = (rack.get(end.device, "") for end in cable.ends)
        used |= {pair for tail in tails[1:] for pair in (f"{head} {tail}", f"{tail} {head}")}
    listed = ((route.path, f"{route.a} {route.b}") for route in design.routes)
    return [f"{path} is not in use" for path, pair in listed if not used & {path, pair} and not design.troubles]


def routes_are_as_long_as_their_trays(design: Design) -> list[str]:
    """The length of a route is the sum of its trays, none of which it passes twice."""
    length = {tray.path: tray.length.base for tray in design.trays}
    return [
        f"{route.path}: {route.length} along {len(route.trays)} trays"
        for route in design.routes
        if route.length.base != sum(length[tray] for tray in route.trays) or len(set(route.trays)) < len(route.trays)
    ]


def trays_are_in_use(design: Design) -> list[str]:
    """No piece of tray is listed that no route passes."""
    used = {tray for route in design.routes for tray in route.trays}
    return [f"{tray.path} is not in use" for tray in design.trays if tray.path not in used]


def runs_cover_their_route(design: Design) -> list[str]:
    """A run is at least as long as its route along the trays."""
    return [
        f"{cable.path}: {cable.run} for a route of {design.route[cable.route].length}"
        for cable in design.cables
        if cable.route and cable.run < design.route[cable.route].length
    ]


def runs_cover_the_height_between(design: Design) -> list[str]:
    """A run within a rack is at least as long as the way between the units of its ends."""
    found = []
    for cable in design.cables:
        places = [design.placement[end.device] for end in cable.ends if end.device in design.placement]
        units = [place.u for place in places if place.u]
        if not cable.route and len(units) > 1:
            tallest = max(place.height_u for place in places)
            if cable.run < UNIT * max(0, max(units) - min(units) - tallest):
                found.append(f"{cable.path}: {cable.run} from U{min(units)} to U{max(units)}")
    return found


# -- power and cooling --------------------------------------------------------------------------------------------


def pdus_hang_on_one_feed(design: Design) -> list[str]:
    """Every PDU hangs on exactly one feed."""
    fed = Counter(pair.pdu for pair in design.pdu_feeds)
    return [
        f"{device.path} hangs on {fed[device.path]} feeds"
        for device in design.devices
        if device.kind == "pdu" and fed[device.path] != 1
    ]


def cords_are_for_supplies_that_exist(design: Design) -> list[str]:
    """A cord names a supply that its device, or its rear door, has."""
    found = []
    fittings = {fitting.path: fitting for fitting in design.fittings}
    for cord in design.cords:
        record = design.device.get(cord.device) or fittings[cord.device]
        part = design.parts[record.part]
        supplies = part.supplies if isinstance(part, DevicePart | CduPart | FittingPart) else None
        count = supplies.count if supplies else 0
        if not 1 <= cord.supply <= count:
            found.append(f"{cord.path}: {part.id} has {count} supplies")
    return found


def supplies_are_spread_over_feeds(design: Design) -> list[str]:
    """The cords of a device are dealt evenly over the feeds that its rack has."""
    feed = {pair.pdu: pair.feed for pair in design.pdu_feeds}
    there: dict[str, set[str]] = defaultdict(set)
    for place in design.placements:
        if place.device in feed:
            there[place.rack].add(feed[place.device])
    dealt: dict[str, Counter[str]] = defaultdict(Counter)
    for cord in design.cords:
        dealt[cord.device][feed.get(cord.pdu, cord.pdu)] += 1
    rack = {place.device: place.rack for place in design.placements} | {f.path: f.at for f in design.fittings}
    found = []
    for device, counts in dealt.items():
        # What stands in no rack is wired to the feeds themselves.
        feeds = there[rack[device]] if device in rack else {record.path for record in design.feeds}
        if max(counts.values()) - min(counts[name] for name in feeds) > 1:
            found.append(f"{device}: {dict(sorted(counts.items()))} cords on the feeds {', '.join(sorted(feeds))}")
    return found


def outlets_exist_and_take_one_cord(design: Design) -> list[str]:
    """An outlet that a cord names is there and takes no other cord."""
    used = Counter((cord.pdu, cord.outlet) for cord in design.cords if cord.outlet)
    found = [f"{pdu}:{outlet} takes {count} cords" for (pdu, outlet), count in used.items() if count > 1]
    for pdu, outlet in used:
        part = design.part_of(design.device[pdu])
        if not isinstance(part, PduPart) or outlet not in part.sockets:
            found.append(f"{pdu} has no outlet {outlet}")
    return found


def heat_adds_up(design: Design) -> list[str]:
    """The shares of the heat of a device add up to one, where all of them are known."""
    shares: dict[str, list[float | None]] = defaultdict(list)
    for path in design.heat:
        shares[path.device].append(path.share)
    found = []
    for device, parts in shares.items():
        known = [share for share in parts if share is not None]
        if len(known) == len(parts) and not isclose(sum(known), 1.0):
            found.append(f"{device}: shares {parts}")
    return found


FLOOR = (
    places_do_not_overlap,
    devices_stand_within_their_rack,
    heights_are_those_of_the_parts,
    devices_have_a_place,
    racks_stand_apart,
    racks_are_in_use,
    cables_between_racks_have_a_route,
    routes_are_in_use,
    routes_are_as_long_as_their_trays,
    trays_are_in_use,
    runs_cover_their_route,
    runs_cover_the_height_between,
    pdus_hang_on_one_feed,
    cords_are_for_supplies_that_exist,
    supplies_are_spread_over_feeds,
    outlets_exist_and_take_one_cord,
    heat_adds_up,
)
