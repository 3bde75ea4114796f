"""A design built by hand that has one of everything a sheet prints: a splitter, fibre, bought adapters, a pin."""

from __future__ import annotations

from clusterdesign.design import (
    Cable,
    Cord,
    Design,
    Deviation,
    Device,
    End,
    Fabric,
    Link,
    Placement,
    PortRef,
    Rack,
    Transceiver,
)
from clusterdesign.parts import (
    Adapter,
    CableEnd,
    Cage,
    CageRow,
    Fibre,
    FibreLength,
    Hca,
    Node,
    PduPart,
    Port,
    RackPart,
    Source,
    Switch,
)
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Transceiver as TransceiverPart
from clusterdesign.units import Gbps, kg, m

SEEN = {"": Source(ref="a data sheet", confidence="high")}
GUESSED = {"weight": Source(ref="", confidence="assumed", note="as heavy as its neighbour")}


def _cage(name: str, *ports: Port) -> Cage:
    return Cage(name=name, accepts=("osfp-single-flat",), protocol="infiniband", ports=ports)


def _port(name: str, rail: int, os_name: str) -> Port:
    return Port(name=name, role="compute", speed=Gbps(400), adapter=f"hca{rail}", rail=rail, os_name=os_name)


NODE = Node(
    id="acme/node",
    name="Server =4",
    vendor="Acme",
    part_number="00123",
    sources=SEEN,
    adapters=(
        Adapter(name="hca1", role="compute", part="acme/hca"),
        Adapter(name="hca2", role="compute", part="acme/hca"),
    ),
    extra_cages=(_cage("12:04", _port("12:04", 1, "mlx5_3")), _cage("P2", _port("P2", 2, "mlx5_0"))),
)
HCA = Hca(id="acme/hca", name="Adapter", vendor="Acme", part_number="HCA-1", sources=SEEN)
LEAF = Switch(
    id="acme/leaf",
    name="Switch",
    vendor="Acme",
    part_number="1/3",
    order_number="12-11",
    fabric="infiniband",
    weight=kg(14),
    sources=GUESSED,
    rows=(
        CageRow(
            cage="{n}",
            count=4,
            accepts=("osfp-twin-finned",),
            protocol="infiniband",
            ports=("{n}/1", "{n}/2"),
            role="fabric",
            speed=Gbps(400),
        ),
    ),
)
SPLITTER = CablePart(
    id="acme/splitter",
    name="Splitter, 2 m",
    vendor="Acme",
    part_number="SPL-2",
    sources=SEEN,
    medium="copper-passive",
    ends=(
        CableEnd(plug="osfp-twin-finned", links=2),
        CableEnd(plug="osfp-single-flat", links=1),
        CableEnd(plug="osfp-single-flat", links=1),
    ),
    length=m(2),
    rate=Gbps(400),
    signalling="ndr",
)
MODULE = TransceiverPart(
    id="acme/module",
    name="Module",
    vendor="Acme",
    plug="osfp-twin-finned",
    links=2,
    connectors=2,
    connector="mpo12-apc",
    fibre="multimode",
    rate=Gbps(400),
    signalling="ndr",
)
FIBRE = Fibre(
    id="acme/fibre",
    name="Fibre",
    vendor="Acme",
    sources=SEEN,
    fibre="multimode",
    connector="mpo12-apc",
    channel_maximum=m(50),
    lengths=(
        FibreLength(length=m(3), part_number="F-003", grade="OM4", order_number="O-3"),
        FibreLength(length=m(5), part_number="F-005", grade="OM4", published=False),
    ),
)
RACK = RackPart(id="acme/rack", name="Стойка 48U", vendor="Acme", part_number="R-48", sources=SEEN)
PDU = PduPart(id="acme/pdu", name="PDU", vendor="Acme", part_number="PDU-1", sources=SEEN, discontinued=True)

PARTS = {part.id: part for part in (NODE, HCA, LEAF, SPLITTER, MODULE, FIBRE, RACK, PDU)}


