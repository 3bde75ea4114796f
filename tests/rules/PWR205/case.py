"""Two CDUs of a loop, one of them spare, each with one supply, both wired to feed A."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cord
from clusterdesign.parts import Supplies
from clusterdesign.units import kW
from tests.rules.designs import CDU, CDUS, put, sound, with_part


def wired(*feeds: str) -> Design:
    """Return the sound design with pumps of 1 kW, each CDU wired to one feed."""
    design = with_part(sound(), CDU.with_(pump_power=kW(1), supplies=Supplies(count=1, needed=1, inlet="hardwired")))
    return put(
        design, *(Cord(f"cord/{cdu}:psu1", cdu, 1, f"feed/{feed}") for cdu, feed in zip(CDUS, feeds, strict=True))
    )


def triggering() -> Design:
    return wired("A", "A")


def clean() -> Design:
    return wired("A", "B")
