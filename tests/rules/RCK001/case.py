"""A node in no rack, a switch in a rack that is not there, a node of unknown height."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Placement
from tests.rules.designs import put, sound


def triggering() -> Design:
    design = sound()
    design = replace(design, placements=tuple(p for p in design.placements if p.device != "gpu/1"))
    return put(design, Placement("oob/1", "rack/A9", 10, 1))


def clean() -> Design:
    return sound()
