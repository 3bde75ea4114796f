"""A BeeGFS box on the switch that carries the collectives. Sound: none."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.storage_designs import converged


def triggering() -> Design:
    return converged(apart=False)


def clean() -> Design:
    return converged(apart=True)


ALSO = ("CAT901", "CBL302")
