"""A management plane without a host that serves names."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, hosts


def triggering() -> Design:
    return addressed()


def clean() -> Design:
    return addressed(managed_hosts=hosts({"role": "dns"}))
