"""A loop of 17 °C in a hall of 27 °C and 60 %."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import Temperature
from tests.rules.designs import HALL, looped


def triggering() -> Design:
    damp = replace(HALL, inlet=Temperature.of(27, "°C"), humidity=0.6)
    return replace(looped(supply=Temperature.of(17, "°C")), halls=(damp,))


def clean() -> Design:
    damp = replace(HALL, inlet=Temperature.of(27, "°C"), humidity=0.6)
    return replace(looped(supply=Temperature.of(22, "°C")), halls=(damp,))
