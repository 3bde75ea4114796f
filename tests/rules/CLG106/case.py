"""Facility water of 40 °C and an approach of 5 K for nodes that take 40 °C."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Temperature
from tests.rules.designs import looped


def triggering() -> Design:
    return looped(facility=Temperature.of(40, "°C"), supply=Temperature.of(45, "°C"))


def clean() -> Design:
    return looped(facility=Temperature.of(32, "°C"), supply=Temperature.of(37, "°C"))
