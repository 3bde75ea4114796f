"""Nodes that come without cords, and none was chosen for them."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import NODE, sound, with_part


def triggering() -> Design:
    supplies = NODE.supplies
    assert supplies is not None
    design = with_part(sound(), NODE.with_(supplies=supplies.with_(cords_included=False)))
    return replace(design, cords=tuple(replace(cord, part="") for cord in design.cords))


def clean() -> Design:
    supplies = NODE.supplies
    assert supplies is not None
    return with_part(sound(), NODE.with_(supplies=supplies.with_(cords_included=True)))
