"""A node of four units placed as one of three."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Placement
from tests.rules.designs import put, sound


def triggering() -> Design:
    return put(sound(), Placement("gpu/4", "rack/A1", 13, 3))


def clean() -> Design:
    return sound()
