"""A cable that reaches with 0.1 m to spare. Sound: exactly 10 % slack."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import cable, sound


def triggering() -> Design:
    return cable(sound(), "cable/gpu/1:H1", run=m(2.9))


def clean() -> Design:
    return cable(sound(), "cable/compute/leaf/r1:3", length=m(1.1), run=m(1))
