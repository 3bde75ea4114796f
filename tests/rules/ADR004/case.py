"""A gateway that is an interface, and two interfaces with one address."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from tests.rules.address_designs import INBAND, OOB, addressed, ports


def triggering() -> Design:
    networks = (replace(OOB, gateway6="fd00:1:0::10"), INBAND)
    return addressed(networks=networks, interfaces=ports({}, {"ipv4": "10.10.0.10"}))


def clean() -> Design:
    return addressed()
