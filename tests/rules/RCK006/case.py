"""Switches that take air in at their connectors, which are at the rear, and a part of unknown direction."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import OOB, SWITCH, sound, with_part


def triggering() -> Design:
    return with_part(with_part(sound(), SWITCH.with_(airflow="C2P")), OOB.with_(airflow=None))


def clean() -> Design:
    return sound()
