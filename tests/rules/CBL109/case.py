"""A cable for half the speed of its links."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import cable, copper, sound, with_part


def triggering() -> Design:
    slow = copper("test/copper-slow", m(1), rate="200 Gb/s")
    return cable(with_part(sound(), slow), "cable/compute/leaf/r1:3", part=slow.id, part_number="TEST/COPPER-SLOW")


def clean() -> Design:
    return sound()
