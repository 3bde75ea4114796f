"""One cable between a leaf and a spine is missing, two links. Sound: the same under a declared taper of 2:1."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import drop, sound

ALSO = ("NET302",)


def triggering() -> Design:
    gone = (f"link/compute/leaf/r1:3/{port}" for port in (1, 2))
    return drop(sound(), "cable/compute/leaf/r1:3", *gone)


def clean() -> Design:
    design = triggering()
    return replace(design, fabrics=(replace(design.fabrics[0], taper_down=2), design.fabrics[1]))
