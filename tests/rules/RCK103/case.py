"""Four nodes of 1 kW in a rack for 3 kW; and a rack with nodes whose limit nobody declared."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import kW
from tests.rules.designs import put, sound, standing


def triggering() -> Design:
    design = standing(power_limit=kW(3))
    return put(design, replace(design.rack["rack/A2"], power_limit=None))


def clean() -> Design:
    return sound()
