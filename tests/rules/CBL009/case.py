"""An HDR transceiver in a node whose leaves have NDR ones."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Transceiver
from tests.rules.designs import optic, put, sound, with_part


def triggering() -> Design:
    hdr = optic("test/optic-hdr", "osfp-twin-flat", signalling="hdr")
    return put(with_part(sound(), hdr), Transceiver("transceiver/gpu/1:C1", hdr.id, "gpu/1", "C1"))


def clean() -> Design:
    return sound()
