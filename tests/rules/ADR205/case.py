"""A management plane without a host that serves names."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import CONTROLLERS, addressed


def triggering() -> Design:
    return addressed(managed_hosts=CONTROLLERS)


def clean() -> Design:
    return addressed()
