"""Twenty cables in a tray of 100 x 20 mm, 44.7 %. Sound: in one of 120 x 20 mm."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import sound
from tests.rules.tray_designs import trayed


def triggering() -> Design:
    return trayed(sound(), width=100)


def clean() -> Design:
    return trayed(sound(), width=120)
