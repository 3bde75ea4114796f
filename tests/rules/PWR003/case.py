"""A PDU on no feed."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import sound

ALSO = ("PWR201",)
"""What follows from the same fault."""


def triggering() -> Design:
    design = sound()
    return replace(design, pdu_feeds=design.pdu_feeds[1:])


def clean() -> Design:
    return sound()
