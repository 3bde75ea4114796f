"""Racks of up to 362 kg on a floor that bears 3 kPa."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Pressure
from tests.rules.designs import sound, standing


def triggering() -> Design:
    return standing(floor_limit=Pressure.of(3, "kPa"))


def clean() -> Design:
    return sound()
