"""A link to a port that the switch does not have."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import PortRef
from tests.rules.designs import drop, relink, sound


def triggering() -> Design:
    return relink(drop(sound(), "cable/gpu/1:H1"), "link/gpu/1:H1", b=PortRef("compute/leaf/r1", "5/1"))


def clean() -> Design:
    return sound()
