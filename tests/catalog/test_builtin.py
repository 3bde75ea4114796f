"""The catalogue that comes with the package: every part loads, has sources, and says what its documents say."""

from __future__ import annotations

import pytest

from clusterdesign import catalog
from clusterdesign.catalog.kinds import KINDS
from clusterdesign.parts import Caged, Part, Plug, PortRole
from clusterdesign.units import Length, kg, kW, m, mm

ALL = catalog.ids()

DGX_MAP = [
    # port, network module and its adapter, gpu, network device, RDMA device: user guide, Table 6
    ("OSFP1P1", "network module 1, CX0", 7, "ibp220s0", "mlx5_11"),
    ("OSFP1P2", "network module 1, CX1", 4, "ibp154s0", "mlx5_6"),
    ("OSFP2P1", "network module 1, CX2", 6, "ibp206s0", "mlx5_10"),
    ("OSFP2P2", "network module 1, CX3", 5, "ibp192s0", "mlx5_9"),
    ("OSFP3P1", "network module 0, CX2", 2, "ibp79s0", "mlx5_4"),
    ("OSFP3P2", "network module 0, CX3", 1, "ibp64s0", "mlx5_3"),
    ("OSFP4P1", "network module 0, CX0", 3, "ibp94s0", "mlx5_5"),
    ("OSFP4P2", "network module 0, CX1", 0, "ibp24s0", "mlx5_0"),
]


@pytest.mark.parametrize("id_", ALL)
def test_every_part_is_the_part_its_place_says(id_: str) -> None:
    part = catalog.part(id_)
    assert part.id == id_
    assert type(part) is KINDS[part.kind].model
    assert (
        catalog.builtin.where(id_) == f"catalogue/{id_.split('/', maxsplit=1)[0]}/{part.kind}/{id_.split('/')[1]}.toml"
    )


@pytest.mark.parametrize("id_", ALL)
def test_every_value_has_a_source_with_a_reference(id_: str) -> None:
    part = catalog.part(id_)
    found = {field: part.source(field) for field, _ in part.values() if field not in part.NAMES}
    assert all(source is not None and source.ref for source in found.values()), found


@pytest.mark.parametrize("id_", ALL)
def test_a_low_confidence_says_why(id_: str) -> None:
    part = catalog.part(id_)
    assert [place for place, source in part.sources.items() if source.confidence == "low" and not source.note] == []


def test_there_are_parts_of_every_kind() -> None:
    assert {kind: len(catalog.ids(info.name)) for kind, info in KINDS.items()} == {
        "node": 19,
        "hca": 11,
        "switch": 14,
        "appliance": 1,
        "storage": 2,
        "gpu": 4,
        "cable": 91,
        "transceiver": 13,
        "fibre": 4,
        "rack": 11,
        "pdu": 9,
        "cdu": 10,
        "quick-disconnect": 3,
        "fitting": 17,
    }


@pytest.mark.parametrize("id_", ["nvidia/dgx-h100", "nvidia/dgx-h200"])
class TestDgx:
    def test_ports_follow_the_published_map(self, id_: str) -> None:
        node = catalog.node(id_)
        slots = {adapter.name: adapter.slot for adapter in node.adapters}
        made = [
            (port.name, slots[port.adapter or ""], port.gpu, port.netdev, port.os_name)
            for port in node.ports("compute")
        ]
        assert made == DGX_MAP

    def test_the_rail_of_a_port_is_its_gpu_counted_from_one(self, id_: str) -> None:
        ports = catalog.node(id_).ports("compute")
        assert all(port.gpu is not None and port.rail == port.gpu + 1 for port in ports)
        assert all(port.adapter == f"hca{port.rail}" for port in ports)

    def test_eight_ports_share_four_flat_top_cages(self, id_: str) -> None:
        node = catalog.node(id_)
        cages = [cage for cage in node.cages if cage.ports[0].role == "compute"]
        assert [(cage.name, cage.accepts, len(cage.ports)) for cage in cages] == [
            (f"OSFP{n}", ("osfp-twin-flat",), 2) for n in (1, 2, 3, 4)
        ]

    def test_no_cage_serves_one_rail_alone(self, id_: str) -> None:
        rails = [{port.rail for port in cage.ports} for cage in catalog.node(id_).cages[:4]]
        assert rails == [{8, 5}, {7, 6}, {3, 2}, {4, 1}]

    def test_storage_and_in_band_ports_sit_on_different_cards(self, id_: str) -> None:
        node = catalog.node(id_)
        roles: tuple[PortRole, ...] = ("storage", "inband")
        for role in roles:
            assert [(port.name, port.adapter) for port in node.ports(role)] == [
                (f"SLOT{n}P{1 if role == 'storage' else 2}", f"nic{n}") for n in (1, 2)
            ]
        assert [port.name for port in node.ports("oob")] == ["BMC"]

    def test_four_of_six_supplies_are_needed(self, id_: str) -> None:
        node = catalog.node(id_)
        assert node.supplies is not None
        assert (node.supplies.count, node.supplies.needed, node.supplies.inlet) == (6, 4, "C20")
        assert node.supplies.rating == kW(3.3)

    def test_the_conflict_of_the_source_is_kept(self, id_: str) -> None:
        power = catalog.node(id_).power
        assert (power.maximum, power.source_conflict) == (kW(10.2), kW(11.3))

    def test_dimensions(self, id_: str) -> None:
        node = catalog.node(id_)
        assert (node.size.height_u, node.size.depth, node.weight) == (8, mm(897.1), kg(130.45))


