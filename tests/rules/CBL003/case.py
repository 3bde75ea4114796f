"""Two cables that claim the same link."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import put, sound

ALSO = ("CBL002",)


def triggering() -> Design:
    design = sound()
    first = design.cable_of["link/gpu/1:H1"]
    return put(design, replace(first, path="cable/second"))


def clean() -> Design:
    return sound()
