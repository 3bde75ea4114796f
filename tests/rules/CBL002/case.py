"""A transceiver in a cage that a copper cable fills."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Transceiver
from tests.rules.designs import FINNED, put, sound


def triggering() -> Design:
    return put(sound(), Transceiver("transceiver/compute/spine/1:1", FINNED.id, "compute/spine/1", "1"))


def clean() -> Design:
    return sound()
