"""Five switches of 1 kW in a rack whose air takes 4 kW."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import kW
from tests.rules.designs import aired, sound


def triggering() -> Design:
    return aired(rack_limit=kW(4))


def clean() -> Design:
    return sound()
