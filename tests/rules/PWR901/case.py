"""A power factor that nobody declared."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Premise
from tests.rules.designs import sound


def triggering() -> Design:
    default = (Premise(f"feed/{name}", "power_factor", "0.95", "planning value") for name in "AB")
    return replace(sound(), premises=tuple(default))


def clean() -> Design:
    return sound()
