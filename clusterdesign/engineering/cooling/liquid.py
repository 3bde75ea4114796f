"""Coolant: flow, temperature rise and pressure drop."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import ceil
from types import MappingProxyType
from typing import Literal, TypeAlias

Coolant: TypeAlias = Literal["pg25", "water"]

_TABLE: Mapping[str, tuple[tuple[float, float, float], ...]] = MappingProxyType(
    {
        "pg25": ((20, 1019.3, 3920.5), (30, 1014.9, 3944.6), (40, 1009.9, 3968.6), (45, 1007.2, 3980.6)),
        "water": ((20, 998.2, 4184.0), (30, 995.6, 4180.0), (40, 992.2, 4179.0), (45, 990.2, 4180.0)),
    }
)
"""Temperature in °C, density in kg/m3, heat capacity in J/(kg K). PG25: 25 % propylene glycol by mass, CoolProp."""


def heat_capacity(coolant: Coolant, celsius: float = 30.0) -> float:
    """Return the heat capacity of a volume of coolant, kJ/(L K), between the points of the table in straight lines.

    Below and above the table the value at its end holds.
    """
    points = [(t, rho * cp / 1e6) for t, rho, cp in _TABLE[coolant]]
    if celsius <= points[0][0]:
        return points[0][1]
    for (t1, v1), (t2, v2) in pairwise(points):
        if celsius <= t2:
            return v1 + (v2 - v1) * (celsius - t1) / (t2 - t1)
    return points[-1][1]


def flow(kilowatts: float, rise: float, coolant: Coolant = "pg25", celsius: float = 30.0) -> float:
    """Return the flow that carries a heat at a rise in K, L/min: ``60 kW / (rho cp dT)``."""
    return 60 * kilowatts / (heat_capacity(coolant, celsius) * rise)


def rise(kilowatts: float, litres: float, coolant: Coolant = "pg25", celsius: float = 30.0) -> float:
    """Return the temperature rise of a flow in L/min that carries a heat, K."""
    return 60 * kilowatts / (heat_capacity(coolant, celsius) * litres)


def pressure_drop(known: float, at: float, wanted: float) -> float:
    """Return the pressure drop at another flow: ``dP1 (Q2 / Q1)2``, in the unit of the known one."""
    return known * (wanted / at) ** 2


def units_needed(heat: float, capacity: float, spare: int = 1) -> int:
    """Return how many CDUs of a capacity carry a heat, with the spare ones."""
    return ceil(heat / capacity - 1e-9) + spare
