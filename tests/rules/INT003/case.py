"""A trouble that no rule of its own reports. Sound: one that has its own."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Trouble
from tests.rules.designs import sound, trouble


def triggering() -> Design:
    return trouble(sound(), Trouble("XYZ901", "gpu/4", "cannot be pinned to A1 U1", "pin it elsewhere", "U1"))


def clean() -> Design:
    return trouble(sound(), Trouble("RCK101", "gpu/4", "finds no room in rack A1", "add racks"))
