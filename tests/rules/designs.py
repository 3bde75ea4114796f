"""A small sound design with parts of its own, and ways to break it.

Four nodes with two rails, two leaves, two spines, an out-of-band switch, two racks, two feeds. Nodes hang on the
leaves by fibre between twin transceivers; leaf and spine are joined by twin copper, two links a cable. No value
is unknown, so that every rule has nothing to say about it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clusterdesign.design.design import Design
from clusterdesign.design.records import (
    Cable,
    Cord,
    Deviation,
    Device,
    End,
    Fabric,
    Feed,
    Hall,
    HeatPath,
    Link,
    Loop,
    PduFeed,
    Placement,
    PortRef,
    Rack,
    Transceiver,
    Trouble,
)
from clusterdesign.parts import (
    PHASES,
    AnyPart,
    Appliance,
    CableEnd,
    Cage,
    CageRow,
    CduPart,
    Draw,
    Fibre,
    FibreLength,
    Liquid,
    Node,
    OutletGroup,
    PduPart,
    Port,
    RackPart,
    Size,
    Supplies,
    Switch,
)
from clusterdesign.parts import Cable as CablePart
from clusterdesign.parts import Transceiver as TransceiverPart
from clusterdesign.units import A, ApparentPower, Flow, Gbps, Length, Pressure, Temperature, V, kg, kW, m, mm

NODES = tuple(f"gpu/{n}" for n in range(1, 5))
LEAVES = ("compute/leaf/r1", "compute/leaf/r2")
SPINES = ("compute/spine/1", "compute/spine/2")
PORTS = tuple(f"{cage}/{port}" for cage in range(1, 5) for port in (1, 2))

BMC = Cage(name="BMC", accepts=("rj45",), protocol="ethernet", ports=(Port(name="BMC", role="oob", speed=Gbps(1)),))
SUPPLIES = Supplies(count=2, needed=1, rating=kW(2), inlet="C14", cords_included=True)

NODE = Node(
    id="test/node",
    name="Node",
    vendor="Test",
    part_number="NODE",
    nvme_bays=8,
    size=Size(height_u=4, depth=mm(800)),
    weight=kg(50),
    power=Draw(maximum=kW(1)),
    supplies=SUPPLIES,
    inlet_max=Temperature.of(30, "°C"),
    airflow="front-to-rear",
    liquid=Liquid(
        captured=0.7,
        supply_max=Temperature.of(40, "°C"),
        flow=Flow.of(2, "L/min"),
        pressure_drop=Pressure.of(50, "kPa"),
    ),
    extra_cages=(
        Cage(
            name="C1",
            accepts=("osfp-twin-flat",),
            protocol="infiniband",
            ports=tuple(Port(name=f"H{r}", role="compute", speed=Gbps(400), rail=r) for r in (1, 2)),
        ),
        BMC,
    ),
)
SWITCH = Switch(
    id="test/switch",
    name="Switch",
    vendor="Test",
    part_number="SWITCH",
    fabric="infiniband",
    managed=True,
    airflow="P2C",
    size=Size(height_u=1, depth=mm(600)),
    weight=kg(15),
    power=Draw(maximum=kW(1)),
    supplies=SUPPLIES,
    rows=(
        CageRow(
            cage="{n}",
            count=4,
            accepts=("osfp-twin-finned",),
            protocol="infiniband",
            ports=("{n}/1", "{n}/2"),
            role="fabric",
            speed=Gbps(400),
            splits=2,
        ),
    ),
    extra_cages=(BMC,),
)
OOB = Switch(
    id="test/oob",
    name="Out-of-band switch",
    vendor="Test",
    part_number="OOB",
    fabric="ethernet",
    airflow="P2C",
    size=Size(height_u=1, depth=mm(400)),
    weight=kg(5),
    power=Draw(maximum=kW(1)),
    supplies=SUPPLIES,
    rows=(
        CageRow(
            cage="{n}",
            count=8,
            accepts=("rj45",),
            protocol="ethernet",
            ports=("p{n}",),
            role="fabric",
            speed=Gbps(1),
        ),
    ),
)


def optic(id_: str, plug: str, **changes: Any) -> TransceiverPart:
    """Return a twin transceiver; the defaults are those of NDR multimode."""
    values: dict[str, Any] = {
        "name": "Twin transceiver",
        "vendor": "Test",
        "part_number": id_.upper(),
        "links": 2,
        "connectors": 2,
        "connector": "mpo12-apc",
        "fibre": "multimode",
        "rate": "400 Gb/s",
        "signalling": "ndr",
        "reach": "50 m",
        "reach_minimum": "2 m",
        "power_maximum": "17 W",
    }
    return TransceiverPart(id=id_, plug=plug, **(values | changes))  # type: ignore[arg-type]  # validated as data


FINNED = optic("test/optic-finned", "osfp-twin-finned")
FLAT = optic("test/optic-flat", "osfp-twin-flat")


def fibre(id_: str, lengths: tuple[int, ...], **changes: Any) -> Fibre:
    """Return a multimode fibre sold in some lengths of OM4."""
    sold = tuple(FibreLength(length=m(n), part_number=f"{id_}-{n}", grade="OM4") for n in lengths)
    values: dict[str, Any] = {
        "diameter": mm(3),
        "name": "Fibre",
        "vendor": "Test",
        "part_number": id_.upper(),
        "fibre": "multimode",
        "connector": "mpo12-apc",
        "channel_maximum": "50 m",
        "lengths": sold,
    }
    return Fibre(id=id_, **(values | changes))


FIBRE = fibre("test/fibre", (3, 5, 10))
SPLITTER = fibre("test/fibre-split", (3, 5), split=2)


def copper(id_: str, length: Length, **changes: Any) -> CablePart:
    """Return a straight passive copper cable with two links between finned twin plugs."""
    values: dict[str, Any] = {
        "name": "Copper",
        "diameter": mm(9.43),
        "vendor": "Test",
        "part_number": id_.upper(),
        "medium": "copper-passive",
        "ends": (CableEnd(plug="osfp-twin-finned", links=2),) * 2,
        "rate": "400 Gb/s",
        "signalling": "ndr",
    }
    return CablePart(id=id_, length=length, **(values | changes))


COPPER = copper("test/copper-1", m(1))
TWISTED = copper(
    "test/twisted-3",
    m(3),
    medium="twisted-pair",
    ends=(CableEnd(plug="rj45", links=1),) * 2,
    rate="1 Gb/s",
    signalling="1000base-t",
)
RACK = RackPart(
    id="test/rack",
    name="Rack",
    vendor="Test",
    part_number="RACK",
    size=Size(height_u=42, width=mm(800), depth=mm(1200)),
    weight=kg(150),
    load_static=kg(1000),
    load_rolling=kg(900),
)
PDU = PduPart(
    id="test/pdu",
    name="PDU",
    vendor="Test",
    part_number="PDU",
    size=Size(height_u=0),
    weight=kg(6),
    rated_current=A(32),
    voltage=V(400),
    rated_power=ApparentPower.parse("22 kVA"),
    phases=3,
    banks=6,
    bank_current=A(16),
    outlets=tuple(OutletGroup(type="C13", count=2, bank=f"B{n}", phase=PHASES[(n - 1) // 2]) for n in range(1, 7)),
)

CDU = CduPart(
    id="test/cdu",
    name="CDU",
    vendor="Test",
    part_number="CDU",
    capacity=kW(30),
    approach_k=4,
    flow=Flow.of(60, "L/min"),
    head=Pressure.of(2000, "kPa"),
    pumps="1+1",
    pump_power=kW(0),
)
CDUS = ("cdu/1", "cdu/2")

PARTS: dict[str, AnyPart] = {
    part.id: part for part in (NODE, SWITCH, OOB, FINNED, FLAT, FIBRE, COPPER, TWISTED, RACK, PDU, CDU)
}


HALL = Hall(
    "hall/1",
    inlet=Temperature.of(24, "°C"),
    humidity=0.5,
    altitude=m(0),
    containment=True,
    rack_limit=kW(10),
    aisle_supply=(Flow.of(50_000, "m3/h"),),
)
LOOP = Loop("loop/1", CDUS, 1, "pg25", 10.0, facility=Temperature.of(30, "°C"), supply=Temperature.of(34, "°C"))


def _devices() -> tuple[Device, ...]:
    nodes = [Device(path, "node", NODE.id, "node", unit=1, index=n) for n, path in enumerate(NODES)]
    leaves = [
        Device(path, "switch", SWITCH.id, "leaf", "compute", unit=1, rail=n + 1, index=n)
        for n, path in enumerate(LEAVES)
    ]
    spines = [Device(path, "switch", SWITCH.id, "spine", "compute", index=n) for n, path in enumerate(SPINES)]
    pdus = [Device(f"pdu/{rack}-{feed}", "pdu", PDU.id, "pdu") for rack in ("A1", "A2") for feed in "AB"]
    cdus = [Device(path, "cdu", CDU.id, "cdu") for path in CDUS]
    return (*nodes, *leaves, *spines, Device("oob/1", "switch", OOB.id, "oob", "oob"), *pdus, *cdus)


def link(tier: str, a: PortRef, b: PortRef, rail: int | None = None, *, fabric: str = "compute") -> Link:
    """Return a link at 400 Gb/s, of the out-of-band network at 1 Gb/s."""
    speed = Gbps(1) if fabric == "oob" else Gbps(400)
    return Link(f"link/{a}", fabric, tier, a, b, speed, rail)  # type: ignore[arg-type]  # one of the literals


def strand(of: Link, part: Fibre = FIBRE, length: int = 3, *, near: int = 0, far: int = 0) -> Cable:
    """Return the fibre of a node's link."""
    cage = of.b.port.split("/", maxsplit=1)[0]
    return Cable(
        path=f"cable/{of.a}",
        part=part.id,
        part_number=f"{part.id}-{length}",
        length=m(length),
        run=m(2.5),
        ends=(End(of.a.device, "C1", near, (of.a.port,)), End(of.b.device, cage, far, (of.b.port,))),
        links=(of.path,),
        fabric="compute",
        tier=of.tier,
        why="test",
    )


