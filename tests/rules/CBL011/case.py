"""A splitter beside a straight fibre in one transceiver. Sound: splitters at both connectors."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from clusterdesign.design.design import Design
from clusterdesign.design.records import End
from tests.rules.designs import SPLITTER, put, sound, with_part


def _splitter(*numbers: int) -> Design:
    design = with_part(sound(), SPLITTER)
    for n, rail in product(numbers, (1, 2)):
        first = design.cable_of[f"link/gpu/{n}:H{rail}"]
        ends = (first.ends[1], first.ends[0], End("", "", None, ()))
        changed = replace(first, part=SPLITTER.id, part_number=f"{SPLITTER.id}-3", ends=ends)
        design = put(design, changed)
    return design


def triggering() -> Design:
    return _splitter(1)


def clean() -> Design:
    return _splitter(1, 2)
