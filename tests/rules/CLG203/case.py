"""A loop whose two CDUs are both needed, and every pump in them."""

from __future__ import annotations

from clusterdesign.design.design import Design
from tests.rules.designs import CDU, looped, sound, with_part

ALSO = ("CLG202",)


def triggering() -> Design:
    return with_part(looped(spare=0), CDU.with_(pumps="2+0"))


def clean() -> Design:
    return sound()
