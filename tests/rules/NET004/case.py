"""A link counted at half the speed of its two ports. Sound: twisted pair and a split port, at the lower speed."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import PortRef
from clusterdesign.units import Gbps
from tests.rules.designs import BMC, NODE, NODES, relink, sound, with_part


def triggering() -> Design:
    return relink(sound(), "link/gpu/1:H1", speed=Gbps(200))


def clean() -> Design:
    slow = BMC.with_(ports=(BMC.ports[0].with_(speed=Gbps(0.1)),))
    design = with_part(sound(), NODE.with_(extra_cages=(NODE.extra_cages[0], slow)))
    for node in NODES:
        design = relink(design, f"link/{node}:BMC", speed=Gbps(0.1))
    half = PortRef("compute/leaf/r1", "1/1/2")
    return relink(design, "link/gpu/1:H1", b=half, speed=Gbps(200))