def test_a_dgx_a100_survives_the_loss_of_three_supplies() -> None:
    node = catalog.node("nvidia/dgx-a100-640gb")
    assert node.supplies is not None
    assert (node.supplies.count, node.supplies.needed, node.supplies.rating) == (6, 3, kW(3))
    assert node.power.maximum == kW(6.5)
    assert [port.name for port in node.ports("compute")] == [f"HCA{n}P1" for n in range(1, 9)]
    assert {port.os_name for port in node.ports("compute")} == {None}


@pytest.mark.parametrize("id_", [id_ for id_ in catalog.ids("node") if not id_.startswith("generic/server-")])
def test_nodes_have_a_management_port_and_known_accelerators(id_: str) -> None:
    node = catalog.node(id_)
    assert len(node.ports("oob")) == 1
    assert node.gpus == 8
    assert [catalog.gpu(gpu).kind for gpu in node.gpu] == ["gpu"] * len(node.gpu)


@pytest.mark.parametrize("id_", ["yadro/hgx-h100-8", "kraftway/hgx-h100-8", "foxconn/hgx-h100-8"])
def test_platforms_without_a_data_sheet_are_unknown_not_invented(id_: str) -> None:
    node = catalog.node(id_)
    assert node.unknown() == node.NEEDED
    assert [field for field, _, _ in node.assumed()] == ["rows", "gpus", "gpu"]


def test_a_proxy_is_a_declared_assumption() -> None:
    node = catalog.node("supermicro/sys-821ge-tnhr")
    assert node.power_is_proxy
    assert ("power.maximum", kW(10.2)) in [(field, value) for field, value, _ in node.assumed()]


@pytest.mark.parametrize("id_", [id_ for id_ in catalog.ids("switch") if "/mqm97" in id_])
def test_a_cage_of_a_quantum_2_is_two_ports(id_: str) -> None:
    switch = catalog.switch(id_)
    assert len(switch.fabric_ports) == 64 == switch.ports_total
    assert [cage.name for cage in switch.cages[:32]] == [str(n) for n in range(1, 33)]
    assert [port.name for port in switch.fabric_ports[:4]] == ["1/1", "1/2", "2/1", "2/2"]
    assert {cage.accepts for cage in switch.cages[:32]} == {("osfp-twin-finned",)}
    assert switch.port_named["32/2/2"].speed.to("Gb/s") == 200
    assert [port.name for port in switch.ports("oob")] == (["MGMT"] if switch.managed else [])


@pytest.mark.parametrize("id_", [id_ for id_ in catalog.ids("switch") if "/mqm87" in id_])
def test_a_quantum_has_forty_ports_or_eighty_halves(id_: str) -> None:
    switch = catalog.switch(id_)
    assert [port.name for port in switch.fabric_ports] == [str(n) for n in range(1, 41)]
    assert sum(len(port.split()) for port in switch.fabric_ports) == 80


@pytest.mark.parametrize(
    ("id_", "typical", "maximum", "airflow"),
    [
        ("nvidia/mqm9700-ns2f", "747 W", "1720 W", "P2C"),
        ("nvidia/mqm9700-ns2r", "747 W", "1720 W", "C2P"),
        ("nvidia/mqm9790-ns2f", "640 W", "1610 W", "P2C"),
        ("nvidia/mqm8700-hs2f", "253 W", "600 W", "P2C"),
        ("nvidia/msn2201-cb2fc", "98 W", "None", "P2C"),
        ("nvidia/sn5610", "900 W", "2080 W", "None"),
    ],
)
def test_draw_and_airflow_of_switches(id_: str, typical: str, maximum: str, airflow: str) -> None:
    switch = catalog.switch(id_)
    assert (str(switch.power.typical), str(switch.power.maximum), str(switch.airflow)) == (typical, maximum, airflow)


def test_the_management_switch() -> None:
    switch = catalog.switch("nvidia/msn2201-cb2fc")
    assert [port.name for port in switch.ports("fabric")] == [f"swp{n}" for n in range(1, 49)]
    assert [port.name for port in switch.ports("uplink")] == [f"swp{n}" for n in range(49, 53)]
    assert "power.maximum" in switch.unknown()


