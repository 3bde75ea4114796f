"""Three hosts that stand in for each other, and two servers."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, troubled


def triggering() -> Design:
    return troubled(
        "ADR201",
        "sound",
        "3 kube hosts need 3 servers to run on, and there are 2",
        "declare servers=(Servers(part=..., count=3),)",
        measured="2 servers",
        limit="3 servers",
    )


def clean() -> Design:
    return addressed()
