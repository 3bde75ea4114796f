"""A supply at mid-height of a node at U23, 1.1 m, and an outlet at 0.3 m: 1.3 m for a cord of 1.2 m."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.units import m, mm
from tests.rules.designs import NODES, PDU, put, sound, with_part


def reached(length: float) -> Design:
    """Return the sound design with its last node at 1.1 m, and cords of a length to outlets at 0.3 m."""
    design = with_part(sound(), PDU.with_(outlet_heights=dict.fromkeys(PDU.sockets, mm(300))))
    node = NODES[-1]
    cords = [replace(cord, length=m(length)) for cord in design.cords if cord.device == node]
    return put(design, replace(design.placement[node], u=23), *cords)


def triggering() -> Design:
    return reached(1.2)


def clean() -> Design:
    return reached(1.3)
