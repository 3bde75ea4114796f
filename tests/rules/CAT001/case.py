"""A switch without a part, and a cable whose part is a rack."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import RACK, cable, put, sound


def triggering() -> Design:
    design = sound()
    design = put(design, replace(design.device["oob/1"], part="test/missing"))
    return cable(design, "cable/gpu/1:H1", part=RACK.id)


def clean() -> Design:
    return sound()
