"""Nine devices that take 1,542 m3/h, in an aisle that gets 1,500 m3/h."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import Flow
from tests.rules.designs import HALL, sound


def triggering() -> Design:
    return replace(sound(), halls=(replace(HALL, aisle_supply=(Flow.of(1500, "m3/h"),)),))


def clean() -> Design:
    return sound()
