"""A finned transceiver in the flat cage of a node."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Transceiver
from tests.rules.designs import FINNED, put, sound


def triggering() -> Design:
    return put(sound(), Transceiver("transceiver/gpu/1:C1", FINNED.id, "gpu/1", "C1"))


def clean() -> Design:
    return sound()
