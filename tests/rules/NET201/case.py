"""Both managers on leaf r1; sound: one on each leaf."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.manager_designs import two


def triggering() -> Design:
    return two(leaf="compute/leaf/r1")


def clean() -> Design:
    return two()
