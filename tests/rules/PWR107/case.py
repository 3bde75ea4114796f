"""Feeds of 5 kW for 8.1 kW in all, and feeds whose capacity nobody declared."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import kW
from tests.rules.designs import fed, sound


def triggering() -> Design:
    design = fed(capacity=kW(5))
    return replace(design, feeds=(design.feeds[0], replace(design.feeds[1], capacity=None)))


def clean() -> Design:
    return sound()
