"""A fabric manager on a spine. Sound: on a leaf."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import with_manager


def triggering() -> Design:
    return with_manager("compute/spine/1", "3/1")


def clean() -> Design:
    return with_manager("compute/leaf/r1", "2/2")
