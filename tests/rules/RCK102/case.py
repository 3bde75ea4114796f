"""Nodes of 300 kg in a rack that carries 1000 kg, and a switch of unknown weight."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import kg
from tests.rules.designs import NODE, OOB, sound, with_part

ALSO = ("RCK104",)
"""What follows from the same fault."""


def triggering() -> Design:
    return with_part(with_part(sound(), NODE.with_(weight=kg(300))), OOB.with_(weight=None))


def clean() -> Design:
    return with_part(sound(), NODE.with_(weight=kg(247)))
