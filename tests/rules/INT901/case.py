"""A waiver whose day has passed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from clusterdesign.design.design import Design
from clusterdesign.design.records import Waiver
from tests.rules.designs import drop, sound

CHECK = {"today": date(2026, 4, 1)}
ALSO = ("NET003",)
"""What it accepted is a finding again."""


def triggering() -> Design:
    """The last day was yesterday."""
    waiver = Waiver("NET003", "link/gpu/2:H1", "the cable comes in March", "2026-03-31")
    return replace(drop(sound(), "cable/gpu/2:H1"), waivers=(waiver,))


def clean() -> Design:
    """A waiver without an end."""
    return replace(triggering(), waivers=(replace(triggering().waivers[0], until=""),))
