"""A fibre length without a published part number, used twice."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import FIBRE, sound, with_part


def triggering() -> Design:
    lengths = (FIBRE.lengths[0].with_(published=False), *FIBRE.lengths[1:])
    return with_part(sound(), FIBRE.with_(lengths=lengths))


def clean() -> Design:
    return sound()
