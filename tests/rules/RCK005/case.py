"""Nodes that leave 50 mm for cables, and a switch of unknown depth. Sound: exactly 150 mm."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import mm
from tests.rules.designs import NODE, OOB, sound, with_part


def triggering() -> Design:
    design = with_part(sound(), OOB.with_(size=OOB.size.with_(depth=None)))
    return with_part(design, NODE.with_(size=NODE.size.with_(depth=mm(1150))))


def clean() -> Design:
    return with_part(sound(), NODE.with_(size=NODE.size.with_(depth=mm(1050))))


ALSO = ("CBL112",)
