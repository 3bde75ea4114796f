"""Worked examples of the cabling and fat-tree rules; the comments name the rule."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from clusterdesign import catalog
from clusterdesign.design import Cable, Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Cabling, StorageFabric
from clusterdesign.testing.invariants import lost_by_growth, oversubscription, violations
from clusterdesign.testing.strategies import made_up_node, made_up_switch
from clusterdesign.units import Gbps, Length, m
from tests.elaboration.clusters import A100, HDR, HDR100, HGX, NDR, cluster, complete, racks


def pairs(design: Design) -> set[int]:
    """The numbers of links between a leaf and a spine."""
    found = Counter((link.a.device, link.b.device) for link in design.links if link.tier == "leaf-spine")
    return set(found.values())


def roles(design: Design) -> Counter[str]:
    return Counter(device.role for device in design.devices)


class TestRails:
    """IB-01: port rail k to leaf k of the unit, same port index on all eight leaves."""

    design = elaborate(cluster(32))

    def test_a_unit_has_256_links_32_a_leaf(self) -> None:
        down = Counter(link.b.device for link in self.design.links if link.tier == "node-leaf")
        assert down == {f"compute/leaf/su1-r{rail}": 32 for rail in range(1, 9)}

    def test_node_17_is_on_port_17_of_every_leaf(self) -> None:
        ends = {link.b for link in self.design.links if link.a.device == "gpu/017"}
        assert {(ref.device, ref.port) for ref in ends} == {
            (f"compute/leaf/su1-r{rail}", "9/1") for rail in range(1, 9)
        }

    def test_the_panel_is_scrambled_and_the_rails_are_not(self) -> None:
        """OSFP4P2 is the first adapter of a DGX H100, OSFP1P1 the eighth."""
        ends = {link.a.port: link.b.device for link in self.design.links if link.a.device == "gpu/001"}
        assert ends["OSFP4P2"] == "compute/leaf/su1-r1"
        assert ends["OSFP1P1"] == "compute/leaf/su1-r8"

    def test_on_one_switch_the_links_of_a_node_are_neighbours_in_panel_order(self) -> None:
        design = elaborate(cluster(2))
        ends = [(link.a.port, link.b.port) for link in design.links if link.a.device == "gpu/002"]
        assert ends[:3] == [("OSFP1P1", "5/1"), ("OSFP1P2", "5/2"), ("OSFP2P1", "6/1")]


class TestSizes:
    @pytest.mark.parametrize("radix", [40, 64, 72])
    def test_two_levels_carry_half_the_square_of_the_radix(self, radix: int) -> None:
        """IB-02: hosts r^2/2, leaves r, spines r/2: 800, 2,048, 2,592."""
        node, switch = made_up_node(8), made_up_switch(radix)
        most = radix // 2 * (radix // 8)
        full = elaborate(cluster(most, part=node, switch=switch, tree={"levels": 2}))
        hosts = sum(link.tier == "node-leaf" for link in full.links)
        assert hosts == radix**2 / 2 == {40: 800, 64: 2048, 72: 2592}[radix]
        assert (roles(full)["leaf"], roles(full)["spine"]) == (radix, radix / 2)
        with pytest.raises(DesignError, match=f"two levels carry at most {most} nodes with 8 rails"):
            elaborate(cluster(most + 1, part=node, switch=switch, tree={"levels": 2}))

    def test_three_levels_of_small_switches_carry_a_quarter_of_the_cube(self) -> None:
        """IB-02: r^3/4 hosts; r = 8 gives 128."""
        node, switch = made_up_node(1), made_up_switch(8)
        full = elaborate(cluster(128, part=node, switch=switch))
        assert full.fabrics[0].levels == 3
        assert roles(full)["leaf"] + roles(full)["spine"] + roles(full)["core"] == 5 * 8**2 / 4
        with pytest.raises(DesignError, match="three levels carry at most 128 nodes with 1 rails"):
            elaborate(cluster(129, part=node, switch=switch))

    @pytest.mark.parametrize(("units", "spines", "links"), [(1, 4, 8), (2, 8, 4), (3, 16, 2), (4, 16, 2)])
    def test_spines_divide_the_uplinks(self, units: int, spines: int, links: int) -> None:
        """IB-04: 8, 4, 2, 2 links a pair; 4, 8, 16, 16 spines, where 12 would leave 2.67 links."""
        design = elaborate(cluster(32 * units))
        assert roles(design)["spine"] == spines
        assert pairs(design) == {links}

    def test_the_reason_for_sixteen_spines_is_written_down(self) -> None:
        design = elaborate(cluster(96))
        assert design.note["compute/spine/16"] == (
            "16 spines: 24 leaves x 32 uplinks = 768 ports, 12 switches of 64 ports; 12 does not divide 32 uplinks",
        )

    def test_the_smallest_cluster_is_one_switch(self) -> None:
        design = elaborate(cluster(1))
        assert roles(design) == {"node": 1, "single": 1}

    def test_the_ninth_node_needs_two_levels(self) -> None:
        assert roles(elaborate(cluster(8)))["single"] == 1
        assert roles(elaborate(cluster(9))) == {"node": 9, "leaf": 8, "spine": 4}


class TestPartialUnits:
    """IB-06: build the full unit; installing the spines from day one re-cables nothing."""

    def test_nine_nodes_have_all_leaves_and_uplinks_of_32(self) -> None:
        nine, full = elaborate(cluster(9)), elaborate(cluster(32))
        assert [d for d in nine.devices if d.kind == "switch"] == [d for d in full.devices if d.kind == "switch"]
        uplinks = [link for link in nine.links if link.tier == "leaf-spine"]
        assert uplinks == [link for link in full.links if link.tier == "leaf-spine"]
        assert len(uplinks) == 256

    def test_spines_for_64_nodes_from_the_first_day_move_no_link(self) -> None:
        small = elaborate(cluster(32, tree={"grow_to": 64}))
        large = elaborate(cluster(64, tree={"grow_to": 64}))
        assert set(small.links) < set(large.links)
        assert len(small.links) == 512
        assert {link.path for link in small.links} <= {link.path for link in large.links}

    def test_and_no_cable_device_or_rack(self) -> None:
        small, large = (
            elaborate(complete(count).with_(fabrics=cluster(count, tree={"grow_to": 64}).fabrics)) for count in (32, 64)
        )
        assert lost_by_growth(small, large) == []

    def test_growing_without_reserve_doubles_the_spines_and_moves_half_of_the_links(self) -> None:
        """128 of 256: every pair goes from eight links to four."""
        small, large = elaborate(cluster(32)), elaborate(cluster(64))
        before = {link for link in small.links if link.tier == "leaf-spine"}
        assert (roles(small)["spine"], roles(large)["spine"]) == (4, 8)
        assert len(before - set(large.links)) == 128


class TestTaper:
    """IB-07: report down to up, with whole numbers of links."""

    def test_a_leaf_of_40_ports_tapered_26_to_14_has_2_or_7_spines(self) -> None:
        """14 uplinks divide over 2 or 7 spines: 8 leaves x 14 = 112 ports want 3 switches of 40, so 7."""
        design = elaborate(cluster(26, part=A100, switch=HDR, tree={"taper": "26:14"}))
        assert roles(design)["spine"] == 7
        assert pairs(design) == {2}
        assert oversubscription(design, "compute/leaf/su1-r1") == Fraction(26, 14)

    @pytest.mark.parametrize(("taper", "nodes", "uplinks"), [("1:1", 32, 32), ("2:1", 42, 21), ("4:3", 36, 27)])
    def test_the_leaf_is_filled_in_the_exact_ratio(self, taper: str, nodes: int, uplinks: int) -> None:
        design = elaborate(cluster(nodes, tree={"taper": taper}))
        assert design.fabrics[0].nodes_per_unit == nodes
        assert sum(link.a.device == "compute/leaf/su1-r5" for link in design.links) == uplinks

    def test_the_storage_fabric_is_about_four_to_three(self) -> None:
        """The published storage fabric is 4:3 toward the nodes: 32 positions and 24 uplinks a leaf."""
        design = elaborate(cluster(32, fabrics=(*cluster().fabrics, StorageFabric(switch=NDR))))
        leaf = "storage/leaf/su1-r1"
        assert Counter(link.tier for link in design.links if leaf in {link.a.device, link.b.device}) == {
            "node-leaf": 32,
            "leaf-spine": 24,
        }
        assert oversubscription(design, leaf) == Fraction(4, 3)


class TestHdr:
    def test_a_unit_of_a100_has_20_nodes(self) -> None:
        """Radix 40: 20 down, 20 up; the published unit has 20 nodes and eight leaves."""
        design = elaborate(cluster(20, part=A100, switch=HDR))
        assert design.fabrics[0].nodes_per_unit == 20
        assert roles(design) == {"node": 20, "leaf": 8, "spine": 4}
        assert pairs(design) == {5}

    def test_140_nodes_of_the_full_pod_need_56_leaves(self) -> None:
        """Seven units of eight leaves; two levels of 40 ports carry 100 nodes, so there are cores."""
        design = elaborate(cluster(140, part=A100, switch=HDR))
        assert roles(design)["leaf"] == 56
        assert design.fabrics[0].levels == 3

    def test_sixty_hdr100_ports_and_ten_uplinks(self) -> None:
        """A 40-port leaf run split: 60 nodes at 100 Gb/s on 30 ports, 10 uplinks at 200 Gb/s, 3:1."""
        split = cluster(60, part=HGX, hca=HDR100, switch=HDR, tree={"split": 2, "taper": "3:1"})
        design = elaborate(split)
        leaf = "compute/leaf/su1-r1"
        links = [link for link in design.links if leaf in {link.a.device, link.b.device}]
        assert Counter((link.tier, str(link.speed)) for link in links) == {
            ("node-leaf", "100 Gb/s"): 60,
            ("leaf-spine", "200 Gb/s"): 10,
        }
        assert oversubscription(design, leaf) == 3
        assert [link.b.port for link in links if link.tier == "node-leaf"][-2:] == ["30/1", "30/2"]
        assert next(link.speed for link in links if link.tier == "leaf-spine") == Gbps(200)
        assert violations(design) == []


class TestLengths:
    """CAB-02 and CAB-03: the run between racks, rounded up to what is sold."""

    design = elaborate(cluster(32, racks=racks()))

    def test_a_run_between_racks_is_up_along_and_down(self) -> None:
        """gpu/001 at U1 of A01, middle at 0.2 m; leaf r1 at U46 of A05: 2.0 + 0.16 + 0.6 + 4 x 0.8 + 1.2."""
        cable = self.design.cable_of["link/gpu/001:OSFP4P2"]
        a, b = self.design.placement["gpu/001"], self.design.placement["compute/leaf/su1-r1"]
        assert (a.rack, a.u, a.height_u, b.rack, b.u) == ("rack/A01", 1, 8, "rack/A05", 46)
        heights = (Fraction(1 + 8, 2), Fraction(46))
        expected = 2 * Fraction("2.2") - sum(heights) * Fraction("0.04445") + Fraction("0.6") + Fraction("3.2")
        assert cable.run == m(expected + Fraction("1.2"))

    def test_every_length_is_the_shortest_that_is_sold_and_covers_run_and_slack(self) -> None:
        sold = sorted(m(length) for length in (3, 5, 7, 10, 15, 20, 25, 30, 35, 40, 50))
        fibres = [cable for cable in self.design.cables if cable.part == "nvidia/mfp7e10"]
        assert fibres
        for cable in fibres:
            assert cable.length == next(length for length in sold if length >= cable.run * Fraction(11, 10))

    def test_a_need_of_exactly_two_metres_buys_two_metres(self) -> None:
        """CAB-03: 2.0 exactly is 2.0, a micrometre more is the next length."""
        path = "cable/compute/leaf/su1-r1:17"

        def bought(loop: Length) -> Cable:
            design = elaborate(cluster(9, racks=racks(), cabling=Cabling(slack=0, loop=loop)))
            return next(cable for cable in design.cables if cable.path == path)

        exact = m(0.3) + m(2) - bought(m(0.3)).run
        assert (bought(exact).run, bought(exact).length) == (m(2), m(2))
        assert (bought(exact + Length(1)).run, bought(exact + Length(1)).length) == (Length(2_000_001), m(3))

    @pytest.mark.parametrize(
        ("loop", "bought", "why"),
        [
            (0.3, "1.5 m", "1.5 m passive copper: run 1.26 m + 10 %"),
            (1.3, "3 m", "3 m active copper: run 2.26 m + 10 %, passive copper ends at 2 m"),
            (
                5,
                "7 m",
                "7 m multimode fibre OM3: run 5.96 m + 10 %; passive copper ends at 2 m, active copper ends at 5 m, "
                "6.55 m needed",
            ),
        ],
    )
    def test_the_reason_names_the_end_of_every_medium_that_is_too_short(
        self, loop: float, bought: str, why: str
    ) -> None:
        """CAB-03: what passive copper does not reach goes over active copper, then over optics."""
        design = elaborate(cluster(9, racks=racks(), cabling=Cabling(loop=m(loop))))
        cable = design.cable_of["link/compute/leaf/su1-r1:17/1"]
        assert (str(cable.length), cable.why) == (bought, why)

    def test_a_taller_rack_does_not_make_a_run_shorter(self) -> None:
        """The leaf at U50 of a 52U rack is at 2.22 m, so the rack is no 2.2 m high, whatever the default says."""
        tall = racks().with_(part=catalog.rack("generic/52u-800x1200"))
        link = "link/gpu/001:OSFP4P2"
        runs = [elaborate(cluster(9, racks=row)).cable_of[link].run for row in (racks(), tall)]
        assert runs[1] >= runs[0]
