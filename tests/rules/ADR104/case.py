"""Hosts of 12 virtual processors on a server of 8 threads."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, hosts


def triggering() -> Design:
    return addressed(managed_hosts=hosts({"vcpus": 12}))


def clean() -> Design:
    return addressed()
