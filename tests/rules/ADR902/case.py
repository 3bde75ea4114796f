"""A node whose underscore DNS does not take."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, ports


def triggering() -> Design:
    return addressed(interfaces=ports({"hostname": "gpu1-bmc.sound.internal"}))


def clean() -> Design:
    return addressed()
