"""The cables of two nodes exchanged on one leaf, the links not."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import put, sound


def triggering() -> Design:
    design = sound()
    for one, other in (("gpu/1", "gpu/2"), ("gpu/2", "gpu/1")):
        mine, theirs = design.cable_of[f"link/{one}:H1"], sound().cable_of[f"link/{other}:H1"]
        design = put(design, replace(mine, ends=(mine.ends[0], theirs.ends[1])))
    return design


def clean() -> Design:
    return sound()