def _down() -> list[tuple[Link, Cable]]:
    found = []
    for k, node in enumerate(NODES):
        for r, leaf in enumerate(LEAVES):
            made = link("node-leaf", PortRef(node, f"H{r + 1}"), PortRef(leaf, PORTS[k]), r + 1)
            found.append((made, strand(made, near=r, far=k % 2)))
    return found


def _up() -> list[tuple[tuple[Link, Link], Cable]]:
    found = []
    for r, leaf in enumerate(LEAVES):
        for s, spine in enumerate(SPINES):
            near, far = PORTS[4 + 2 * s : 6 + 2 * s], PORTS[2 * r : 2 * r + 2]
            first, second = (
                link("leaf-spine", PortRef(leaf, a), PortRef(spine, b), r + 1) for a, b in zip(near, far, strict=True)
            )
            cable = Cable(
                path=f"cable/{leaf}:{3 + s}",
                part=COPPER.id,
                part_number=COPPER.part_number or "",
                length=COPPER.length,
                run=m(0.8),
                ends=(End(leaf, str(3 + s), None, near), End(spine, str(1 + r), None, far)),
                links=(first.path, second.path),
                fabric="compute",
                tier="leaf-spine",
                why="test",
            )
            found.append(((first, second), cable))
    return found


def _oob() -> list[tuple[Link, Cable]]:
    found = []
    for n, path in enumerate((*NODES, *LEAVES, *SPINES), 1):
        made = link("oob", PortRef(path, "BMC"), PortRef("oob/1", f"p{n}"), fabric="oob")
        cable = Cable(
            path=f"cable/{path}:BMC",
            part=TWISTED.id,
            part_number=TWISTED.part_number or "",
            length=TWISTED.length,
            run=m(2),
            ends=(End(path, "BMC", None, ("BMC",)), End("oob/1", str(n), None, (f"p{n}",))),
            links=(made.path,),
            fabric="oob",
            tier="oob",
            why="test",
        )
        found.append((made, cable))
    return found


