"""Banks of 4 A: a node draws 2.3 A, and 4.6 A when its other supply has no power."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import A
from tests.rules.designs import PDU, sound, with_part


def triggering() -> Design:
    return with_part(sound(), PDU.with_(bank_current=A(4)))


def clean() -> Design:
    return sound()
