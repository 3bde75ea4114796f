"""A node that drops 13.8 kPa at its flow, and a CDU with 10 kPa."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Pressure
from tests.rules.designs import CDU, sound, with_part


def triggering() -> Design:
    return with_part(sound(), CDU.with_(head=Pressure.of(10, "kPa")))


def clean() -> Design:
    return sound()
