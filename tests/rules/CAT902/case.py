"""A datasheet with two powers."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Draw
from clusterdesign.units import kW
from tests.rules.designs import NODE, sound, with_part


def triggering() -> Design:
    return with_part(sound(), NODE.with_(power=Draw(maximum=kW(1), source_conflict=kW(1.1))))


def clean() -> Design:
    return sound()
