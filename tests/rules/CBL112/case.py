"""Copper of 120 mm behind the switches; the bend alone needs 600 mm. Sound: copper of 9.43 mm."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import mm
from tests.rules.designs import COPPER, sound, with_part


def triggering() -> Design:
    return with_part(sound(), COPPER.with_(diameter=mm(120)))


def clean() -> Design:
    return sound()
