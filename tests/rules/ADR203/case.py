"""A subnet manager on a switch of the out-of-band network."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, hosts


def triggering() -> Design:
    return addressed(managed_hosts=hosts({"role": "subnet-manager", "server": "oob/1"}))


def clean() -> Design:
    return addressed()
