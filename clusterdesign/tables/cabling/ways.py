"""Ways of cables in few words: along which trays, and on which side of the rack they come in."""

from __future__ import annotations

import re

from clusterdesign.design import Design, Route
from clusterdesign.parts.caged import Caged

_PLACE = re.compile(r"([A-Z]+)([0-9]+)")

_LINKING = frozenset({"fabric", "uplink"})


def route_text(route: Route) -> str:
    """Print a route by the points where it turns: ``A01-A09-C09-C04``. Trays that do not join up go by name."""
    points = _points(route)
    if points is None:
        return " > ".join(tray.removeprefix("tray/") for tray in route.trays)
    kept: list[str] = []
    for n, point in enumerate(points):
        before, after = points[n - 1 : n], points[n + 1 : n + 2]
        if not before or not after or not _straight(before[0], point, after[0]):
            kept.append(point)
    return "-".join(kept)


def _points(route: Route) -> list[str] | None:
    """Return the points that a route passes, None where the names of its trays do not say."""
    points = [route.a.removeprefix("rack/")]
    for tray in route.trays:
        name, here = tray.removeprefix("tray/"), points[-1]
        if name.startswith(f"{here}-"):
            points.append(name.removeprefix(f"{here}-"))
        elif name.endswith(f"-{here}"):
            points.append(name.removesuffix(f"-{here}"))
        else:
            return None
    return points


def _straight(a: str, b: str, c: str) -> bool:
    """Tell whether three places follow each other along a row, or across the rows in one column."""
    places = [_PLACE.fullmatch(point) for point in (a, b, c)]
    if not all(places):
        return False
    rows = {place[1] for place in places if place}
    columns = [int(place[2]) for place in places if place]
    one_row = len(rows) == 1 and (columns[0] < columns[1] < columns[2] or columns[0] > columns[1] > columns[2])
    return one_row or (len(set(columns)) == 1 and len(rows) == len(places))


class Sides:
    """On which side of a rack a cable comes in, seen from the connectors.

    The cages of a switch are split in halves: the first to the left, the second to the right, so that neither side
    carries more than half and none crosses the middle. Other devices have too few cables for a rule.
    """

    def __init__(self, design: Design) -> None:
        self._design = design
        self._known: dict[str, dict[str, str]] = {}

    def __call__(self, device: str, cage: str) -> str:
        """Return ``left``, ``right``, or nothing for what is no switch."""
        record = self._design.device.get(device)
        if record is None or record.kind != "switch":
            return ""
        if record.part not in self._known:
            self._known[record.part] = self._halves(record.part)
        return self._known[record.part].get(cage, "")

    def _halves(self, part: str) -> dict[str, str]:
        held = self._design.parts[part]
        cages = held.cages if isinstance(held, Caged) else ()
        linking = [cage.name for cage in cages if any(port.role in _LINKING for port in cage.ports)]
        half = (len(linking) + 1) // 2
        return {name: "left" if n < half else "right" for n, name in enumerate(linking)}


__all__ = ["Sides", "route_text"]
