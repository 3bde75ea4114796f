"""A switch that is no longer sold. Sound: one of which that is not known."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import SWITCH, sound, with_part


def triggering() -> Design:
    return with_part(sound(), SWITCH.with_(discontinued=True))


def clean() -> Design:
    return sound()
