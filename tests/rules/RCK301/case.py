"""Four nodes of 100 kg in the upper half of a rack."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import kg
from tests.rules.designs import NODE, NODES, put, sound, with_part


def triggering() -> Design:
    design = with_part(sound(), NODE.with_(weight=kg(100)))
    return put(design, *(replace(design.placement[node], u=25 + 4 * n) for n, node in enumerate(NODES)))


def clean() -> Design:
    return sound()
