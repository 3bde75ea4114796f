"""A node whose transceiver was forgotten."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import drop, sound


def triggering() -> Design:
    return drop(sound(), "transceiver/gpu/1:C1")


def clean() -> Design:
    return sound()
