"""Which assembly is bought in each case; every test names the fact that decides it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from clusterdesign import Cables, Cluster, Design, Nodes, Override, catalog, elaborate
from clusterdesign.design import Cable
from clusterdesign.fabric import Cabling, InBand, Management, RailOptimized
from clusterdesign.parts import Node
from clusterdesign.site import Feeds, RackRow
from clusterdesign.units import m

RACK = catalog.rack("generic/48u-800x1200")
NDR, HDR = catalog.switch("nvidia/mqm9700-ns2f"), catalog.switch("nvidia/mqm8700-hs2f")
DGX, A100 = catalog.node("nvidia/dgx-h100"), catalog.node("nvidia/dgx-a100-640gb")
HGX = catalog.node("supermicro/sys-821ge-tnhr")
OSFP, QSFP112 = catalog.hca("nvidia/mcx75310aas-neat"), catalog.hca("nvidia/mcx715105as-weat")


def cluster(
    part: Node, count: int, fabric: RailOptimized, *, per_rack: int = 4, hca: Any = None, **more: Any
) -> Design:
    """Elaborate a cluster whose switches stand above the nodes of the middle rack, so that copper can reach."""
    racks = RackRow(part=RACK, nodes_per_rack=per_rack, network="shared")
    return elaborate(
        Cluster(name="x", nodes=Nodes(part=part, count=count, hca=hca), fabrics=(fabric,), racks=racks, **more)
    )


def bought(design: Design, tier: str) -> Counter[str]:
    """Count the cables of a tier by part."""
    return Counter(cable.part for cable in design.cables if cable.tier == tier)


def one(design: Design, path: str) -> Cable:
    """Return the one cable of a path."""
    return next(cable for cable in design.cables if cable.path == path)


UNIT_OF_FOUR = RailOptimized(switch=NDR, nodes_per_unit=4, levels=2)


class TestDgx:
    """Four flat-top twin cages for eight adapters; the ports of a cage are two rails (DGX H100 user guide, table 6)."""

    def test_the_ports_of_a_cage_part_so_that_only_fibre_serves(self) -> None:
        design = cluster(DGX, 4, UNIT_OF_FOUR)
        assert bought(design, "node-leaf") == {"nvidia/mfp7e10": 32}
        in_nodes = Counter(module.part for module in design.transceivers if module.device.startswith("gpu/"))
        assert in_nodes == {"nvidia/mma4z00-ns-flt": 16}
        ends = {end.connector for cable in design.cables for end in cable.ends if end.cage == "OSFP1"}
        assert ends == {0, 1}

    def test_twin_copper_is_refused_with_its_reason(self) -> None:
        exception = Override(
            where=Cables(tier="node-leaf", path="gpu/001"),
            part=catalog.cable("nvidia/mca4j80-n003-ftf"),
            because="copper is cheaper",
        )
        design = cluster(DGX, 4, UNIT_OF_FOUR, exceptions=(exception,))
        assert bought(design, "node-leaf") == {"nvidia/mfp7e10": 32}
        refused = [trouble for trouble in design.troubles if trouble.code == "CBL102"]
        assert refused[0].what == (
            "override to nvidia/mca4j80-n003-ftf cannot carry this link: twin copper refused: the ports of cage OSFP1 "
            "go to compute/leaf/su1-r8 and compute/leaf/su1-r5, one plug would put them on one device"
        )
        assert {trouble.fix for trouble in refused} == {
            "override with a fibre, or with a cable whose ends match the cages"
        }


class TestHgx:
    """Single-port adapters: an 800G to 2 x 400G splitter lands both tails on one leaf, so on one rail of two nodes."""

    @pytest.mark.parametrize(
        ("hca", "discontinued", "families"),
        [(OSFP, False, {"nvidia/mcp7y00"}), (QSFP112, True, {"nvidia/mcp7y10", "nvidia/mca7j65"})],
    )
    def test_a_splitter_serves_the_same_rail_of_two_neighbours(
        self, hca: Any, discontinued: bool, families: set[str]
    ) -> None:
        design = cluster(HGX, 4, UNIT_OF_FOUR, hca=hca, cabling=Cabling(allow_discontinued=discontinued))
        splitters = [cable for cable in design.cables if cable.tier == "node-leaf" and len(cable.ends) == 3]
        assert splitters
        assert {cable.part.rpartition("-")[0] for cable in splitters} == families
        for cable in splitters:
            head, *tails = cable.ends
            links = [design.link[path] for path in cable.links]
            assert [link.rail for link in links] == [links[0].rail] * 2
            assert len({tail.device for tail in tails}) == 2
            assert head.ports == tuple(link.b.port for link in links)

    def test_discontinued_splitters_are_not_offered(self) -> None:
        design = cluster(HGX, 4, UNIT_OF_FOUR, hca=QSFP112)
        assert bought(design, "node-leaf") == {"nvidia/mfp7e10": 32}
        assert Counter(m.part for m in design.transceivers if m.device == "gpu/001") == {"nvidia/mma1z00-ns400": 8}

    def test_beyond_the_reach_of_copper_optics_serve(self) -> None:
        design = cluster(HGX, 16, RailOptimized(switch=NDR, nodes_per_unit=16), per_rack=1, hca=OSFP)
        assert set(bought(design, "node-leaf")) == {"nvidia/mfp7e10"}
        why = one(design, "cable/gpu/016:HCA1P1").why
        assert "passive copper ends at 3 m" in why
        assert why.startswith("15 m multimode fibre OM3: run ")

    def test_growth_within_a_unit_finds_its_tail_parked(self) -> None:
        small, large = (cluster(HGX, count, UNIT_OF_FOUR, hca=OSFP) for count in (3, 4))
        assert len(small.cables) < len(large.cables) or any(
            end.device == "" for cable in small.cables for end in cable.ends
        )
        later = {cable.path: cable for cable in large.cables}
        for cable in small.cables:
            assert (later[cable.path].part, later[cable.path].length) == (cable.part, cable.length)


class TestLeafSpine:
    """Two links of a pair may share a twin copper cable; one link per pair needs fibres that part at the cage."""

    def test_pairs_of_links_share_twin_copper_within_reach(self) -> None:
        design = cluster(DGX, 4, UNIT_OF_FOUR)
        cables = [cable for cable in design.cables if cable.tier == "leaf-spine"]
        assert {len(cable.links) for cable in cables} == {2}
        assert {cable.part for cable in cables} <= {"nvidia/mcp4y10-n01a", "nvidia/mcp4y10-n002", "nvidia/mcp4y10-n001"}

    def test_one_link_per_pair_parts_at_the_cage(self) -> None:
        fabric = RailOptimized(switch=NDR, nodes_per_unit=4, levels=2, minimum_spines=4)
        design = cluster(DGX, 4, fabric)
        assert bought(design, "leaf-spine") == {"nvidia/mfp7e10": 32}
        (why,) = {cable.why.split("; ")[1] for cable in design.cables if cable.path == "cable/compute/leaf/su1-r1:31/1"}
        assert why == (
            "twin copper refused: the ports of cage 31 go to compute/spine/01 and compute/spine/02, "
            "one plug would put them on one device"
        )

    def test_active_copper_beyond_passive(self) -> None:
        """Passive straight copper ends at 2 m, linear active copper at 5 m (LinkX overview)."""
        design = elaborate(
            Cluster(
                name="x",
                nodes=Nodes(part=DGX, count=40),
                fabrics=(RailOptimized(switch=NDR, grow_to=64),),
                racks=RackRow(part=RACK, nodes_per_rack=4),
            )
        )
        active = [c for c in design.cables if c.tier == "leaf-spine" and c.part.startswith("nvidia/mca4j80")]
        assert active
        assert {cable.why.partition(", ")[2] for cable in active} == {"passive copper ends at 2 m"}


class TestHdr:
    """QSFP56 copper and active optical cables; HDR100 by splitting; HDR optics never meet NDR optics."""

    def test_copper_then_active_optical(self) -> None:
        design = cluster(A100, 4, RailOptimized(switch=HDR), per_rack=1)
        assert set(bought(design, "node-switch")) == {"nvidia/mca1j00-h004e", "nvidia/mfs1s00-h010v"}
        assert design.transceivers == ()

    def test_optics_only_buys_active_optical_cables(self) -> None:
        design = cluster(A100, 4, RailOptimized(switch=HDR), cabling=Cabling(prefer="optics"))
        assert {part.rpartition("-")[0] for part in bought(design, "node-switch")} == {"nvidia/mfs1s00"}

    def test_hdr100_by_splitting(self) -> None:
        node = HGX
        hca = catalog.hca("nvidia/mcx653105a-ecat")
        fabric = RailOptimized(switch=HDR, split=2)
        design = cluster(node, 4, fabric, hca=hca, cabling=Cabling(allow_discontinued=True))
        assert {str(link.speed) for link in design.links} == {"100 Gb/s"}
        assert {len(cable.ends) for cable in design.cables} == {3}
        assert {part[:14] for part in bought(design, "node-switch")} <= {"nvidia/mcp7h50", "nvidia/mfs1s50"}

    def test_an_hdr_node_meets_an_ndr_switch_over_the_cable_that_converts_only(self) -> None:
        design = cluster(A100, 2, RailOptimized(switch=NDR), per_rack=1)
        assert {part.rpartition("-")[0] for part in bought(design, "node-switch")} == {"nvidia/mfa7u10"}
        assert design.transceivers == ()


@pytest.fixture(scope="module")
def ethernet() -> Design:
    """Four nodes with their Ethernet networks."""
    return elaborate(
        Cluster(
            name="x",
            nodes=Nodes(part=DGX, count=4),
            fabrics=(
                RailOptimized(switch=NDR),
                InBand(switch=catalog.switch("nvidia/msn4600-vs2fc")),
                Management(switch=catalog.switch("nvidia/msn2201-cb2fc")),
            ),
            racks=RackRow(part=RACK, nodes_per_rack=2),
            power=Feeds(count=2, pdu=catalog.pdu("generic/400v-32a-3ph")),
        )
    )


class TestEthernet:
    """Copper to BMC and PDU ports; active optical cables of 200G to nodes and of 100G to out-of-band switches."""

    @pytest.mark.parametrize(
        ("tier", "family"), [("oob", "generic/cat6"), ("inband", "nvidia/mfs1s00"), ("oob-uplink", "nvidia/mfa1a00")]
    )
    def test_each_tier_has_its_cable(self, ethernet: Design, tier: str, family: str) -> None:
        assert {part.rpartition("-")[0] for part in bought(ethernet, tier)} == {family}

    def test_a_bond_ends_on_two_switches(self, ethernet: Design) -> None:
        far = {link.b.device for link in ethernet.links if link.tier == "inband" and link.a.device == "gpu/001"}
        assert far == {"inband/su1-1", "inband/su1-2"}

    def test_an_uplink_goes_to_either_switch_of_the_pair(self, ethernet: Design) -> None:
        far = [link.b.device for link in ethernet.links if link.tier == "oob-uplink" and link.a.device == "oob/su1-1"]
        assert far == ["inband/su1-1", "inband/su1-2"]


class TestReach:
    """OM3 30 m, OM4 50 m, the whole channel with its panels; single-mode by module (STRUCT, LinkX overview)."""

    @pytest.mark.parametrize(
        ("pitch", "grade", "module"),
        [
            (20, "OM3", "nvidia/mma4z00-ns"),
            (30, "OM4", "nvidia/mma4z00-ns"),
            (60, "OS2", "nvidia/mms4x00-ns"),
            (120, "OS2", "nvidia/mms4x00-nm"),
        ],
    )
    def test_the_grade_and_the_module_follow_the_length(self, pitch: float, grade: str, module: str) -> None:
        design = far_rows(pitch)
        longest = max((cable for cable in design.cables if cable.tier == "leaf-spine"), key=lambda c: c.run)
        assert f" {grade}: run " in longest.why
        assert design.transceiver_in[longest.ends[0].device, longest.ends[0].cage].part == module

    def test_panels_count_against_the_reach(self) -> None:
        """45 m of fibre and two panels with cords of 3 m are a channel of 51 m, beyond 50 m of OM4."""
        grades = []
        for panels in (0, 2):
            design = far_rows(33, Cabling(prefer="optics", panels=panels, panel_cord=m(6)))
            longest = max((cable for cable in design.cables if cable.tier == "leaf-spine"), key=lambda c: c.run)
            grades.append(longest.part)
        assert grades == ["nvidia/mfp7e10", "nvidia/mfp7e30"]

    def test_beyond_every_reach_it_is_a_finding(self) -> None:
        design = far_rows(600)
        (trouble, *_) = [trouble for trouble in design.troubles if trouble.code == "CBL101"]
        assert trouble.fix == "move the racks closer, allow single-mode, or put the switches between the nodes"
        assert trouble.measured.startswith("run ")


def far_rows(pitch: float, cabling: Cabling | None = None) -> Design:
    """Elaborate two units in rows that stand ``pitch`` metres apart."""
    return elaborate(
        Cluster(
            name="x",
            nodes=Nodes(part=DGX, count=33),
            fabrics=(RailOptimized(switch=NDR),),
            racks=RackRow(part=RACK, nodes_per_rack=4, pitch=m(pitch)),
            cabling=cabling or Cabling(prefer="optics"),
        )
    )
