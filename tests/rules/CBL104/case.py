"""A cable shorter than its run. Sound: one that just reaches."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import cable, sound


def triggering() -> Design:
    return cable(sound(), "cable/gpu/1:H1", run=m(3.2))


def clean() -> Design:
    return cable(sound(), "cable/gpu/1:H1", run=m(3))