@pytest.mark.parametrize(
    ("id_", "order_number", "plugs", "length"),
    [
        ("nvidia/mcp4y10-n002", "980-9IA0I-00N002", ["osfp-twin-finned", "osfp-twin-finned"], m(2)),
        ("nvidia/mcp4y10-n002-flt", "980-9IA0J-00N002", ["osfp-twin-flat", "osfp-twin-flat"], m(2)),
        ("nvidia/mca4j80-n003-ftf", "980-9I601-00N003", ["osfp-twin-flat", "osfp-twin-finned"], m(3)),
        ("nvidia/mcp7y00-n003", "980-9I92N-00N003", ["osfp-twin-finned", *["osfp-single-flat"] * 2], m(3)),
        ("nvidia/mfa7u10-h030", "980-9I117-00H030", ["osfp-twin-finned", *["qsfp56"] * 2], m(30)),
        ("nvidia/mfs1s00-h100v", "980-9I44H-00H100", ["qsfp56", "qsfp56"], m(100)),
        ("nvidia/mcp7y50-n001", None, ["osfp-twin-finned", *["osfp-single-flat"] * 4], m(1)),
    ],
)
def test_cables(id_: str, order_number: str | None, plugs: list[Plug], length: Length) -> None:
    cable = catalog.cable(id_)
    assert (cable.order_number, [end.plug for end in cable.ends], cable.length) == (order_number, plugs, length)


def longest(stem: str) -> Length:
    return max(cable.length for cable in catalog.parts("cable") if stem in cable.id)


@pytest.mark.parametrize(
    ("stem", "metres"),
    [("mcp4y10", 2), ("mcp7y00", 3), ("mca4j80", 5), ("mca7j", 5), ("mcp1650", 2), ("mcp7h50", 2), ("mfs1s50", 30)],
)
def test_no_family_is_longer_than_its_reach(stem: str, metres: int) -> None:
    assert longest(stem) == m(metres)


@pytest.mark.parametrize(
    ("id_", "plug", "connectors", "reach"),
    [
        ("nvidia/mma4z00-ns", "osfp-twin-finned", 2, m(50)),
        ("nvidia/mma4z00-ns-flt", "osfp-twin-flat", 2, m(50)),
        ("nvidia/mma4z00-ns400", "osfp-single-flat", 1, m(50)),
        ("nvidia/mms4x00-ns", "osfp-twin-finned", 2, m(100)),
        ("nvidia/mms4x00-nm", "osfp-twin-finned", 2, m(500)),
        ("nvidia/mms1w50-hm", "qsfp56", 1, m(2000)),
    ],
)
def test_transceivers(id_: str, plug: Plug, connectors: int, reach: Length) -> None:
    module = catalog.transceiver(id_)
    assert (module.plug, module.connectors, module.reach) == (plug, connectors, reach)


def test_short_multimode_fibre_is_om3_and_long_is_om4() -> None:
    fibre = catalog.fibre("nvidia/mfp7e10")
    assert {item.grade for item in fibre.lengths if item.length <= m(30)} == {"OM3"}
    assert {item.grade for item in fibre.lengths if item.length > m(30)} == {"OM4"}
    assert {item.order_number for item in fibre.lengths if item.length == m(30)} == {"980-9I570-00N030"}
    assert [item.part_number for item in fibre.lengths if not item.published] == [
        "MFP7E10-N025",
        "MFP7E10-N035",
        "MFP7E10-N040",
    ]


def test_outlets_of_a_metered_pdu_by_bank() -> None:
    pdu = catalog.pdu("apc/ap8886")
    by_bank = {
        bank: {group.type: group.count for group in pdu.outlets if group.bank == bank}
        for bank in ["B1", "B2", "B3", "B4", "B5", "B6"]
    }
    assert set(map(str, by_bank.values())) == {"{'C13': 5, 'C19': 2}"}
    assert sum(group.count for group in pdu.outlets) == 30 + 12
    assert [port.name for port in pdu.ports("oob")] == ["NET"]


def test_a_pdu_that_states_derated_power_says_so() -> None:
    assert [pdu.id for pdu in catalog.parts("pdu") if pdu.already_derated] == ["raritan/px3-5878i2r"]


def test_patch_cables_are_assumptions_without_a_part_number() -> None:
    patch = [cable for cable in catalog.parts("cable") if cable.medium == "twisted-pair"]
    assert [cable.length for cable in patch] == [m(n) for n in (1, 2, 3, 5, 7, 10, 15, 20, 30, 50)]
    assert {cable.part_number for cable in patch} == {None}
    assert all({source.confidence for _, _, source in cable.assumed()} == {"assumed"} for cable in patch)


def parts_of(*ids: str) -> list[Part]:
    return [catalog.part(id_) for id_ in ids]


def test_osfp_adapters_take_flat_top_plugs_only() -> None:
    parts = [part for part in parts_of(*catalog.ids("hca")) if isinstance(part, Caged)]
    plugs = {cage.accepts for part in parts for cage in part.cages if cage.accepts[0].startswith("osfp")}
    assert plugs == {("osfp-single-flat",)}


def test_dense_teraflops_are_half_of_the_printed_ones() -> None:
    assert {gpu.id: gpu.bf16_dense for gpu in catalog.parts("gpu")} == {
        "nvidia/a100-sxm4-40gb": 312,
        "nvidia/a100-sxm4-80gb": 312,
        "nvidia/h100-sxm5-80gb": 1979 / 2,
        "nvidia/h200-sxm-141gb": 1979 / 2,
    }
