"""A link whose cable was forgotten. Sound: elaboration says why there is none."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Trouble
from tests.rules.designs import drop, sound, trouble


def triggering() -> Design:
    return drop(sound(), "cable/gpu/1:H1")


def clean() -> Design:
    why = Trouble("CBL102", "link/gpu/1:H1", "no cable fits", "choose other parts")
    return trouble(triggering(), why)
