"""A plan that keeps too few addresses for servers."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, troubled


def triggering() -> Design:
    return troubled(
        "ADR101",
        "network/oob",
        "keeps 256 addresses for servers, which is too few for mgmt/257",
        "keep more with addressing=Addressing(reserve=Reserve(servers=...))",
        measured="256 addresses",
        limit="257 addresses",
    )


def clean() -> Design:
    return addressed()
