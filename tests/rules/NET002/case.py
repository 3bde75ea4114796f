"""Two nodes on one port of a leaf. Sound: two links on the two halves of a port that runs split."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import PortRef
from tests.rules.designs import drop, link, put, relink, sound

ALSO = ("CBL004",)


def triggering() -> Design:
    return relink(sound(), "link/gpu/2:H1", b=PortRef("compute/leaf/r1", "1/1"))


def clean() -> Design:
    design = drop(sound(), "link/gpu/4:H1")
    for half in (1, 2):
        a, b = PortRef(f"extra/{half}", "P1"), PortRef("compute/leaf/r1", f"2/2/{half}")
        design = put(design, link("manager-leaf", a, b))
    return design
