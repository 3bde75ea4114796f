"""In-band Ethernet with bonded ports, out-of-band for everything with a management port, servers beside the nodes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from clusterdesign import catalog
from clusterdesign.design import Design, PortRef
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import InBand, Management, RailOptimized
from clusterdesign.intent import Cluster, Servers
from clusterdesign.rules import check
from tests.elaboration.clusters import ETHERNET, HGX, NDR, cluster, complete, racks

SWITCH = catalog.switch("nvidia/msn4600-vs2fc")
SERVER = catalog.node("generic/server-1u")


def whole(count: int = 64, **rest: object) -> Cluster:
    plain = complete(count)
    fabrics = (*plain.fabrics[:2], InBand(switch=SWITCH), Management(switch=ETHERNET))
    return plain.with_(fabrics=fabrics, servers=(Servers(part=SERVER, count=4, purpose="scheduler"),), **rest)


@pytest.fixture(scope="module")
def design() -> Design:
    return elaborate(whole())


def ends(design: Design, fabric: str) -> dict[str, list[PortRef]]:
    found: dict[str, list[PortRef]] = {}
    for link in design.links:
        if link.fabric == fabric:
            found.setdefault(link.a.device, []).append(link.b)
    return found


class TestInBand:
    def test_a_unit_has_a_pair_of_switches(self, design: Design) -> None:
        assert [switch.path for switch in design.switches("inband")] == [
            "inband/su1-1",
            "inband/su1-2",
            "inband/su2-1",
            "inband/su2-2",
        ]

    def test_the_two_ports_of_a_node_end_on_both_at_its_position(self, design: Design) -> None:
        refs = ends(design, "inband")["gpu/033"]
        assert [ref.device for ref in refs] == ["inband/su2-1", "inband/su2-2"]
        first = SWITCH.fabric_ports[0].name
        assert {ref.port for ref in refs} == {first}

    def test_servers_are_bonded_too(self, design: Design) -> None:
        assert {ref.device for ref in ends(design, "inband")["mgmt/03"]} == {"inband/su1-1", "inband/su1-2"}

    def test_every_out_of_band_switch_has_its_uplinks(self, design: Design) -> None:
        uplinks = Counter(link.a.device for link in design.links if link.tier == "oob-uplink")
        assert uplinks == {switch.path: 2 for switch in design.switches("oob")}

    def test_no_bond_ends_on_one_switch(self, design: Design) -> None:
        assert not {"NET203", "NET102"} & check(design).codes()

    def test_a_bond_on_one_switch_is_an_error(self, design: Design) -> None:
        first, second = (link for link in design.links if link.fabric == "inband" and link.a.device == "gpu/007")
        spare = PortRef(first.b.device, SWITCH.fabric_ports[50].name)
        broken = replace(
            design, links=tuple(replace(link, b=spare) if link == second else link for link in design.links)
        )
        found = [finding for finding in check(broken).findings if finding.code == "NET203"]
        assert [finding.paths for finding in found] == [("gpu/007", "inband/su1-1")]

    def test_nodes_without_in_band_ports_are_told(self) -> None:
        bare = cluster(4, part=HGX, hca=catalog.hca("nvidia/mcx75310aas-neat"))
        with pytest.raises(DesignError, match="have no inband ports for fabric 'inband'"):
            elaborate(bare.with_(fabrics=(*bare.fabrics, InBand(switch=SWITCH))))

    def test_a_switch_that_is_too_small_is_told(self) -> None:
        small = catalog.switch("nvidia/msn3700-vs2fc")
        assert len(small.fabric_ports) == 32
        fabrics = (RailOptimized(switch=NDR, taper=Fraction(5, 3)), InBand(switch=small))
        crowded = cluster(40, fabrics=fabrics)
        with pytest.raises(DesignError, match="a unit of 40 nodes does not fit 32 ports"):
            elaborate(crowded)


class TestOutOfBand:
    def test_every_management_port_has_its_link(self, design: Design) -> None:
        kinds = Counter(design.device[path].kind for path in ends(design, "oob"))
        assert kinds["node"] == 64
        assert kinds["server"] == 4
        with_port = [
            device.path
            for device in design.devices
            if device.role != "oob"
            and any(port.role == "oob" for cage in getattr(design.part_of(device), "cages", ()) for port in cage.ports)
        ]
        assert sorted(ends(design, "oob")) == sorted(with_port)

    def test_switches_are_two_for_each_unit_of_the_published_size(self) -> None:
        """32 nodes, 8 + 2 leaves, 2 in-band switches and 26 PDUs of a unit: 70 of 96 ports."""
        design = elaborate(whole())
        units = Counter(switch.unit for switch in design.switches("oob"))
        assert units[1] == units[2] == 2

    def test_a_later_node_finds_its_port_free(self) -> None:
        small, large = (elaborate(whole(count, racks=racks())) for count in (40, 60))
        before, after = ends(small, "oob"), ends(large, "oob")
        assert all(after[path] == refs for path, refs in before.items())
