"""A waiver that no finding needs."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Waiver
from tests.rules.designs import drop, sound


def triggering() -> Design:
    """The link of gpu/2 has a cable."""
    return replace(sound(), waivers=(Waiver("NET003", "link/gpu/2:*", "the cable comes later"),))


def clean() -> Design:
    """The cable of the waived link is missing indeed."""
    return replace(drop(sound(), "cable/gpu/2:H1"), waivers=triggering().waivers)
