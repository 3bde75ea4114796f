"""Three levels, planes, plain trees, groups of nodes, and where each ends."""

from __future__ import annotations

from collections import Counter

import pytest

from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import PlainFatTree, RailOptimized
from clusterdesign.fabric.fattree import LeafShape, tiers
from clusterdesign.intent import Cluster, Nodes
from clusterdesign.rules import check
from clusterdesign.testing.invariants import pairs_have_equal_links, rails_end_on_their_leaf, violations
from tests.elaboration.clusters import CX7, H100, HGX, NDR, cluster, racks


def roles(design: Design) -> Counter[str]:
    return Counter(device.role for device in design.devices if device.kind == "switch")


class TestLimits:
    """IB-02: three levels of 64 ports carry 64^3 / 4 = 65,536 adapters: 8,192 nodes of eight."""

    leaf = LeafShape(positions=32, down=32, up=32)

    def test_8192_nodes_fill_three_levels(self) -> None:
        full = tiers((8,) * 256, 256, self.leaf, 64)
        assert (full.pods, full.spines, full.cores * full.spines) == (64, 32, 1024)
        assert full.spine_lanes == 1

    def test_8193_nodes_are_refused_and_told_what_carries_them(self) -> None:
        with pytest.raises(DesignError) as error:
            elaborate(cluster(8193))
        assert str(error.value) == (
            "nodes: 257 units of 32 nodes do not fit three levels of 64 ports\n"
            "  way out: three levels carry at most 8192 nodes with 8 rails (256 units); "
            "take several planes (planes=2), or switches with more ports"
        )

    def test_two_planes_carry_them(self) -> None:
        planes = tiers((4,) * 257, 257, self.leaf, 64)
        assert planes.levels == 3

    def test_2048_nodes_are_elaborated_and_checked(self) -> None:
        """16,384 GPUs: 512 leaves, 512 spines, 256 cores, 3 x 16,384 links; without racks, hence without cables."""
        design = elaborate(cluster(2048, tree={"switch_manager": True}))
        assert roles(design) == {"leaf": 512, "spine": 512, "core": 256}
        assert Counter(link.tier for link in design.links) == dict.fromkeys(
            ("node-leaf", "leaf-spine", "spine-core"), 16384
        )
        assert check(design).codes() <= {"CBL103", "CAT901", "CAT902", "STO104", "CLG001"}

    def test_257_nodes_do_not_fit_two_levels(self) -> None:
        with pytest.raises(DesignError, match="take three levels, several planes"):
            elaborate(cluster(257, tree={"levels": 2}))
        assert elaborate(cluster(257)).fabrics[0].levels == 3


class TestPlanes:
    def test_each_plane_is_a_fabric_of_its_own(self) -> None:
        design = elaborate(cluster(64, tree={"planes": 2}))
        assert [fabric.name for fabric in design.fabrics] == ["compute-p1", "compute-p2"]
        sides = {link.fabric for link in design.links if link.a.device == "gpu/001"}
        assert sides == {"compute-p1", "compute-p2"}
        rails = {link.rail for link in design.links if link.fabric == "compute-p1" and link.tier == "node-leaf"}
        assert rails == {1, 3, 5, 7}
        assert violations(design) == []

    def test_a_twin_cage_of_a_node_may_serve_two_planes(self) -> None:
        """Three planes deal the two rails of a cage to different fabrics; the cage still holds one module."""
        design = elaborate(cluster(16, tree={"planes": 3}, racks=racks()))
        assert violations(design) == []
        assert design.troubles == ()

    def test_no_switch_has_links_of_two_planes(self) -> None:
        design = elaborate(cluster(64, tree={"planes": 4}))
        owners: dict[str, set[str]] = {}
        for link in design.links:
            for ref in (link.a, link.b):
                if design.device[ref.device].kind == "switch":
                    owners.setdefault(ref.device, set()).add(link.fabric)
        assert all(len(fabrics) == 1 for fabrics in owners.values())

    def test_two_planes_halve_the_spines_of_each(self) -> None:
        """32 leaves of 16 nodes... 64 nodes x 4 rails a plane: 8 leaves, 4 spines; both planes as many as one had."""
        assert roles(elaborate(cluster(64, tree={"planes": 2}))) == {"leaf": 16, "spine": 8}
        assert roles(elaborate(cluster(64))) == {"leaf": 16, "spine": 8}


class TestPlain:
    """For comparison: as many switches, and every adapter of a node on one leaf."""

    def plain(self, count: int) -> Design:
        return elaborate(Cluster(name="x", nodes=Nodes(part=H100, count=count), fabrics=(PlainFatTree(switch=NDR),)))

    def test_it_has_as_many_switches(self) -> None:
        assert roles(self.plain(64)) == roles(elaborate(cluster(64)))

    def test_adapters_of_a_node_are_neighbours_on_one_leaf(self) -> None:
        ends = [link.b for link in self.plain(64).links if link.a.device == "gpu/005"]
        assert {ref.device for ref in ends} == {"compute/leaf/su1-l2"}

    def test_it_does_not_claim_rails(self) -> None:
        design = self.plain(64)
        assert not design.fabrics[0].by_rail
        assert {link.rail for link in design.links} == {None}


class TestGroups:
    """Nodes of different kinds and adapter counts in one fabric; each kind begins a unit of its own."""

    design = elaborate(
        Cluster(
            name="mixed",
            nodes=(
                Nodes(part=H100, count=20),
                Nodes(part=HGX, hca=CX7, hcas=4, count=10, name="small/{n:02}"),
            ),
            fabrics=(RailOptimized(switch=NDR),),
        )
    )

    def test_each_kind_has_the_leaves_it_needs(self) -> None:
        leaves = Counter(device.unit for device in self.design.switches() if device.role == "leaf")
        assert leaves == {1: 8, 2: 4}

    def test_every_link_is_on_its_rail(self) -> None:
        assert rails_end_on_their_leaf(self.design) == pairs_have_equal_links(self.design) == []
        rails = {link.rail for link in self.design.links if link.a.device == "small/07"}
        assert rails == {1, 2, 3, 4}

    def test_the_check_finds_no_fault_of_the_network(self) -> None:
        assert not {code for code in check(self.design).codes() if code.startswith("NET")} - {"NET206"}


class TestRows:
    """Units may share a row, so that a large hall is square and lengths stay what is sold."""

    def test_four_units_in_two_rows(self) -> None:
        design = elaborate(cluster(128, racks=racks(units_per_row=2)))
        assert {rack.row for rack in design.racks} == {1, 2}
        assert design.troubles == ()
        assert violations(design) == []

    def test_racks_do_not_overlap(self) -> None:
        design = elaborate(cluster(96, racks=racks(units_per_row=3)))
        places = [(rack.row, rack.column) for rack in design.racks]
        assert len(set(places)) == len(places)
        assert {rack.row for rack in design.racks} == {1}

    def test_one_unit_a_row_is_the_default(self) -> None:
        assert elaborate(cluster(64, racks=racks())) == elaborate(cluster(64, racks=racks(units_per_row=1)))
