"""Four nodes give 2.8 kW to CDUs of 1 kW each; one of unknown capacity stands elsewhere."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import kW
from tests.rules.designs import CDU, sound, with_part

ALSO = ("CLG201",)
"""What follows from the same fault."""


def triggering() -> Design:
    return with_part(sound(), CDU.with_(capacity=kW(1)))


def clean() -> Design:
    return sound()
