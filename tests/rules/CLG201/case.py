"""Two CDUs of 2 kW for 2.8 kW, one of them spare."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import kW
from tests.rules.designs import CDU, sound, with_part


def triggering() -> Design:
    return with_part(sound(), CDU.with_(capacity=kW(2)))


def clean() -> Design:
    return sound()
