"""A node of unknown weight and depth."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import NODE, sound, with_part


def triggering() -> Design:
    return with_part(sound(), NODE.with_(weight=None, part_number=None))


def clean() -> Design:
    return sound()
