"""Subnet managers take real ports: UFM appliances and hosts, one switch and many; partitions and roots."""

from __future__ import annotations

from collections import Counter

import pytest
from pydantic import ValidationError

from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.design.manifest import dump, load
from clusterdesign.design.subnets import managers, partitions, roots
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.exporters.fabric_files import fabric_files
from clusterdesign.fabric import Managers, Partition, RailOptimized
from clusterdesign.rules import check
from clusterdesign.site import Feeds
from clusterdesign.subnet import subnets
from clusterdesign.testing.invariants import lost_by_growth
from clusterdesign.testing.strategies import made_up_node, made_up_switch
from tests.elaboration.clusters import CX7, ETHERNET, H100, NDR, PDU, UFM, cluster, racks

HOST = catalog.node("generic/server-1u").fitted(CX7, 1)
"""A server with one NDR adapter that runs OpenSM."""

ABOUT_MANAGERS = {f"NET20{n}" for n in (1, 2, 4, 5, 6, 7)}


def managed(count: int, part: object = HOST, *, number: int = 2, **rest: object) -> Design:
    tree = {"managers": Managers(part=part, count=number)} | rest  # type: ignore[arg-type]  # an appliance or a node
    return elaborate(cluster(count, tree=tree, racks=racks(), power=Feeds(count=2, pdu=PDU)))


def ends(design: Design) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for link in design.links:
        if link.tier == "manager-leaf":
            found.setdefault(link.a.device, []).append(str(link.b))
    return found


class TestHosts:
    """Hosts with OpenSM take one whole port each; the 32nd position of two leaves goes to them."""

    design = managed(31)

    def test_each_hangs_on_a_leaf_of_its_own(self) -> None:
        assert ends(self.design) == {
            "compute/manager/1": ["compute/leaf/su1-r1:16/2"],
            "compute/manager/2": ["compute/leaf/su1-r2:16/2"],
        }

    def test_they_are_servers_with_cables_and_places(self) -> None:
        pair = managers(self.design, "compute")
        assert [device.kind for device in pair] == ["server", "server"]
        assert self.design.troubles == ()
        assert len({self.design.placement[device.path].rack for device in pair}) == 2

    def test_one_position_is_displaced(self) -> None:
        assert {node.unit for node in self.design.nodes()} == {1}
        assert {node.unit for node in managed(32).nodes()} == {1, 2}

    def test_the_pair_shares_neither_leaf_rack_nor_feed(self) -> None:
        assert check(self.design).codes() & ABOUT_MANAGERS == set()


class TestAppliances:
    def test_both_ports_of_one_appliance_hang_on_one_port_of_its_leaf(self) -> None:
        assert ends(managed(30, UFM)) == {
            "compute/manager/1": ["compute/leaf/su1-r1:16/2/1", "compute/leaf/su1-r1:16/2/2"],
            "compute/manager/2": ["compute/leaf/su1-r2:16/2/1", "compute/leaf/su1-r2:16/2/2"],
        }

    def test_a_whole_cage_of_two_positions_is_displaced_unless_it_may_be_shared(self) -> None:
        """31 nodes in one unit need ``share_cage``, as the published tables do."""
        assert {node.unit for node in managed(30, UFM).nodes()} == {1}
        assert {node.unit for node in managed(31, UFM).nodes()} == {1, 2}

    def test_a_taper_leaves_ports_for_them(self) -> None:
        """36 positions and 27 uplinks leave one port of 64; beside twin cages that is none, 33 and 22 leave eight."""
        design = managed(33, taper="3:2", nodes_per_unit=33)
        assert {node.unit for node in design.nodes()} == {1}
        assert ends(design)["compute/manager/1"] == ["compute/leaf/su1-r1:18/1"]

    def test_on_one_switch_they_follow_the_nodes(self) -> None:
        design = managed(7)
        assert [device.role for device in design.switches()] == ["single"]
        assert ends(design) == {
            "compute/manager/1": ["compute/switch/1:32/1"],
            "compute/manager/2": ["compute/switch/1:32/2"],
        }

    def test_eight_nodes_and_two_managers_need_two_levels(self) -> None:
        assert managed(8).fabrics[0].levels == 2


