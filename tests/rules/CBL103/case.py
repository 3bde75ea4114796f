"""Elaboration could not compute runs to a node without a place."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Trouble
from tests.rules.designs import drop, sound, trouble

ALSO = ("RCK001",)


def triggering() -> Design:
    design = drop(sound(), *(f"cable/gpu/4:{port}" for port in ("H1", "H2", "BMC")))
    design = replace(design, placements=tuple(p for p in design.placements if p.device != "gpu/4"))
    return trouble(design, Trouble("CBL103", "gpu/4", "3 links have no cable", "declare racks", "3 links"))


def clean() -> Design:
    return sound()
