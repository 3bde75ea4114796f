"""One manager; sound: two."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.manager_designs import one, two


def triggering() -> Design:
    return one()


def clean() -> Design:
    return two()
