"""The two rails of a node exchanged, cables and all."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import put, sound, strand


def triggering() -> Design:
    design = sound()
    first, second = design.link["link/gpu/2:H1"], design.link["link/gpu/2:H2"]
    for made, far, n in ((first, second.b, 0), (second, first.b, 1)):
        swapped = replace(made, b=far)
        design = put(design, swapped, strand(swapped, near=n, far=1))
    return design


def clean() -> Design:
    return sound()
