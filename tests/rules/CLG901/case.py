"""An altitude that nobody declared."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Premise
from tests.rules.designs import sound


def triggering() -> Design:
    return replace(sound(), premises=(Premise("hall/1", "altitude", "0 m", "sea level"),))


def clean() -> Design:
    return sound()
