"""Two boxes read 160 GB/s: four nodes may ask for 40 GB/s each, not for 45."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Rate
from tests.rules.storage_designs import stored


def triggering() -> Design:
    return stored(node_read=Rate.of(45, "GB/s"))


def clean() -> Design:
    return stored(node_read=Rate.of(40, "GB/s"))


ALSO = ("CAT901", "CAT902")