def sound() -> Design:
    """Return the sound design."""
    devices = _devices()
    switches = (*LEAVES, *SPINES, "oob/1")
    placements = [Placement(path, "rack/A1", 1 + 4 * n, 4) for n, path in enumerate(NODES)]
    placements += [Placement(path, "rack/A2", 30 + n, 1) for n, path in enumerate(switches)]
    placements += [
        Placement(device.path, f"rack/{device.path[4:6]}", 0, 0) for device in devices if device.kind == "pdu"
    ]
    cords = [
        Cord(f"cord/{device}:psu{n}", device, n, f"pdu/A{rack}-{feed}", outlet.name, length=m(3))
        for rack, group in ((1, NODES), (2, switches))
        for device, outlet in zip(group, PDU.in_turn("C13", rack - 1), strict=False)
        for n, feed in enumerate("AB", 1)
    ]
    down, up, oob = _down(), _up(), _oob()
    modules = [Transceiver(f"transceiver/{node}:C1", FLAT.id, node, "C1") for node in NODES]
    modules += [Transceiver(f"transceiver/{leaf}:{cage}", FINNED.id, leaf, cage) for leaf in LEAVES for cage in "12"]
    return Design(
        name="sound",
        parts=dict(PARTS),
        fabrics=(
            Fabric("compute", "infiniband", levels=2, rails=2, nodes_per_unit=4, grow_to=4, switch_manager=True),
            Fabric("oob", "ethernet", levels=0, rails=0, nodes_per_unit=4, node_role="oob"),
        ),
        devices=devices,
        racks=tuple(
            Rack(
                f"rack/A{n}",
                RACK.id,
                1,
                n,
                m(0.8) * (n - 1),
                m(0),
                "mixed",
                power_limit=kW(20),
                floor_limit=Pressure.of(12, "kPa"),
            )
            for n in (1, 2)
        ),
        placements=tuple(placements),
        links=(*(made for made, _ in down), *(made for pair, _ in up for made in pair), *(made for made, _ in oob)),
        transceivers=tuple(modules),
        cables=(*(cable for _, cable in down), *(cable for _, cable in up), *(cable for _, cable in oob)),
        feeds=tuple(Feed(f"feed/{name}", capacity=kW(50), upstream=(f"board-{name}",)) for name in "AB"),
        pdu_feeds=tuple(PduFeed(device.path, f"feed/{device.path[-1]}") for device in devices if device.kind == "pdu"),
        cords=tuple(cords),
        heat=(
            *(HeatPath(path, sink, share) for path in NODES for sink, share in (("air", 0.3), ("loop/1", 0.7))),
            *(HeatPath(path, "air", 1.0) for path in switches),
        ),
        halls=(HALL,),
        loops=(LOOP,),
    )


