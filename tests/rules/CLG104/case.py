"""Two pumps of 2 L/min for 4.2 L/min."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Flow
from tests.rules.designs import CDU, sound, with_part

ALSO = ("CLG201",)
"""What follows from the same fault."""


def triggering() -> Design:
    return with_part(sound(), CDU.with_(flow=Flow.of(2, "L/min")))


def clean() -> Design:
    return sound()
