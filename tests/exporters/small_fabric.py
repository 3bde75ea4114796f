"""Small fabrics built by hand, so that drawings are tested without a catalogue and without elaboration."""

from __future__ import annotations

from clusterdesign.design.design import Design
from clusterdesign.design.records import Cable, Device, End, Fabric, Link, PortRef, Tier
from clusterdesign.names import natural_key
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import CableEnd, Node, Switch
from clusterdesign.units import Gbps, m

NODE = Node(id="test/node", name="Test node", vendor="Test", gpus=8)
SWITCH = Switch(id="test/switch", name="Test switch", vendor="Test", fabric="infiniband")
CABLE = CablePart(
    id="test/cable",
    name="Test cable",
    vendor="Test",
    medium="aoc",
    ends=(CableEnd(plug="qsfp112", links=1), CableEnd(plug="qsfp112", links=1)),
    length=m(5),
    rate=Gbps(400),
    signalling="ndr",
)


def fat_tree(*, nodes: int, per_unit: int = 32, rails: int = 8, spines: int = 16, uplinks: int = 32) -> Design:
    """Build nodes, leaves and spines with their links; a cable a link. Without spines one switch takes all."""
    devices = [
        Device(f"gpu/{n + 1:03}", "node", NODE.id, "node", unit=n // per_unit + 1, index=n) for n in range(nodes)
    ]
    units = -(-nodes // per_unit)
    leaves = [
        Device(f"compute/leaf/su{unit}-r{rail}", "switch", SWITCH.id, "leaf", "compute", unit, rail)
        for unit in range(1, units + 1)
        for rail in range(1, rails + 1)
    ]
    links = [
        _link(
            f"gpu/{n + 1:03}", f"P{rail}", f"compute/leaf/su{n // per_unit + 1}-r{rail}", f"D{n % per_unit}", rail=rail
        )
        for n in range(nodes)
        for rail in range(1, rails + 1)
    ]
    if not spines:
        single = Device("compute/single", "switch", SWITCH.id, "single", "compute")
        links = [
            _link(f"gpu/{n + 1:03}", f"P{rail}", single.path, f"D{n * rails + rail}", rail=rail)
            for n in range(nodes)
            for rail in range(1, rails + 1)
        ]
        return _design([*devices, single], links, levels=1, rails=rails)
    devices += leaves
    devices += [Device(f"compute/spine/s{n:02}", "switch", SWITCH.id, "spine", "compute") for n in range(1, spines + 1)]
    links += [
        _link(leaf.path, f"U{port}", f"compute/spine/s{port % spines + 1:02}", f"{leaf.path}-{port}", rail=leaf.rail)
        for leaf in leaves
        for port in range(uplinks)
    ]
    return _design(devices, links, levels=2, rails=rails)


def _link(a: str, port_a: str, b: str, port_b: str, *, rail: int | None) -> Link:
    tier: Tier = "node-switch" if b.endswith("single") else "node-leaf" if a.startswith("gpu/") else "leaf-spine"
    return Link(f"link/{a}:{port_a}", "compute", tier, PortRef(a, port_a), PortRef(b, port_b), Gbps(400), rail)


def _design(devices: list[Device], links: list[Link], *, levels: int, rails: int) -> Design:
    cables = [
        Cable(
            path=link.path.replace("link/", "cable/"),
            part=CABLE.id,
            part_number="T5",
            length=m(5),
            run=m(4),
            ends=tuple(End(end.device, end.port, None, (end.port,)) for end in (link.a, link.b)),
            links=(link.path,),
            fabric="compute",
            tier=link.tier,
            why="the shortest that reaches",
        )
        for link in links
    ]
    return Design(
        name="small",
        parts={part.id: part for part in (NODE, SWITCH, CABLE)},
        fabrics=(Fabric("compute", "infiniband", levels, rails, 32),),
        devices=tuple(sorted(devices, key=lambda device: natural_key(device.path))),
        links=tuple(sorted(links, key=lambda link: natural_key(link.path))),
        cables=tuple(sorted(cables, key=lambda cable: natural_key(cable.path))),
    )
