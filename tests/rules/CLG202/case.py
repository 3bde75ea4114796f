"""A loop whose two CDUs are both needed."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import looped, sound


def triggering() -> Design:
    return looped(spare=0)


def clean() -> Design:
    return sound()
