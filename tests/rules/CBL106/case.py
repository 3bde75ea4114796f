"""A length that is not sold, and a part number of another length."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import cable, sound


def triggering() -> Design:
    design = cable(sound(), "cable/gpu/1:H1", length=m(4))
    return cable(design, "cable/gpu/2:H1", part_number="test/fibre-5")


def clean() -> Design:
    return sound()
