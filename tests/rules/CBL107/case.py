"""31 m of OM3, 60 m beyond every transceiver, and a transceiver of unknown reach. Sound: 31 m of OM4."""

from __future__ import annotations

from typing import Literal

from clusterdesign.design.design import Design
from clusterdesign.design.records import Transceiver
from clusterdesign.parts import FibreLength
from clusterdesign.units import m
from tests.rules.designs import FIBRE, cable, copper, optic, put, sound, with_part


def _long(length: int, grade: Literal["OM3", "OM4"]) -> Design:
    sold = FibreLength(length=m(length), part_number=f"test/fibre-{length}", grade=grade)
    design = with_part(sound(), FIBRE.with_(lengths=(*FIBRE.lengths, sold)))
    return cable(design, "cable/gpu/1:H1", run=m(length) * 0.9, length=m(length), part_number=sold.part_number)


def triggering() -> Design:
    design = _long(31, "OM3")
    unknown = optic("test/optic-unknown", "osfp-twin-flat", reach=None)
    design = put(with_part(design, unknown), Transceiver("transceiver/gpu/3:C1", unknown.id, "gpu/3", "C1"))
    passive = copper("test/copper-4", m(4))
    number = passive.part_number
    return cable(
        with_part(design, passive),
        "cable/compute/leaf/r1:3",
        part=passive.id,
        part_number=number,
        run=m(3.5),
        length=m(4),
    )


def clean() -> Design:
    return _long(31, "OM4")
