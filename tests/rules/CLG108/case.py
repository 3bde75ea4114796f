"""A hall of 32 °C for nodes that take 30 °C."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Temperature
from tests.rules.designs import aired, sound


def triggering() -> Design:
    return aired(inlet=Temperature.of(32, "°C"))


def clean() -> Design:
    return sound()