class TestGrowth:
    @pytest.mark.parametrize(("before", "after"), [(20, 31), (20, 63), (31, 127), (127, 300)])
    def test_managers_stay_where_they_are(self, before: int, after: int) -> None:
        tree = {"managers": Managers(part=UFM, share_cage=True), "grow_to": after}
        small, large = (
            elaborate(cluster(count, tree=tree, racks=racks(), power=Feeds(count=2, pdu=PDU)))
            for count in (before, after)
        )
        assert lost_by_growth(small, large) == []
        assert len({small.placement[device.path].rack for device in managers(small, "compute")}) == 2


class TestErrors:
    def test_a_part_without_a_fabric_port(self) -> None:
        with pytest.raises(DesignError, match="the manager has no fabric port"):
            managed(8, catalog.node("generic/server-1u"))

    def test_more_managers_than_a_leaf_has_ports(self) -> None:
        """One position a leaf of two ports: nine managers displace two positions of every leaf."""
        small = made_up_switch(4, twin=False)
        tree = {"managers": Managers(part=HOST, count=9), "nodes_per_unit": 2, "levels": 3}
        with pytest.raises(DesignError, match="the managers of fabric 'compute' take 9 ports of every leaf"):
            elaborate(cluster(2, part=made_up_node(1), switch=small, tree=tree))

    def test_both_kinds_at_once(self) -> None:
        with pytest.raises((DesignError, ValidationError), match="declared twice, on switches and on managers"):
            RailOptimized(switch=NDR, switch_manager=True, managers=Managers(part=UFM))


class TestFindings:
    def test_nobody_is_declared(self) -> None:
        assert "NET206" in check(elaborate(cluster(32))).codes()
        assert "NET206" not in check(elaborate(cluster(32, tree={"switch_manager": True}))).codes()

    def test_unmanaged_switches_need_a_manager(self) -> None:
        unmanaged = catalog.switch("nvidia/mqm9790-ns2f")
        assert "NET205" in check(elaborate(cluster(32, switch=unmanaged))).codes()
        tree = {"managers": Managers(part=HOST)}
        assert "NET205" not in check(elaborate(cluster(31, switch=unmanaged, tree=tree))).codes()

    def test_one_is_not_enough(self) -> None:
        assert "NET207" in check(managed(31, number=1)).codes()


class TestSubnet:
    def test_roots_are_the_highest_tier(self) -> None:
        assert roots(elaborate(cluster(32)), "compute") == tuple(f"compute/spine/{n:02}" for n in range(1, 5))
        three = elaborate(cluster(288))
        assert Counter(path.split("/")[1] for path in roots(three, "compute")) == {"core": 32 * 2}
        assert roots(elaborate(cluster(8)), "compute") == ()

    def test_one_partition_of_all_is_there_without_a_word(self) -> None:
        design = managed(31)
        ((partition, members),) = partitions(design, "compute")
        assert (partition.name, partition.key, len(members)) == ("Default", 0x7FFF, 33)

    def test_declared_partitions_are_known_to_the_design(self) -> None:
        tree = {"partitions": (Partition(name="blue", key=0x10, members=("gpu/00?",)),)}
        design = elaborate(cluster(32, tree=tree))
        _, (partition, members) = partitions(design, "compute")
        assert (partition.name, members) == ("blue", tuple(f"gpu/00{n}" for n in range(1, 10)))
        assert load(dump(design)) == design

    def test_opensm_is_told_of_them_and_of_the_roots(self) -> None:
        tree = {"partitions": (Partition(name="blue", key=0x10, members=("gpu/001",)),)}
        design = elaborate(cluster(32, tree=tree))
        (subnet,) = subnets(design)
        assert [element.device for element in subnet.roots] == list(roots(design, "compute"))
        files = fabric_files(design)
        *_, line = files["fabric/partitions.conf"].decode().splitlines()
        ports = [element for element in subnet.adapters if element.device == "gpu/001"]
        assert line.startswith("blue=0x0010: 0x")
        assert line.count("=full") == len(ports) == 8

    def test_partitions_differ(self) -> None:
        one = Partition(name="blue", key=0x10, members=("gpu/*",))
        with pytest.raises((DesignError, ValidationError), match="two partitions have the same key"):
            RailOptimized(switch=NDR, partitions=(one, one.with_(name="red")))
        with pytest.raises((DesignError, ValidationError), match="on an Ethernet fabric"):
            RailOptimized(switch=ETHERNET, partitions=(one,))

    def test_the_mtu_is_4096(self) -> None:
        assert elaborate(cluster(2, part=H100)).fabrics[0].mtu == 4096
