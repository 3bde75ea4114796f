"""Power, energy and cost of a run."""

from __future__ import annotations

from dataclasses import dataclass

MEAN_SHARE = 0.76
"""Mean draw of a training node to its rated power: 7.75 of 10.2 kW for 8 x H100 (arXiv:2506.14551)."""

PEAK_SHARE = 8.4 / 10.2
"""Largest draw seen in training to the rated power (arXiv:2412.08602); for cooling, never for circuits."""

PUE_AIR, PUE_LIQUID = 1.56, 1.25
"""Power of the building to power of the equipment: industry mean of 2024 (Uptime Institute); liquid: a planning value
between the industry's and the 1.10 to 1.15 of the largest operators."""


@dataclass(frozen=True, slots=True)
class Power:
    """Watts of a group of nodes.

    Attributes:
        provisioned: what circuits are laid out for: the rated power.
        peak: what cooling meets.
        mean: what the meter shows.
    """

    provisioned: float
    peak: float
    mean: float


def power(nodes: int, rated: float) -> Power:
    """Return the power of nodes.

    Args:
        nodes: how many.
        rated: watts of one, by its name plate.

    Limits: measured on 8 x H100; other nodes are taken to behave alike. Estimates from TDP alone are 27 to 37 % off.
    """
    whole = nodes * rated
    return Power(whole, whole * PEAK_SHARE, whole * MEAN_SHARE)


def energy(mean: float, seconds: float, pue: float = 1.0) -> float:
    """Return joules: mean watts x PUE x seconds."""
    return mean * pue * seconds


def cost(nodes: int, node_price: float, kilowatt_hours: float, energy_price: float) -> float:
    """Return nodes x price + energy x price, in the currency of the prices."""
    return nodes * node_price + kilowatt_hours * energy_price
