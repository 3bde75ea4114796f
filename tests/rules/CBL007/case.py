"""A fibre with UPC connectors on an APC transceiver."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import cable, fibre, sound, with_part


def triggering() -> Design:
    upc = fibre("test/fibre-upc", (3,), connector="mpo12-upc")
    return cable(with_part(sound(), upc), "cable/gpu/1:H1", part=upc.id, part_number="test/fibre-upc-3")


def clean() -> Design:
    return sound()
