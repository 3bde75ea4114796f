"""Two BMCs with the same MAC."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.address_designs import PORTS, addressed


def triggering() -> Design:
    return addressed(interfaces=tuple(replace(port, mac="b8:3f:d2:00:00:01") for port in PORTS[:2]))


def clean() -> Design:
    return addressed()
