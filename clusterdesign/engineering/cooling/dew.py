"""Dew point: what is colder than it sweats."""

from __future__ import annotations

from math import log

_B, _C = 17.62, 243.12
"""Constants of the Magnus formula over water, -45 to 60 °C; the second in °C."""


def dew_point(celsius: float, humidity: float) -> float:
    """Return the dew point of air, °C, from its temperature and relative humidity (0 to 1) by the Magnus formula."""
    gamma = log(humidity) + _B * celsius / (_C + celsius)
    return _C * gamma / (_B - gamma)
