"""A run of 5 m covered by 10 m of fibre. Sound: a run of 7 m."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import cable, sound


def triggering() -> Design:
    return cable(sound(), "cable/gpu/1:H1", run=m(5), length=m(10), part_number="test/fibre-10")


def clean() -> Design:
    return cable(sound(), "cable/gpu/1:H1", run=m(7), length=m(10), part_number="test/fibre-10")
