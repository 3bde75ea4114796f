"""Five positions and four uplinks on a leaf of eight ports; the fifth node is not bought yet."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import sound


def triggering() -> Design:
    design = sound()
    return replace(design, fabrics=(replace(design.fabrics[0], nodes_per_unit=5), design.fabrics[1]))


def clean() -> Design:
    return sound()
