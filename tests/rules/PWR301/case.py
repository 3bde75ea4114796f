"""Nodes that all begin on the same phase."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import put, sound


def triggering() -> Design:
    design = sound()
    cords = {cord.path: cord for cord in design.cords}
    move = {"gpu/2": "B1-C13-2", "gpu/3": "B2-C13-2"}
    return put(
        design,
        *(replace(cords[f"cord/{node}:psu{n}"], outlet=outlet) for node, outlet in move.items() for n in (1, 2)),
    )


def clean() -> Design:
    return sound()
