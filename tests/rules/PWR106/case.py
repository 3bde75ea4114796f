"""A circuit of 10 A: after the loss of a feed a phase carries 9.6 A."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import A
from tests.rules.designs import fed, sound


def triggering() -> Design:
    return fed(breaker=A(10))


def clean() -> Design:
    return sound()
