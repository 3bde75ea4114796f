"""A node of 2 kW whose one remaining supply draws 10.1 A at a voltage of 207.8 V, through a coupler of 10 A."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Draw
from clusterdesign.units import kW
from tests.rules.designs import NODE, sound, with_part


def triggering() -> Design:
    return with_part(sound(), NODE.with_(power=Draw(maximum=kW(2))))


def clean() -> Design:
    return with_part(sound(), NODE.with_(power=Draw(maximum=kW(1.9))))
