"""A cord to a PDU that is not there, and one from a third supply of a node with two."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cord
from tests.rules.designs import put, sound

ALSO = ("PWR201",)
"""What follows from the same fault."""


def triggering() -> Design:
    design = put(sound(), Cord("cord/gpu/1:psu1", "gpu/1", 1, "pdu/A9-A"))
    return put(design, Cord("cord/gpu/2:psu3", "gpu/2", 3, "pdu/A1-A"))


def clean() -> Design:
    return sound()
