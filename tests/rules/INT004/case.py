"""A waiver for a rule that does not exist."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Waiver
from tests.rules.designs import sound


def triggering() -> Design:
    """Two: one near a code, one near nothing."""
    waivers = (
        Waiver("NET311", "compute/leaf/*", "the taper is agreed on"),
        Waiver("zzz", "**", "a slip of the hand"),
    )
    return replace(sound(), waivers=waivers)


def clean() -> Design:
    """Without waivers."""
    return sound()
