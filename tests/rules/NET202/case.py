"""Both managers in rack A1; sound: one in each rack."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.manager_designs import two


def triggering() -> Design:
    return two(rack="rack/A1")


def clean() -> Design:
    return two()
