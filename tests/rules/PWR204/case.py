"""Two boards behind one UPS, and a feed of which nobody says where it comes from."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Feed
from tests.rules.designs import sound


def triggering() -> Design:
    design = sound()
    one, other = (replace(feed, upstream=(*feed.upstream, "ups-1")) for feed in design.feeds)
    return replace(design, feeds=(one, other, Feed("feed/C", capacity=one.capacity)))


def clean() -> Design:
    return sound()
