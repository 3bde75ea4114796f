"""A network inside another one."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.address_designs import INBAND, OOB, addressed


def triggering() -> Design:
    return addressed(networks=(OOB, replace(INBAND, ipv4="10.10.0.128/25")))


def clean() -> Design:
    return addressed()
