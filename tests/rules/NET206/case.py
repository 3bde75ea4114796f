"""Managed switches that nobody declared to be managers; sound: they are declared to be."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import sound
from tests.rules.manager_designs import on_managers


def triggering() -> Design:
    return on_managers(sound())


def clean() -> Design:
    return sound()
