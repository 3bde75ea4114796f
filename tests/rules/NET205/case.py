"""Switches without management and no manager; sound: the switches can run one."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import SWITCH, sound, with_part


def triggering() -> Design:
    return with_part(sound(), SWITCH.with_(managed=False))


def clean() -> Design:
    return sound()
