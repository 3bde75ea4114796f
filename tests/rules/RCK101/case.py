"""Elaboration found no rack for a node."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Trouble
from tests.rules.designs import sound, trouble


def triggering() -> Design:
    return trouble(sound(), Trouble("RCK101", "gpu/4", "finds no room in rack A1", "add racks"))


def clean() -> Design:
    return sound()
