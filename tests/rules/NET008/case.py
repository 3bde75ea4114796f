"""A cable between two leaves in the place of one uplink of each."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import End, PortRef
from tests.rules.designs import LEAVES, drop, link, put, sound, uplink

ALSO = ("NET301", "NET302")


def triggering() -> Design:
    design = sound()
    for leaf in LEAVES:
        design = drop(uplink(design, leaf, 4, ports=0), f"cable/{leaf}:4")
    first, second = (link("leaf-spine", PortRef(LEAVES[0], port), PortRef(LEAVES[1], port)) for port in ("4/1", "4/2"))
    old = sound().cable_of["link/compute/leaf/r1:4/1"]
    ends = tuple(End(leaf, "4", None, ("4/1", "4/2")) for leaf in LEAVES)
    return put(design, first, second, replace(old, ends=ends))


def clean() -> Design:
    return sound()
