"""Elaboration found no cable that fits."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Trouble
from tests.rules.designs import drop, sound, trouble


def triggering() -> Design:
    what = Trouble("CBL102", "link/gpu/1:H1", "no cable joins the cages", "choose other parts")
    return trouble(drop(sound(), "cable/gpu/1:H1"), what)


def clean() -> Design:
    return sound()
