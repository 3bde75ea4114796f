"""The exact message of every error that a declaration can meet on its way to a design."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import BaseModel

import clusterdesign
from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import (
    Addressing,
    Cabling,
    InBand,
    Management,
    Managers,
    Partition,
    RailOptimized,
    RailSubnets,
    StorageFabric,
    Subnet,
)
from clusterdesign.intent import Cables, Cluster, ManagementPlane, Nodes, Override, Pin
from clusterdesign.intent.procurement import Lot, Procurement, Spares, Stage
from clusterdesign.site import Feeds, LiquidCooled, RackRow
from clusterdesign.site.trays import Tray, Trays
from clusterdesign.testing.strategies import made_up_node, made_up_switch
from tests.elaboration.clusters import (
    CX7,
    ETHERNET,
    H100,
    HGX,
    NDR,
    PDU,
    RACK,
    UFM,
    cluster,
    managed,
    racks,
)

COPPER = catalog.cable("nvidia/mcp4y10-n001")


def make(model: type[BaseModel], **fields: object) -> BaseModel:
    """Make something of fields that the type checker would refuse."""
    return model(**fields)


def override(where: str | Cables, part: object) -> Override:
    return Override(where=where, part=part, because="a test")  # type: ignore[arg-type]  # the wrong part is the point


def overridden(where: str, part: object, base: Cluster | None = None) -> Design:
    return elaborate((base or cluster()).with_(exceptions=(override(where, part),)))


def pinned(where: str, rack: str) -> Design:
    pin = Pin(where=where, rack=rack, u=1, because="a test")
    return elaborate(cluster(racks=racks(), exceptions=(pin,)))


def rack_without(field: str) -> RackRow:
    return RackRow(part=RACK.with_(size=RACK.size.with_(**{field: None})), nodes_per_rack=4)


def two_on_a_rail() -> Design:
    node = made_up_node(2)
    cages = tuple(cage.with_(ports=tuple(port.with_(rail=1) for port in cage.ports)) for cage in node.extra_cages)
    return elaborate(cluster(part=node.with_(id="made-up/crossed", extra_cages=cages), switch=made_up_switch(8)))


def storage(**fields: object) -> Design:
    tree = StorageFabric(switch=NDR, **fields)  # type: ignore[arg-type]  # any field
    return elaborate(cluster(9, fabrics=(RailOptimized(switch=NDR), tree)))


def trays(*pieces: tuple[str, str]) -> Design:
    laid = tuple(Tray(a=a, b=b, length="1 m") for a, b in pieces)  # type: ignore[arg-type]  # text is read
    return elaborate(cluster(9, racks=racks(), trays=Trays(pieces=laid)))


MESSAGES: list[tuple[Callable[[], object], str]] = [
    (
        lambda: Cluster(name="a/b", nodes=Nodes(part=H100, count=1)),
        (
            "Cluster: name: 'a/b' cannot be a name\n"
            "  way out: use ASCII letters, digits, '.', '_', '+' and '-', beginning with a letter or digit"
        ),
    ),
    (
        lambda: Nodes(part=H100, count=0),
        ("Nodes: count: input should be greater than or equal to 1, got 0\n  way out: correct count="),
    ),
    (
        lambda: Nodes(part=H100, count=10**9),
        ("Nodes: count: input should be less than or equal to 100000, got 1000000000\n  way out: correct count="),
    ),
    (
        lambda: make(Nodes, part=NDR, count=1),
        (
            "Nodes: part: input should be a valid dictionary or instance of Node, got "
            "Switch(kind='switch', id='nvidia/mqm9700-ns2f', name='Quantum-2 QM9700, manag...\n"
            "  way out: correct part="
        ),
    ),
    (
        lambda: Nodes(part=H100, count=1, name="gpu"),
        (
            "Nodes: name: name template 'gpu' does not number the nodes\n"
            "  way out: use one field, {n}, as in 'gpu/{n:03}'"
        ),
    ),
    (
        lambda: Nodes(part=H100, count=1, name="gpu/{n:,}"),
        (
            "Nodes: name: name template 'gpu/{n:,}' does not write the number in plain digits\n"
            "  way out: use {n} once, padded with up to nine zeros where you like, as in 'gpu/{n:03}'"
        ),
    ),
    (
        lambda: Nodes(part=H100, count=1, name="узел/{n}"),
        (
            "Nodes: name: 'узел' cannot be a name\n"
            "  way out: use ASCII letters, digits, '.', '_', '+' and '-', beginning with a letter or digit"
        ),
    ),
    (
        lambda: Nodes(part=H100, count=1, name="../{n}"),
        (
            "Nodes: name: '..' cannot be a name\n"
            "  way out: use ASCII letters, digits, '.', '_', '+' and '-', beginning with a letter or digit"
        ),
    ),
    (
        lambda: make(Nodes, part=H100, count=1, nmae="x"),
        "Nodes: unknown field 'nmae'\n"
        "  way out: the fields are part, count, hca, hcas, storage_hca, inband_hca, name, first",
    ),
    (
        lambda: cluster().with_(nodes=Nodes(part=H100, count=1, name="rack/{n}")),
        (
            "example: nodes cannot be named 'rack/{n}', other paths begin so\n"
            '  way out: give the nodes another name=, such as "gpu/{n:03}"'
        ),
    ),
    (
        lambda: cluster(fabrics=(RailOptimized(switch=NDR), StorageFabric(name="compute", switch=NDR))),
        ("example: two fabrics are named 'compute'\n  way out: give each fabric its own name="),
    ),
    (
        lambda: cluster(fabrics=(RailOptimized(name="gpu", switch=NDR),)),
        ("example: a fabric cannot be named 'gpu', other paths begin so\n  way out: give the fabric another name="),
    ),
    (
        lambda: cluster(fabrics=(RailOptimized(name="cable", switch=NDR),)),
        ("example: a fabric cannot be named 'cable', other paths begin so\n  way out: give the fabric another name="),
    ),
    (
        lambda: cluster(fabrics=(RailOptimized(switch=NDR), RailOptimized(name="second", switch=NDR))),
        (
            "example: fabrics 'compute' and 'second' both connect the compute ports of the nodes\n"
            "  way out: leave one of them out: a port carries one link"
        ),
    ),
    (
        lambda: cluster(fabrics=(Management(switch=ETHERNET), Management(name="bmc", switch=ETHERNET))),
        (
            "example: fabrics 'oob' and 'bmc' both connect the oob ports of the nodes\n"
            "  way out: leave one of them out: a port carries one link"
        ),
    ),
    (
        lambda: make(RailOptimized, switch=NDR, taper="2"),
        ('RailOptimized: taper: \'2\' is no taper\n  way out: write down to up capacity as "1:1" or "4:3"'),
    ),
    (
        lambda: make(RailOptimized, switch=NDR, taper="-1:-1"),
        ('RailOptimized: taper: \'-1:-1\' is no taper\n  way out: write down to up capacity as "1:1" or "4:3"'),
    ),
    (
        lambda: make(RailOptimized, switch=NDR, taper="1:2"),
        (
            "RailOptimized: taper: taper '1:2' has more up than down capacity\n"
            '  way out: write down to up capacity, "1:1" at the least'
        ),
    ),
    (
        lambda: make(RailOptimized, switch=H100),
        (
            "RailOptimized: switch: input should be a valid dictionary or instance of Switch, got "
            "Node(kind='node', id='nvidia/dgx-h100', name='DGX H100', vendor='NVIDIA', par...\n"
            "  way out: correct switch="
        ),
    ),
    (
        lambda: RailOptimized(switch=NDR, switch_manager=True, managers=Managers(part=UFM)),
        (
            "compute: the subnet manager is declared twice, on switches and on managers\n"
            "  way out: leave switch_manager=True or managers= out"
        ),
    ),
    (
        lambda: RailOptimized(
            switch=NDR,
            partitions=(Partition(name="a", key=1, members=("*",)), Partition(name="a", key=2, members=("*",))),
        ),
        ("compute: two partitions have the same name\n  way out: give each partition a name of its own"),
    ),
    (
        lambda: RailOptimized(switch=ETHERNET, partitions=(Partition(name="a", key=1, members=("*",)),)),
        ("compute: partitions are declared on an Ethernet fabric\n  way out: leave partitions= out"),
    ),
    (
        lambda: Managers(part=UFM, count=1000),
        ("Managers: count: input should be less than or equal to 64, got 1000\n  way out: correct count="),
    ),
    (
        lambda: make(Cabling, side="-1 m"),
        ("Cabling: side: a distance cannot be negative, got -1 m\n  way out: write 0 m or more"),
    ),
    (
        lambda: make(Cabling, prefer="wireless"),
        (
            "Cabling: prefer: input should be 'copper', 'optics' or 'singlemode', got 'wireless'\n"
            "  way out: correct prefer="
        ),
    ),
    (
        lambda: Cabling(slack=float("nan")),
        ("Cabling: slack: input should be less than or equal to 1, got nan\n  way out: correct slack="),
    ),
    (
        lambda: RackRow(part=RACK, nodes_per_rack=4, top_free=48),
        (
            "generic/48u-800x1200: top_free=48 leaves no rack unit of 48\n"
            "  way out: leave 47 free or fewer, or take a taller rack"
        ),
    ),
    (
        lambda: RackRow(part=RACK, nodes_per_rack=0),
        (
            "RackRow: nodes_per_rack: input should be greater than or equal to 1, got 0\n"
            "  way out: correct nodes_per_rack="
        ),
    ),
    (
        lambda: Feeds(count=27, pdu=PDU),
        ("Feeds: count: input should be less than or equal to 26, got 27\n  way out: correct count="),
    ),
    (
        lambda: Feeds(count=2, pdu=PDU, upstream=(("ups",),)),
        (
            "feeds: upstream= says where 1 feeds come from, and there are 2\n"
            "  way out: give one tuple for each feed, empty where it is not known"
        ),
    ),
    (
        lambda: LiquidCooled(cdu=catalog.cdu("vertiv/xdu1350"), per_row=1000),
        ("LiquidCooled: per_row: input should be less than or equal to 26, got 1000\n  way out: correct per_row="),
    ),
    (
        lambda: override(Cables(rail=1), H100),
        (
            "Cables(rail=1): nvidia/dgx-h100 is of kind node, links are carried by a cable or a fibre\n"
            '  way out: give a cable or fibre, or the path of a device as where="..."'
        ),
    ),
    (
        lambda: override("gpu/001", COPPER),
        (
            "gpu/001: nvidia/mcp4y10-n001 is of kind cable, a path stands for nodes, switches, "
            "appliances or storage boxes\n"
            "  way out: give a part of one of these kinds, or select links with where=Cables(...)"
        ),
    ),
    (
        lambda: override("gpu/001", RACK),
        (
            "gpu/001: generic/48u-800x1200 is of kind rack, a path stands for nodes, switches, "
            "appliances or storage boxes\n"
            "  way out: give a part of one of these kinds, or select links with where=Cables(...)"
        ),
    ),
    (
        lambda: make(Cables, tier="attic"),
        (
            "Cables: tier: input should be 'node-leaf', 'leaf-spine', 'spine-core', 'manager-leaf', "
            "'storage-leaf', 'node-switch', 'oob', 'oob-uplink' or 'inband', got 'attic'\n"
            "  way out: correct tier="
        ),
    ),
    (
        lambda: Pin(where="gpu/001", rack="A01", u=0, because="x"),
        ("Pin: u: input should be greater than or equal to 1, got 0\n  way out: correct u="),
    ),
    (
        lambda: Pin(where="gpu/001", rack="A01", u=1, because=""),
        ("Pin: because: string should have at least 1 character, got ''\n  way out: correct because="),
    ),
    (
        lambda: elaborate(
            cluster(
                9,
                racks=RackRow(part=catalog.rack("generic/42u-600x1200"), nodes_per_rack=4, network="shared"),
            )
        ),
        (
            "rack/A04: the switches take 12 rack units, 8 are free above 4 nodes\n"
            '  way out: declare network="own-rack", or fewer nodes per rack'
        ),
    ),
    (
        lambda: overridden("gpu/001", NDR),
        ("gpu/001: an override puts nvidia/mqm9700-ns2f, a switch, in place of a node\n  way out: name a node part"),
    ),
    (
        lambda: overridden("compute/switch/1", H100),
        (
            "compute/switch/1: an override puts nvidia/dgx-h100, a node, in place of a switch\n"
            "  way out: name a switch part"
        ),
    ),
    (
        lambda: overridden("oob/*", UFM, cluster(fabrics=(RailOptimized(switch=NDR), Management(switch=ETHERNET)))),
        (
            "oob/su1-1: an override puts nvidia/ufm-3.1, an appliance, in place of a switch\n"
            "  way out: name a switch part"
        ),
    ),
    (
        lambda: overridden("compute/manager/1", NDR, managed(31)),
        (
            "compute/manager/1: an override puts nvidia/mqm9700-ns2f, a switch, in place of a fabric "
            "manager\n"
            "  way out: name an appliance or a node part"
        ),
    ),
    (
        lambda: pinned("gpu/001", "Z99"),
        ("gpu/001: pin to a rack that does not exist: Z99\n  way out: the racks are A01, A02"),
    ),
    (
        lambda: pinned("gpu/*", "A01"),
        ("gpu/*: a pin matches 4 devices\n  way out: pin one device, by its whole path"),
    ),
    (
        lambda: elaborate(cluster(part=HGX)),
        (
            "example: the nodes (supermicro/sys-821ge-tnhr) have no compute ports for fabric 'compute'\n"
            "  way out: fit adapters with Nodes(hca=...), or leave the fabric or some planes out"
        ),
    ),
    (
        lambda: elaborate(cluster(part=H100, hca=CX7)),
        (
            "nvidia/dgx-h100: the node comes with its compute adapters\n"
            "  way out: leave hca= out, or use part.without(...)"
        ),
    ),
    (
        two_on_a_rail,
        ("made-up/crossed: two compute ports are on rail 1\n  way out: give each port its own rail"),
    ),
    (
        lambda: elaborate(cluster(9, tree={"nodes_per_unit": 40})),
        (
            "nodes_per_unit: 40 nodes per unit take 40 ports down and 40 up, a leaf has 64\n"
            "  way out: take at most 32 nodes per unit at 1:1"
        ),
    ),
    (
        lambda: elaborate(cluster(9, tree={"nodes_per_unit": 5, "taper": "2:1"})),
        (
            "nodes_per_unit: 5 nodes per unit at 2:1 ask for 2.5 uplinks, which is no whole number\n"
            "  way out: take a multiple of 2 nodes per unit, or another taper"
        ),
    ),
    (
        lambda: elaborate(cluster(9, tree={"minimum_spines": 33})),
        ("minimum_spines: 33 spines do not go with 32 uplinks per leaf\n  way out: ask for 32 spines or fewer"),
    ),
    (
        lambda: elaborate(cluster(300, tree={"levels": 2})),
        (
            "nodes: 10 units of 32 nodes do not fit two levels of 64 ports\n"
            "  way out: two levels carry at most 256 nodes with 8 rails (8 units); take three levels, "
            "several planes (planes=2), or switches with more ports"
        ),
    ),
    (
        lambda: elaborate(cluster(10_000)),
        (
            "nodes: 313 units of 32 nodes do not fit three levels of 64 ports\n"
            "  way out: three levels carry at most 8192 nodes with 8 rails (256 units); take several "
            "planes (planes=2), or switches with more ports"
        ),
    ),
    (
        lambda: elaborate(cluster(9, part=made_up_node(6), switch=made_up_switch(8), tree={"levels": 3})),
        (
            "spine_taper: a spine of 8 ports cannot take 6 leaves per unit at 1:1\n"
            "  way out: take another taper, fewer rails per plane, or switches with more ports"
        ),
    ),
    (
        lambda: elaborate(
            cluster(
                40,
                part=made_up_node(1),
                switch=made_up_switch(64),
                tree={"managers": Managers(part=made_up_node(1), count=64)},
            )
        ),
        (
            "example: the managers of fabric 'compute' take 64 ports of every leaf of the first unit, "
            "which has 32 toward the nodes\n"
            "  way out: declare fewer managers"
        ),
    ),
    (
        lambda: storage(nodes_per_unit=16),
        (
            "example: fabric 'storage' has 16 nodes per unit, the first fat-tree has 32\n"
            "  way out: leave nodes_per_unit out on 'storage': a node has one seat for all fabrics"
        ),
    ),
    (
        lambda: storage(taper="1:1", managers=Managers(part=UFM)),
        (
            "example: fabric 'storage' has no leaf port left for its managers\n"
            "  way out: declare a taper that leaves ports on the leaf, or managers on the first fabric only"
        ),
    ),
    (
        lambda: elaborate(cluster(tree={"managers": Managers(part=HGX)})),
        ("supermicro/sys-821ge-tnhr: the manager has no fabric port\n  way out: take a part with fabric ports"),
    ),
    (
        lambda: elaborate(cluster(fabrics=(Management(switch=ETHERNET.with_(rows=(), extra_cages=())),))),
        ("nvidia/msn2201-cb2fc: the switch has no access ports\n  way out: take a switch with fabric ports"),
    ),
    (
        lambda: elaborate(cluster(part=HGX, hca=CX7, fabrics=(RailOptimized(switch=NDR), InBand(switch=ETHERNET)))),
        (
            "example: the nodes (supermicro/sys-821ge-tnhr) have no inband ports for fabric 'inband'\n"
            "  way out: take nodes with in-band ports, or leave the fabric out"
        ),
    ),
    (
        lambda: elaborate(
            cluster(
                64,
                tree={"nodes_per_unit": 32},
                fabrics=(RailOptimized(switch=NDR, nodes_per_unit=32), InBand(switch=made_up_switch(8))),
            )
        ),
        (
            "made-up/switch-8-twin: a unit of 32 nodes does not fit 8 ports\n"
            "  way out: take a switch with more ports, or at most 8 nodes per unit"
        ),
    ),
    (
        lambda: elaborate(cluster(9, racks=rack_without("width"))),
        (
            "generic/48u-800x1200: the width of the rack is unknown, so no cable length can be computed\n"
            '  way out: give it with part.with_(size=part.size.with_(width="800 mm"))'
        ),
    ),
    (
        lambda: elaborate(cluster(9, racks=rack_without("height_u"))),
        (
            "generic/48u-800x1200: the height of the rack is unknown\n"
            "  way out: give it with part.with_(size=part.size.with_(height_u=48))"
        ),
    ),
    (
        lambda: trays(("X", "Y")),
        ('trays: no tray reaches rack A01\n  way out: add Tray(a="A01", b=...)'),
    ),
    (
        lambda: Spares(of="Cable", percent=Decimal(3), because="a test"),
        (
            "Spares: of: 'Cable' selects nothing\n  way out: name a section (Nodes, Servers, Adapters, Switches, "
            "Appliances, Storage, Transceivers, Cables, Fibre, Racks, PDUs, Cords, CDUs, Fittings, Labels, Software, "
            "Services), a "
            "glob over the ids of parts such as 'nvidia/*', or '**' for all"
        ),
    ),
    (
        lambda: Procurement(lots=(Lot(name="gpu", of=("Nodes",)), Lot(name="gpu", of=("Servers",)))),
        "procurement: lot 'gpu' is declared twice\n  way out: keep one of the two",
    ),
    (
        lambda: Stage(name="delivery", least=90, most=45, because="a test"),
        "delivery: takes at least 90 and at most 45 days\n  way out: swap the two",
    ),
    (
        lambda: Addressing(domain="Atlas.example.com"),
        (
            "Addressing: domain: 'Atlas.example.com' is no DNS domain\n"
            '  way out: write labels of lower-case letters, digits and "-" with dots between, as in "atlas.example.com"'
        ),
    ),
    (
        lambda: Subnet(ipv4="10.20.1.0/16"),
        (
            "Subnet: ipv4: '10.20.1.0/16' is no IPv4 prefix: 10.20.1.0/16 has host bits set\n"
            '  way out: write a network with its length and no bit set beyond it, as in "10.20.0.0/16"'
        ),
    ),
    (
        lambda: Subnet(ipv4="10.20.1.0/30"),
        "Subnet: ipv4: 10.20.1.0/30 is too small for a network\n  way out: give a prefix of /29 or shorter",
    ),
    (
        lambda: Addressing(ipv6="fd00::1/48"),
        (
            "Addressing: ipv6: 'fd00::1/48' is no IPv6 prefix: fd00::1/48 has host bits set\n"
            '  way out: write a network with its length and no bit set beyond it, as in "fd12:3456:789a::/48"'
        ),
    ),
    (
        lambda: Addressing(ipv6="fd12:3456:789a:1::/64"),
        (
            "Addressing: fd12:3456:789a:1::/64 has no room for a /64 of every network\n"
            "  way out: give a prefix of /48 or shorter"
        ),
    ),
    (
        lambda: Subnet(ipv4="10.20.0.0/16", gateway4="10.21.0.1"),
        (
            "10.20.0.0/16: gateway '10.21.0.1' is no address of the network\n"
            "  way out: give an address of a prefix that is declared beside it, or leave it out for the first one"
        ),
    ),
    (
        lambda: RailSubnets(ipv4="10.48.0.0/12", each=24),
        ("RailSubnets: 10.48.0.0/12 cannot be cut into networks of /24\n  way out: take each= from 12 to 20"),
    ),
    (
        lambda: ManagementPlane(scheduler="kubernetes", slurm=2),  # type: ignore[arg-type]  # a bare count is read
        (
            "ManagementPlane: slurm hosts are asked for, and scheduler='kubernetes' has no use for them\n"
            "  way out: leave slurm= out, or take scheduler='hybrid'"
        ),
    ),
    (
        lambda: elaborate(
            cluster(2).with_(
                nodes=(Nodes(part=H100, count=1, name="gpu/{n}"), Nodes(part=H100, count=1, name="GPU-{n}"))
            )
        ),
        (
            "GPU-1: gpu/1 and GPU-1 have the same name in DNS, gpu-1-bmc.example.internal\n"
            "  way out: rename one of them so that the names differ by more than case and punctuation"
        ),
    ),
    (
        lambda: trays(("A01", "X"), ("A05", "Y")),
        ('trays: no tray joins racks A01 and A05\n  way out: add Tray(a="A01", b="A05", length=...)'),
    ),
]


@pytest.mark.parametrize(("declare", "message"), MESSAGES, ids=[message.partition("\n")[0] for _, message in MESSAGES])
def test_bad_input_has_this_message(declare: Callable[[], object], message: str) -> None:
    with pytest.raises(DesignError) as caught:
        declare()
    assert str(caught.value) == message


def test_every_message_shows_the_way_out() -> None:
    assert all("\n  way out: " in message for _, message in MESSAGES)


SOURCES = Path(clusterdesign.__file__).parent
ELSEWHERE = frozenset(
    {
        "no racks are declared",  # tests of the comparison of placements
        "the hall has",  # tests of the layout
        "fits in a rack; the limit is",
        "the height of the node is unknown, so nobody can say how many fit in a rack",
        "needs three levels, and shared storage joins two",  # tests of shared storage
        "the storage box has no fabric port",
        ", in place of",  # a storage box or a server
        "nodes leave none for the last group",  # tests of stages of growth
        "nodes do not follow",
    }
)


def raised(folder: str) -> Iterator[list[str]]:
    """Yield the fixed pieces of text of the sentence of every error that a package raises."""
    for file in sorted((SOURCES / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "DesignError":
                texts = [leaf for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant)]
                pieces = [leaf.value for leaf in texts if isinstance(leaf.value, str) and len(leaf.value) > 3]
                if pieces:
                    yield pieces


@pytest.mark.parametrize("folder", ["fabric", "site", "intent", "elaboration"])
def test_every_error_that_is_raised_has_its_message_here(folder: str) -> None:
    known = [message for _, message in MESSAGES]
    missing = [
        pieces
        for pieces in raised(folder)
        if not any(all(piece in message for piece in pieces) for message in known)
        and ELSEWHERE.isdisjoint(piece.strip() for piece in pieces)
    ]
    assert missing == []
