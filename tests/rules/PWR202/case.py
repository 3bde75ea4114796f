"""A node that needs both of its supplies, and nobody published whether it runs with one."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import NODE, SUPPLIES, sound, with_part


def triggering() -> Design:
    return with_part(sound(), NODE.with_(supplies=SUPPLIES.with_(needed=2)))


def clean() -> Design:
    return sound()
