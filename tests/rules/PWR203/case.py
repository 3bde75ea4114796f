"""One feed for everything."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.designs import sound


def triggering() -> Design:
    design = sound()
    return replace(
        design,
        feeds=design.feeds[:1],
        pdu_feeds=tuple(replace(pair, feed="feed/A") for pair in design.pdu_feeds),
    )


def clean() -> Design:
    return sound()
