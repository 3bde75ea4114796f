"""Air: how much of it carries a heat, and what height above the sea does to it."""

from __future__ import annotations

DENSITY, HEAT_CAPACITY = 1.2, 1.005
"""Air at 20 °C and sea level: kg/m3 and kJ/(kg K)."""

BTU = 3412.14
"""BTU/h in a kilowatt."""

CFM = 1.699_010_796
"""m3/h in a cubic foot a minute."""

FAHRENHEIT = 1.8
"""Degrees Fahrenheit in a kelvin."""


def flow(kilowatts: float, rise: float, *, altitude: float = 0.0) -> float:
    """Return the air that carries a heat at a temperature rise in K, m3/h: ``3600 kW / (rho cp dT)``.

    At an altitude in metres the air is thinner and more volume is needed.
    """
    return 3600 * kilowatts / (DENSITY * HEAT_CAPACITY * rise) / density_ratio(altitude)


def cfm(watts: float, rise_f: float) -> float:
    """Return the rule of thumb ``3.16 W / dT`` with the rise in degrees Fahrenheit, CFM."""
    return 3.16 * watts / rise_f


def rise(kilowatts: float, volume: float, *, altitude: float = 0.0) -> float:
    """Return the temperature rise of an air flow in m3/h that carries a heat, K."""
    return 3600 * kilowatts / (DENSITY * HEAT_CAPACITY * volume) / density_ratio(altitude)


def density_ratio(altitude: float) -> float:
    """Return the density of air at an altitude in metres over that at sea level (standard atmosphere, equal heat)."""
    return float((1 - 2.25577e-5 * altitude) ** 5.25588)


def btu_per_hour(kilowatts: float) -> float:
    """Return a heat in BTU/h."""
    return BTU * kilowatts
