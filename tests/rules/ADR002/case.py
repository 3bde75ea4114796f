"""Two networks in one VLAN."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.address_designs import INBAND, OOB, addressed


def triggering() -> Design:
    return addressed(networks=(OOB, replace(INBAND, vlan=10)))


def clean() -> Design:
    return addressed()
