"""Two CDUs with pumps of 2 kW, plugged in nowhere."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import kW
from tests.rules.designs import CDU, sound, with_part


def triggering() -> Design:
    return with_part(sound(), CDU.with_(pump_power=kW(2)))


def clean() -> Design:
    return sound()
