"""Hosts of 80 GiB on a server of 64 GiB; a server whose memory nobody knows."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import Data
from tests.rules.address_designs import addressed, hosts


def triggering() -> Design:
    return addressed(managed_hosts=hosts({"memory": Data.of(80, "GiB")}))


def clean() -> Design:
    return addressed()
