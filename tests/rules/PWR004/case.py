"""An outlet that is not there, one of the wrong type and one with two cords."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.parts import OutletGroup
from tests.rules.designs import PDU, put, sound, with_part

ALSO = ("PWR301",)
"""What follows from the same fault."""


def triggering() -> Design:
    larger = OutletGroup(type="C19", count=1, bank="B1", phase="L1")
    design = with_part(sound(), PDU.with_(outlets=(*PDU.outlets, larger)))
    cords = {cord.path: cord for cord in design.cords}
    return put(
        design,
        replace(cords["cord/gpu/1:psu1"], outlet="B9-C13-1"),
        replace(cords["cord/gpu/2:psu1"], outlet="B1-C19-1"),
        replace(cords["cord/gpu/3:psu1"], outlet=cords["cord/gpu/4:psu1"].outlet),
    )


def clean() -> Design:
    return sound()