def _link(a: str, b: str, rail: int) -> Link:
    (left, port), (right, other) = a.split(" "), b.split(" ")
    return Link(
        path=f"link/{left}:{port}",
        fabric="compute",
        tier="node-leaf",
        a=PortRef(left, port),
        b=PortRef(right, other),
        speed=Gbps(400),
        rail=rail,
    )


def _cable(first: str, part: str, number: str, *, length: float, run: float, ends: tuple[End, ...]) -> Cable:
    devices = [end for end in ends if end.device != "compute/leaf/r1" and end.device.startswith("gpu")]
    return Cable(
        path=f"cable/{first}",
        part=part,
        part_number=number,
        length=m(length),
        run=m(run),
        ends=ends,
        links=tuple(f"link/{end.device}:{port}" for end in devices for port in end.ports),
        fabric="compute",
        tier="node-leaf",
        why=f"run {run} m + 10 %",
    )


def small_design() -> Design:
    """Two nodes in two racks: rail 1 through one splitter, rail 2 through modules and fibre; leaf 2 stands below."""
    leaf1, leaf2, node1, node2 = "compute/leaf/r1", "compute/leaf/r2", "gpu/001", "gpu/002"
    return Design(
        name="small & odd",
        parts=PARTS,
        fabrics=(Fabric(name="compute", protocol="infiniband", levels=1, rails=2, nodes_per_unit=2),),
        devices=(
            Device(leaf1, "switch", "acme/leaf", "leaf", fabric="compute", rail=1),
            Device(leaf2, "switch", "acme/leaf", "leaf", fabric="compute", rail=2),
            Device(node1, "node", "acme/node", "node"),
            Device(node2, "node", "acme/node", "node", index=1),
            Device("pdu/A01-A", "pdu", "acme/pdu", "pdu"),
        ),
        racks=(
            Rack("rack/A01", "acme/rack", row=0, column=0, x=m(0), y=m(0), role="compute"),
            Rack("rack/A02", "acme/rack", row=0, column=1, x=m(1), y=m(0), role="network"),
        ),
        placements=(
            Placement(leaf1, "rack/A02", u=40, height_u=1),
            Placement(leaf2, "rack/A02", u=39, height_u=1),
            Placement(node1, "rack/A01", u=1, height_u=8),
            Placement(node2, "rack/A01", u=9, height_u=8),
            Placement("pdu/A01-A", "rack/A01", u=0, height_u=0),
        ),
        links=(
            _link(f"{node1} 12:04", f"{leaf1} 1/1", 1),
            _link(f"{node1} P2", f"{leaf2} 1/1", 2),
            _link(f"{node2} 12:04", f"{leaf1} 1/2", 1),
            _link(f"{node2} P2", f"{leaf2} 1/2", 2),
        ),
        transceivers=(Transceiver(f"transceiver/{leaf2}:1", "acme/module", leaf2, "1"),),
        cables=(
            _cable(
                f"{leaf1}:1",
                "acme/splitter",
                "SPL-2",
                length=2,
                run=1.204,
                ends=(
                    End(leaf1, "1", None, ("1/1", "1/2")),
                    End(node1, "12:04", None, ("12:04",)),
                    End(node2, "12:04", None, ("12:04",)),
                ),
            ),
            _cable(
                f"{node1}:P2",
                "acme/fibre",
                "F-003",
                length=3,
                run=2.5,
                ends=(End(node1, "P2", 0, ("P2",)), End(leaf2, "1", 0, ("1/1",))),
            ),
            _cable(
                f"{node2}:P2",
                "acme/fibre",
                "F-005",
                length=5,
                run=3.1,
                ends=(End(node2, "P2", 0, ("P2",)), End(leaf2, "1", 1, ("1/2",))),
            ),
        ),
        cords=(Cord("cord/gpu/001:psu1", node1, 1, "pdu/A01-A"),),
        deviations=(
            Deviation("pin", "gpu/002", "rack/A01 U9", "the door", matched=1, changed=("gpu/002",)),
            Deviation("override", "+nothing", "part acme/leaf", "=because", matched=0, changed=()),
        ),
    )