def put(design: Design, *records: Device | Rack | Link | Cable | Transceiver | Cord | Placement | HeatPath) -> Design:
    """Return a design with records put in the place of those with the same path, or added."""
    names = {
        Device: "devices",
        Rack: "racks",
        Link: "links",
        Cable: "cables",
        Transceiver: "transceivers",
        Cord: "cords",
        Placement: "placements",
        HeatPath: "heat",
    }
    for record in records:
        name = names[type(record)]
        old = {_key(entry): entry for entry in getattr(design, name)}
        changes: dict[str, Any] = {name: tuple((old | {_key(record): record}).values())}
        design = replace(design, **changes)
    return design


def _key(record: Any) -> str:
    if isinstance(record, HeatPath):
        return f"{record.device} {record.sink}"
    return str(record.device if isinstance(record, Placement) else record.path)


def drop(design: Design, *paths: str) -> Design:
    """Return a design without some components; a device loses its placement and cords, not its links."""
    gone = set(paths)
    return replace(
        design,
        devices=tuple(record for record in design.devices if record.path not in gone),
        racks=tuple(record for record in design.racks if record.path not in gone),
        links=tuple(record for record in design.links if record.path not in gone),
        cables=tuple(record for record in design.cables if record.path not in gone),
        transceivers=tuple(record for record in design.transceivers if record.path not in gone),
        cords=tuple(record for record in design.cords if record.path not in gone and record.device not in gone),
        placements=tuple(record for record in design.placements if record.device not in gone),
        heat=tuple(record for record in design.heat if record.device not in gone),
    )


def with_part(design: Design, part: AnyPart) -> Design:
    """Return a design with a part added, or put in the place of the one with the same id."""
    return replace(design, parts={**design.parts, part.id: part})


