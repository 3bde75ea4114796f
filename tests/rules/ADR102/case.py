"""A network that is too small for what the cluster grows to."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, troubled


def triggering() -> Design:
    return troubled(
        "ADR102",
        "network/inband",
        "10.20.0.0/24 is too small: gpu/512, which grow_to=512 asks for, would have no address in it",
        "give it a prefix of /20 or shorter, or keep fewer addresses with Reserve(...)",
        measured="256 addresses",
        limit="4096 addresses",
    )


def clean() -> Design:
    return addressed()
