"""A straight fibre with two tails. Sound: a splitter with a parked tail."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import End
from clusterdesign.parts import Fibre
from tests.rules.designs import FIBRE, SPLITTER, put, sound, with_part


def _two_tails(part: Fibre) -> Design:
    design = with_part(sound(), part)
    first = design.cable_of["link/gpu/1:H1"]
    parked = End("", "", None, ())
    changed = replace(first, part=part.id, part_number=f"{part.id}-3", ends=(*first.ends, parked))
    return put(design, changed)


def triggering() -> Design:
    return _two_tails(FIBRE)


def clean() -> Design:
    return _two_tails(SPLITTER)
