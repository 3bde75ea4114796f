"""A PDU that states 4 kVA, for four nodes of 1 kW each."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import ApparentPower
from tests.rules.designs import PDU, sound, with_part


def triggering() -> Design:
    return with_part(sound(), PDU.with_(rated_power=ApparentPower.parse("4 kVA")))


def clean() -> Design:
    return sound()
