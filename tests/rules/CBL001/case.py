"""A fibre to a cage that the switch does not have."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Transceiver
from tests.rules.designs import FINNED, put, sound


def triggering() -> Design:
    design = sound()
    return put(design, Transceiver("transceiver/compute/spine/1:7", FINNED.id, "compute/spine/1", "7"))


def clean() -> Design:
    return sound()
