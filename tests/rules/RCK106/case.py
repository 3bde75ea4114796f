"""A second row 2 m behind the first, with racks 1.2 m deep."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import put, sound


def triggering() -> Design:
    design = sound()
    second = replace(design.racks[1], row=2, column=1, x=m(0), y=m(2))
    return put(design, second)


def clean() -> Design:
    return sound()
