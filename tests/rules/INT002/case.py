"""An override to the part that was chosen anyway."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import deviating


def triggering() -> Design:
    return deviating(matched=2)


def clean() -> Design:
    return deviating(matched=0)
