"""A node with both supplies on one feed."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import hang, sound

ALSO = ("PWR301",)
"""What follows from the same fault."""


def triggering() -> Design:
    return hang(sound(), {"gpu/2:psu2": "pdu/A1-A", "gpu/3:psu1": "pdu/A1-B"})


def clean() -> Design:
    return sound()
