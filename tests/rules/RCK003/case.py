"""A node that reaches above its rack. Sound: one that ends at the top unit."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Placement
from tests.rules.designs import put, sound


def triggering() -> Design:
    return put(sound(), Placement("gpu/4", "rack/A1", 40, 4))


def clean() -> Design:
    return put(sound(), Placement("gpu/4", "rack/A1", 39, 4))
