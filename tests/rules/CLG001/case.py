"""A node of which 90 % are accounted for, one whose heat leads to a loop that is not there, and one without."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import HeatPath
from tests.rules.designs import put, sound


def triggering() -> Design:
    design = put(sound(), HeatPath("gpu/1", "air", 0.2), HeatPath("gpu/2", "loop/9", 0.0))
    return replace(design, heat=tuple(path for path in design.heat if path.device != "oob/1"))


def clean() -> Design:
    return sound()
