"""25 kW of switches in a hall without closed aisles."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Draw, Supplies
from clusterdesign.units import kW
from tests.rules.designs import SWITCH, aired, sound, with_part


def triggering() -> Design:
    draw = Draw(maximum=kW(8))
    supplies = Supplies(count=2, needed=1, rating=kW(9), inlet="hardwired")
    return with_part(aired(containment=False, rack_limit=kW(50)), SWITCH.with_(power=draw, supplies=supplies))


ALSO = ("PWR103", "PWR104", "PWR108", "RCK103")
"""What follows from the same fault."""


def clean() -> Design:
    return sound()