def cable(design: Design, path: str, **changes: Any) -> Design:
    """Return a design with one cable changed."""
    found = next(record for record in design.cables if record.path == path)
    return put(design, replace(found, **changes))


def relink(design: Design, path: str, **changes: Any) -> Design:
    """Return a design with one link changed, its cable left as it is."""
    return put(design, replace(design.link[path], **changes))


def trouble(design: Design, *troubles: Trouble) -> Design:
    """Return a design with troubles that elaboration left."""
    return replace(design, troubles=design.troubles + troubles)


def with_manager(switch: str, port: str) -> Design:
    """Return the sound design with a fabric manager in the place of node 4's first rail, on any port."""
    design = drop(sound(), "gpu/4", *(f"link/gpu/4:{p}" for p in ("H1", "H2", "BMC")))
    design = drop(design, *(f"cable/gpu/4:{p}" for p in ("H1", "H2", "BMC")), "transceiver/gpu/4:C1")
    manager = Appliance(
        id="test/manager",
        name="Manager",
        vendor="Test",
        part_number="MANAGER",
        airflow=NODE.airflow,
        size=NODE.size,
        weight=NODE.weight,
        power=NODE.power,
        supplies=SUPPLIES,
        extra_cages=(NODE.extra_cages[0].with_(ports=NODE.extra_cages[0].ports[:1]),),
    )
    made = link("manager-leaf", PortRef("manager/1", "H1"), PortRef(switch, port))
    cage = port.split("/", maxsplit=1)[0]
    design = put(
        with_part(design, manager),
        Device("manager/1", "appliance", manager.id, "manager", "compute"),
        Placement("manager/1", "rack/A1", 13, 4),
        HeatPath("manager/1", "air", 1.0),
        Cord("cord/manager/1:psu1", "manager/1", 1, "pdu/A1-A", "B2-C13-1"),
        Cord("cord/manager/1:psu2", "manager/1", 2, "pdu/A1-B", "B2-C13-1"),
        made,
        strand(made, far=int(port[-1]) - 1),
        Transceiver("transceiver/manager/1:C1", FLAT.id, "manager/1", "C1"),
    )
    return put(design, Transceiver(f"transceiver/{switch}:{cage}", FINNED.id, switch, cage))


def deviating(*, matched: int, changed: tuple[str, ...] = ()) -> Design:
    """Return the sound design with one override that matched and changed so much."""
    override = Deviation("override", "Cables(rail=9)", "part test/copper-1", "a test", matched, changed)
    return replace(sound(), deviations=(override,))


def uplink(design: Design, leaf: str, cage: int, *, ports: int) -> Design:
    """Return a design in which the copper in a leaf's cage carries only its first links."""
    path = f"cable/{leaf}:{cage}"
    old = next(record for record in design.cables if record.path == path)
    design = drop(design, *old.links[ports:])
    ends = tuple(replace(end, ports=end.ports[:ports]) for end in old.ends)
    return put(design, replace(old, ends=ends, links=old.links[:ports]))


def hang(design: Design, cords: dict[str, str]) -> Design:
    """Return a design in which some cords, ``gpu/1:psu2``, lead to other PDUs, to a free outlet."""
    changed = {cord.path: cord for cord in design.cords}
    return put(
        design,
        *(replace(changed[f"cord/{name}"], pdu=pdu, outlet="B6-C13-2") for name, pdu in cords.items()),
    )


def fed(**changes: Any) -> Design:
    """Return the sound design with something changed on both feeds."""
    design = sound()
    return replace(design, feeds=tuple(replace(feed, **changes) for feed in design.feeds))


def looped(**changes: Any) -> Design:
    """Return the sound design with something changed on its loop."""
    return replace(sound(), loops=(replace(LOOP, **changes),))


def aired(**changes: Any) -> Design:
    """Return the sound design with something changed on its hall."""
    return replace(sound(), halls=(replace(HALL, **changes),))


def standing(**changes: Any) -> Design:
    """Return the sound design with something changed on both racks."""
    design = sound()
    return replace(design, racks=tuple(replace(rack, **changes) for rack in design.racks))
