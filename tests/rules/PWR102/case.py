"""Four cords on a PDU with three outlets of their type."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import OutletGroup
from tests.rules.designs import PDU, sound, with_part

ALSO = ("PWR004",)
"""What follows from the same fault."""


def triggering() -> Design:
    return with_part(sound(), PDU.with_(outlets=(OutletGroup(type="C13", count=4),)))


def clean() -> Design:
    return with_part(sound(), PDU.with_(outlets=(OutletGroup(type="C13", count=5),)))
