"""Nodes without a drive bay; sound: eight bays."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import NODE, sound, with_part


def triggering() -> Design:
    return with_part(sound(), NODE.with_(nvme_bays=0))


def clean() -> Design:
    return sound()
