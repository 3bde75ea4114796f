"""A cable made for Ethernet between two InfiniBand switches."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.units import m
from tests.rules.designs import cable, copper, sound, with_part


def triggering() -> Design:
    wrong = copper("test/copper-eth", m(1), signalling="ethernet-100g")
    return cable(with_part(sound(), wrong), "cable/compute/leaf/r1:3", part=wrong.id, part_number="TEST/COPPER-ETH")


def clean() -> Design:
    return sound()
