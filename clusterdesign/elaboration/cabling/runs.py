"""How far a cable runs: places of devices, ways along the trays, and the routes the design records."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from clusterdesign.design.records import Route
from clusterdesign.design.records import Tray as TrayRecord
from clusterdesign.elaboration.draft import Draft
from clusterdesign.elaboration.floor import Floor, label, rack_path
from clusterdesign.elaboration.seating import Seat
from clusterdesign.names import natural_key
from clusterdesign.site.geometry import RACK_UNIT, Spot, height, over, under, within
from clusterdesign.site.trays import Grid, Way
from clusterdesign.units import Length


@dataclass(slots=True)  # not frozen: made by the hundred thousand, and freezing costs four times as much
class Run:
    """The way of one cable.

    Attributes:
        length: without slack.
        route: path of the route between the racks; empty within one.
    """

    length: Length
    route: str


UNPLACED = Run(Length.zero(), "")
"""The run of a link that has none, since one of its devices has no place; recognised as this object."""


class Runs:
    """Runs between the devices of a draft; devices without a place are counted."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._policy = draft.cluster.cabling
        self._trays = draft.cluster.trays
        self._floor = draft.floor
        self._spots: dict[str, Spot | None] = {}
        self._total = over if self._trays.level == "overhead" else under
        self._clearance, self._end = self._trays.clearance.base, self._policy.end.base
        self._way = self._make_way(self._floor) if self._floor else None
        self._routes: dict[tuple[str, str], tuple[int, str]] = {}
        self._lengths: dict[int, Length] = {}
        self.unplaced: dict[str, int] = defaultdict(int)

    def between(self, a: str, b: str) -> Run | None:
        """Return the run between two devices, None where one of them has no place."""
        near, far = self.spot(a), self.spot(b)
        if near is None or far is None:
            self.unplaced[a if near is None else b] += 1
            return None
        return self._run(near, far)

    def to_seat(self, device: str, seat: Seat) -> Length | None:
        """Return the run from a device to the seat of a node that need not exist yet."""
        here, there = self.spot(device), self._seat_spot(seat)
        return None if here is None or there is None else self._run(here, there).length

    def spot(self, device: str) -> Spot | None:
        """Return the place of a device, None where it has none."""
        if device not in self._spots:
            self._spots[device] = self._find_spot(device)
        return self._spots[device]

    def _find_spot(self, device: str) -> Spot | None:
        placement = self._draft.builder.placements.get(device)
        if placement is None:
            return None
        rack = self._draft.builder.racks[placement.rack]
        size = self._draft.builder.parts[rack.part].size
        # A rack whose height is not stated is at least as high as its units.
        top = size.height.base if size.height else max(self._policy.rack_top.base, (size.height_u or 0) * RACK_UNIT)
        z = height(placement.u, placement.height_u) if placement.u else top // 2
        return Spot(rack.path, (rack.row, rack.column), top, z)

    def _seat_spot(self, seat: Seat) -> Spot | None:
        first = self.spot(self._draft.cluster.groups[seat.group].path(0))
        if self._floor is None or first is None:
            return None
        where, place = self._floor.compute(seat)
        tall = self._draft.cluster.groups[seat.group].fitted.size.height_u or 0
        return Spot(rack_path(where), where, first.top, first.z + place * tall * RACK_UNIT)

    def _run(self, a: Spot, b: Spot) -> Run:
        if a.rack == b.rack:
            side, loop = self._policy.side.base, self._policy.loop.base
            return Run(self._length(within(a, b, side=side, loop=loop)), "")
        along, route = self._route(a, b)
        run = self._total(a, b, along=along, clearance=self._clearance, end=self._end)
        return Run(self._length(run), route)

    def _length(self, base: int) -> Length:
        """Return the one record of a length: thousands of runs share a few hundred."""
        known = self._lengths.get(base)
        if known is None:
            known = self._lengths[base] = Length(base)
        return known

    def _route(self, a: Spot, b: Spot) -> tuple[int, str]:
        """Return the length along the trays and the path of the route."""
        if self._way is None:
            return 0, ""
        known = self._routes.get((a.rack, b.rack))
        if known is None:
            known = self._routes[a.rack, b.rack] = self._find_route(self._way, a, b)
        return known

    def _find_route(self, way: Way, a: Spot, b: Spot) -> tuple[int, str]:
        first, last = sorted((a, b), key=lambda spot: natural_key(spot.rack))
        along, points = way.between(first.place, last.place)
        path = f"route/{first.rack.removeprefix('rack/')}-{last.rack.removeprefix('rack/')}"
        if (
            path not in self._draft.builder.routes
            and first.rack in self._draft.builder.racks
            and (last.rack in self._draft.builder.racks)
        ):
            trays = tuple(self._tray(p, q) for p, q in pairwise(points))
            self._draft.builder.add_route(Route(path, first.rack, last.rack, Length(along), trays))
        return along, path

    def _tray(self, p: str, q: str) -> str:
        """Return the path of the piece of tray between two neighbouring points, recorded once."""
        p, q = sorted((p, q), key=natural_key)
        path = f"tray/{p}-{q}"
        if path not in self._draft.builder.trays:
            trays = self._trays
            length = next((piece.length for piece in trays.pieces if {piece.a, piece.b} == {p, q}), self._step(p, q))
            self._draft.builder.add_tray(
                TrayRecord(path, length, trays.width, trays.depth, trays.fill_warning, trays.fill_error)
            )
        return path

    def _step(self, p: str, q: str) -> Length:
        """Return the length of a step of the grid: along a row one rack wide, across the rows one pitch."""
        row_of = [point.rstrip("0123456789") for point in (p, q)]
        floor = self._floor
        if floor is None:
            return Length.zero()
        return Length(floor.width) if row_of[0] == row_of[1] else floor.policy.pitch

    def _make_way(self, floor: Floor) -> Way:
        trays = self._trays if self._trays.cross else self._trays.with_(cross=floor.cross)
        return Way(trays, Grid(label, floor.width, floor.policy.pitch.base, floor.cross[0]))
