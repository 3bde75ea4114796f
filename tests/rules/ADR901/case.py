"""A delivery list with one of four MACs."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, ports


def triggering() -> Design:
    return addressed(interfaces=ports({"mac": "b8:3f:d2:00:00:01"}))


def clean() -> Design:
    return addressed()
