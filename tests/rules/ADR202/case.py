"""Both Slurm controllers on one server."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, hosts
from tests.rules.designs import NODES


def triggering() -> Design:
    return addressed(managed_hosts=hosts({"server": NODES[2]}))


def clean() -> Design:
    return addressed()
