"""A node without its second rail. Sound: a second port without rail stays empty."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.parts import Port
from clusterdesign.units import Gbps
from tests.rules.designs import BMC, NODE, drop, sound, with_part


def triggering() -> Design:
    return drop(sound(), "link/gpu/3:H2", "cable/gpu/3:H2")


def clean() -> Design:
    spare = BMC.with_(
        name="C2",
        accepts=("osfp-twin-flat",),
        protocol="infiniband",
        ports=(Port(name="H3", role="compute", speed=Gbps(400)),),
    )
    return with_part(sound(), NODE.with_(extra_cages=(*NODE.extra_cages, spare)))
