"""A row of 21 racks."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import put, sound


def row(count: int, *, dead_end: bool | None = False) -> Design:
    """Return the sound design with so many racks in its row."""
    design = sound()
    first = replace(design.racks[0], dead_end=dead_end)
    more = (replace(first, path=f"rack/A{n}", column=n, x=m(0.8) * (n - 1)) for n in range(3, count + 1))
    return put(design, first, replace(design.racks[1], dead_end=dead_end), *more)


def triggering() -> Design:
    return row(21)


def clean() -> Design:
    return row(20)
