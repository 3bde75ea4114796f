"""Two ports with the same GUID."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.address_designs import PORTS, addressed


def triggering() -> Design:
    return addressed(interfaces=tuple(replace(port, guid="0xb83fd20300000010") for port in PORTS[:2]))


def clean() -> Design:
    return addressed()
