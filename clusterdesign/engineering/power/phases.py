"""Three-phase formulas: power, currents, balance. Volts, amperes and watts are plain numbers here."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

CONTINUOUS = 0.8
"""Share of a breaker that a load of three hours or more may use in NEC practice (NEC 210.20, 215)."""


def phase_voltage(line: float) -> float:
    """Return the voltage from a phase to neutral, V: ``V_LL / sqrt(3)``."""
    return line / sqrt(3)


def power(line: float, current: float, power_factor: float = 1.0) -> float:
    """Return the power of a balanced three-phase supply, W: ``sqrt(3) V_LL I PF``. With PF 1 it is in VA."""
    return sqrt(3) * line * current * power_factor


def current(watts: float, volts: float, power_factor: float) -> float:
    """Return the current of a load on one phase, A: ``P / (V PF)``."""
    return watts / (volts * power_factor)


def unbalance(currents: Sequence[float]) -> float:
    """Return ``max |I_k - mean| / mean``, 0 for no load at all."""
    mean = sum(currents) / len(currents)
    return max(abs(each - mean) for each in currents) / mean if mean else 0.0


def neutral(a: float, b: float, c: float) -> float:
    """Return the neutral current of linear loads, A: ``sqrt(a2 + b2 + c2 - ab - bc - ca)``."""
    return sqrt(max(a * a + b * b + c * c - a * b - b * c - c * a, 0.0))


def delta_line(ab: float, ca: float) -> float:
    """Return the current of a line between two banks that hang between phases, A: ``sqrt(a2 + b2 + a b)``."""
    return sqrt(ab * ab + ca * ca + ab * ca)


def continuous(rating: float, practice: str) -> float:
    """Return what a breaker or plug carries continuously, A: 80 % in NEC practice, its rating in IEC practice."""
    return rating * CONTINUOUS if practice == "NEC" else rating
