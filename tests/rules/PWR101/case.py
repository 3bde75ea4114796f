"""A node that draws more than its two supplies give."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Draw
from clusterdesign.units import kW
from tests.rules.designs import NODE, sound, with_part

ALSO = ("PWR105",)
"""What follows from the same fault."""


def triggering() -> Design:
    return with_part(sound(), NODE.with_(power=Draw(maximum=kW(5))))


def clean() -> Design:
    return sound()
