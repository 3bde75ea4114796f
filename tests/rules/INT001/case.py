"""An override for a rail that does not exist."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import deviating


def triggering() -> Design:
    return deviating(matched=0)


def clean() -> Design:
    return deviating(matched=1, changed=("gpu/1",))
