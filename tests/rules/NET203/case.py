"""Both in-band ports of a server on the first of two switches; sound: one on each."""

from __future__ import annotations

from dataclasses import replace

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable, Cord, Device, End, Fabric, HeatPath, Link, Placement, PortRef
from clusterdesign.parts import Cage, Port
from clusterdesign.units import Gbps, m
from tests.rules.designs import NODE, OOB, SUPPLIES, TWISTED, put, sound, with_part

SERVER = NODE.with_(
    id="test/server",
    supplies=SUPPLIES,
    extra_cages=tuple(
        Cage(
            name=f"E{n}",
            accepts=("rj45",),
            protocol="ethernet",
            ports=(Port(name=f"E{n}", role="inband", speed=Gbps(1), rail=n),),
        )
        for n in (1, 2)
    ),
)


def bonded(*switches: str) -> Design:
    design = with_part(sound(), SERVER)
    design = replace(
        design,
        fabrics=(
            *design.fabrics,
            Fabric("inband", "ethernet", levels=0, rails=0, nodes_per_unit=4, node_role="inband"),
        ),
    )
    new = ("mgmt/1", "inband/1", "inband/2")
    design = put(
        design,
        Device("mgmt/1", "server", SERVER.id, "service"),
        *(Device(path, "switch", OOB.id, "inband", "inband", unit=1) for path in new[1:]),
        Placement("mgmt/1", "rack/A2", 1, 4),
        *(Placement(path, "rack/A2", 9 + n, 1) for n, path in enumerate(new[1:])),
        *(Cord(f"cord/{path}:psu{n}", path, n, f"pdu/A2-{'AB'[n - 1]}") for path in new for n in (1, 2)),
    )
    design = replace(design, heat=(*design.heat, *(HeatPath(path, "air", 1.0) for path in new)))
    for n, switch in enumerate(switches, 1):
        near, far = PortRef("mgmt/1", f"E{n}"), PortRef(switch, f"p{n}")
        link = Link(f"link/{near}", "inband", "inband", near, far, Gbps(1))
        ends = (End("mgmt/1", f"E{n}", None, (near.port,)), End(switch, str(n), None, (far.port,)))
        design = put(
            design,
            link,
            Cable(
                path=f"cable/{near}",
                part=TWISTED.id,
                part_number=TWISTED.part_number or "",
                length=TWISTED.length,
                run=m(2),
                ends=ends,
                links=(link.path,),
                fabric="inband",
                tier="inband",
                why="test",
            ),
        )
    return design


def triggering() -> Design:
    return bonded("inband/1", "inband/1")


def clean() -> Design:
    return bonded("inband/1", "inband/2")
