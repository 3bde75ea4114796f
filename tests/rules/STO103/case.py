"""Two boxes write 80 GB/s."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Rate
from tests.rules.storage_designs import stored


def triggering() -> Design:
    return stored(write=Rate.of(81, "GB/s"))


def clean() -> Design:
    return stored(write=Rate.of(80, "GB/s"))


ALSO = ("CAT901", "CAT902")
