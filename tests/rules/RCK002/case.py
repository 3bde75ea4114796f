"""A node moved down onto its neighbour. Sound: right beside it."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Placement
from tests.rules.designs import put, sound


def triggering() -> Design:
    return put(sound(), Placement("gpu/2", "rack/A1", 4, 4))


def clean() -> Design:
    return put(sound(), Placement("gpu/2", "rack/A1", 5, 4))
