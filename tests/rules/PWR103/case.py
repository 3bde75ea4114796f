"""A circuit of 8 A: five switches and four nodes of 1 kW fit it until a feed is lost."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import A
from tests.rules.designs import fed, sound


def triggering() -> Design:
    return fed(breaker=A(8))


def clean() -> Design:
    return sound()
