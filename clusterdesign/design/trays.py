"""How full the trays are: cables, cross-section and weight on every piece, read off the routes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.design.records import Tray
from clusterdesign.units import Length

_KEY = "_tray_loads"


@dataclass(frozen=True, slots=True)
class TrayLoad:
    """What lies on one piece of tray.

    Attributes:
        cables: number of cables by part.
        area: sum of their cross-sections in mm2; counts only cables whose diameter is known.
        mass: their mass in grams per metre; counts only cables whose mass is known.
        unknown: parts without a diameter.
    """

    tray: Tray
    cables: dict[str, int]
    area: float
    mass: float
    unknown: tuple[str, ...]

    @property
    def count(self) -> int:
        """Number of cables."""
        return sum(self.cables.values())

    @property
    def fill(self) -> float:
        """Share of the usable cross-section that the cables take: ``sum(n pi d^2 / 4) / (width x depth)``."""
        return self.area / (self.tray.width.to("mm") * self.tray.depth.to("mm"))


def tray_loads(design: Design) -> tuple[TrayLoad, ...]:
    """Return the load of every piece of tray, in the order of the trays.

    A splitter counts as one cable on the way of its first tail. They are kept with the design.
    """
    kept = vars(design).get(_KEY)
    if isinstance(kept, tuple):
        return kept
    on_route = Counter((cable.route, cable.part) for cable in design.cables if cable.route)
    on_tray: dict[str, dict[str, int]] = {tray.path: {} for tray in design.trays}
    for (route, part), count in on_route.items():
        for tray in design.route[route].trays:
            lying = on_tray[tray]
            lying[part] = lying.get(part, 0) + count
    made = tuple(_load(design, tray, on_tray[tray.path]) for tray in design.trays)
    vars(design)[_KEY] = made
    return made


def _load(design: Design, tray: Tray, counts: Mapping[str, int]) -> TrayLoad:
    area = mass = 0.0
    unknown = []
    for part_id, count in sorted(counts.items()):
        part = design.parts[part_id]
        diameter: Length | None = getattr(part, "diameter", None)
        if diameter is None:
            unknown.append(part_id)
        else:
            area += count * math.pi * diameter.to("mm") ** 2 / 4
        mass += count * (getattr(part, "grams_per_metre", None) or 0.0)
    return TrayLoad(tray, dict(sorted(counts.items())), area, mass, tuple(unknown))
