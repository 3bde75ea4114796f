"""A label of 64 letters, and a name of 254."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.address_designs import addressed, ports


def triggering() -> Design:
    long = ".".join(letter * 60 for letter in "bcde")
    return addressed(
        interfaces=ports({"hostname": f"gpu-1-{'a' * 58}.internal"}, {"hostname": f"gpu-2.{long}.internal"})
    )


def clean() -> Design:
    return addressed()
