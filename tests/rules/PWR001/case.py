"""A node with one of its two supplies unplugged, and no feeds at all in a design that does not speak of power."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import drop, sound

ALSO = ("PWR201",)
"""What follows from the same fault."""


def triggering() -> Design:
    return drop(sound(), "cord/gpu/1:psu2")


def clean() -> Design:
    return sound()
