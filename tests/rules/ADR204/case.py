"""Slurm, and hosts that serve names alone."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, hosts


def triggering() -> Design:
    return addressed(managed_hosts=hosts({"role": "dns"}, {"role": "dns"}))


def clean() -> Design:
    return addressed()
