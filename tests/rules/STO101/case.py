"""500 TB asked of two boxes with 589.8 TB usable is sound; 600 TB is not."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Data
from tests.rules.storage_designs import stored


def triggering() -> Design:
    return stored(capacity=Data.of(600, "TB"))


def clean() -> Design:
    return stored(capacity=Data.of(500, "TB"))


ALSO = ("CAT901", "CAT902")
