"""Elaboration found no length that covers the run."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Trouble
from tests.rules.designs import drop, sound, trouble


def triggering() -> Design:
    what = Trouble(
        "CBL101", "link/gpu/1:H1", "no multimode fibre covers the run", "move the racks closer", "12 m", "10 m"
    )
    return trouble(drop(sound(), "cable/gpu/1:H1"), what)


def clean() -> Design:
    return sound()
