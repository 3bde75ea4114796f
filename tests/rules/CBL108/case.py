"""1 m of fibre between transceivers that need 2 m."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import FibreLength
from clusterdesign.units import m
from tests.rules.designs import FIBRE, cable, sound, with_part


def triggering() -> Design:
    short = FibreLength(length=m(1), part_number="test/fibre-1", grade="OM4")
    design = with_part(sound(), FIBRE.with_(lengths=(short, *FIBRE.lengths)))
    return cable(design, "cable/gpu/1:H1", length=m(1), run=m(0.8), part_number="test/fibre-1")


def clean() -> Design:
    return sound()
