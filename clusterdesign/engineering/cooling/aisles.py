"""Cold aisles: the air that their racks take, and what they get."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.design.records import Rack
from clusterdesign.engineering.cooling.network import RackHeat, cooling_analysis

ROWS = 2
"""Rows that face each other across a cold aisle: the first and the second, the third and the fourth."""


@dataclass(frozen=True, slots=True)
class Aisle:
    """A cold aisle.

    Attributes:
        number: from 1.
        rows: rows of the hall that face it.
        racks: what they give off and take, rack by rack.
        supply: air that it gets, m3/h; None where it is not declared.
    """

    number: int
    rows: tuple[int, ...]
    racks: tuple[RackHeat, ...]
    supply: float | None

    @property
    def demand(self) -> float:
        """Air that the devices move or need at the altitude of the hall, m3/h, as far as it is known."""
        return sum(rack.volume for rack in self.racks)

    @property
    def heat(self) -> float:
        """Heat that goes into the air of the hall, kW, as far as it is known."""
        return sum(rack.residual for rack in self.racks)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Devices whose heat, or its share, nobody published."""
        return tuple(device for rack in self.racks for device in rack.unknown)


def aisles(design: Design) -> tuple[Aisle, ...]:
    """Return the cold aisles of a design. Rows face each other in pairs, as they are counted."""
    heat = cooling_analysis(design).racks
    declared = design.halls[0].aisle_supply if design.halls else ()
    found: dict[int, list[Rack]] = {}
    for rack in design.racks:
        found.setdefault(-(-rack.row // ROWS), []).append(rack)
    return tuple(
        Aisle(
            number,
            tuple(sorted({rack.row for rack in racks})),
            tuple(heat[rack.path] for rack in racks),
            declared[min(number, len(declared)) - 1].to("m3/h") if declared else None,
        )
        for number, racks in sorted(found.items())
    )
