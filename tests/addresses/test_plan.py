"""The address plan: by position, apart, and honest about what does not fit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.design.explain import explain
from clusterdesign.design.manifest import dump, load
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.fabric import (
    Addressing,
    Management,
    PlainFatTree,
    RailOptimized,
    RailSubnets,
    Reserve,
    StorageFabric,
    StorageSystem,
    Subnet,
)
from clusterdesign.intent import Cluster, Hosts, ManagementPlane, Nodes, Override, Servers
from clusterdesign.rules import check
from clusterdesign.site import LiquidCooled, RackRow
from clusterdesign.testing.invariants_addresses import ADDRESSES
from clusterdesign.testing.strategies import made_up_node, made_up_switch
from tests.addresses.clusters import H100, NDR, OOB, SERVER, compact, grown, small

FEW = settings(max_examples=max(settings().max_examples // 2, 10))


def plan(design: Design) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Return network and addresses of every interface that has some."""
    return {(one.device, one.name): (one.network, one.ipv4, one.ipv6) for one in design.interfaces if one.ipv4}


def address(design: Design, device: str, name: str) -> str:
    return design.interface[device, name].ipv4


@FEW
@given(grown())
def test_growth_moves_no_address(pair: tuple[Cluster, Cluster]) -> None:
    """Whatever both clusters have keeps its network, its addresses and its name."""
    before, after = (elaborate(cluster) for cluster in _that_can_be_built(pair))
    now = plan(after)
    kept = {key: value for key, value in plan(before).items() if key in now}
    assert kept == {key: now[key] for key in kept}
    names = {(one.device, one.name): one.hostname for one in after.interfaces}
    assert all(names.get((one.device, one.name), one.hostname) == one.hostname for one in before.interfaces)
    shared = before.network.keys() & after.network.keys()
    assert {name: before.network[name] for name in shared} == {name: after.network[name] for name in shared}


def _that_can_be_built(pair: tuple[Cluster, Cluster]) -> tuple[Cluster, Cluster]:
    """Return the pair; where the larger one cannot be built, the smaller one twice."""
    try:
        elaborate(pair[1])
    except DesignError:
        return pair[0], pair[0]
    return pair


@FEW
@given(grown())
def test_addresses_are_apart_and_of_their_network(pair: tuple[Cluster, Cluster]) -> None:
    design = elaborate(_that_can_be_built(pair)[1])
    assert [sentence for invariant in ADDRESSES for sentence in invariant(design)] == []


def test_the_number_in_the_name_is_the_number_in_every_network() -> None:
    design = elaborate(small(17))
    assert [address(design, "gpu/017", name) for name in ("bmc", "bond0", "sto0", "sto1")] == [
        "10.10.8.17",
        "10.20.8.17",
        "10.32.8.17",
        "10.33.8.17",
    ]
    assert design.interface["gpu/017", "bond0"].hostname == "gpu-017.small.internal"
    assert design.interface["gpu/017", "bmc"].hostname == "gpu-017-bmc.small.internal"
    assert design.interface["gpu/017", "bmc"].ipv6.endswith(":10::811")


def test_nodes_that_are_left_out_in_between_move_nobody() -> None:
    part, fabrics = H100, (RailOptimized(switch=NDR, nodes_per_unit=4),)
    whole = elaborate(small(nodes=8, fabrics=fabrics))
    groups = (Nodes(part=part, count=3), Nodes(part=part, count=4, first=5))
    split = elaborate(small(fabrics=fabrics).with_(nodes=groups))
    assert {key: plan(split)[key] for key in plan(split) if key[0].startswith("gpu/")} == {
        key: value for key, value in plan(whole).items() if key[0].startswith("gpu/") and key[0] != "gpu/004"
    }


def test_another_naming_of_nodes_begins_at_addresses_of_its_own() -> None:
    two = elaborate(small().with_(nodes=(Nodes(part=H100, count=2), Nodes(part=H100, count=2, name="new/{n:02}"))))
    assert address(two, "gpu/002", "bmc") == "10.10.8.2"
    assert address(two, "new/02", "bmc") == "10.10.24.2"


def test_a_box_with_more_ports_than_rails_has_a_place_for_each() -> None:
    box = catalog.storage("generic/flash-2u-ndr")
    row = box.rows[0]
    design = elaborate(small())
    assert len(row.ports) * row.count >= 2
    assert address(design, "storage/scratch/1", "sto0") == "10.32.4.0"
    assert address(design, "storage/scratch/1", "sto1") == "10.33.4.0"


def test_an_ethernet_fabric_has_vlans_and_no_guids() -> None:
    switch = made_up_switch(16).with_(fabric="ethernet")
    design = elaborate(
        Cluster(name="roce", nodes=Nodes(part=made_up_node(2), count=2), fabrics=(RailOptimized(switch=switch),))
    )
    assert [(n.name, n.role, n.vlan, n.mtu) for n in design.networks if n.name.startswith("compute")] == [
        ("compute-1", "compute", 401, 9000),
        ("compute-2", "compute", 402, 9000),
    ]
    assert design.interface["gpu/001", "roce1"].network == "compute-2"


def test_a_plain_tree_numbers_its_leaves_too() -> None:
    design = elaborate(
        Cluster(
            name="plain",
            nodes=Nodes(part=H100, count=64),
            fabrics=(PlainFatTree(switch=NDR), Management(switch=OOB)),
        )
    )
    assert [sentence for invariant in ADDRESSES for sentence in invariant(design)] == []
    assert address(design, "compute/leaf/su2-l1", "mgmt") == "10.10.64.8"


def test_ipv6_can_be_left_out_and_prefixes_declared() -> None:
    without = elaborate(small(addressing=Addressing(ipv6="")))
    assert {one.ipv6 for one in without.interfaces} == {""} == {one.ipv6 for one in without.networks}
    declared = elaborate(
        small(
            addressing=Addressing(
                domain="gpu.example.net",
                ipv6="2001:db8:7::/48",
                oob=Subnet(ipv4="192.168.0.0/16", vlan=7, gateway4="192.168.255.254", domain="oob.example.net"),
                storage=RailSubnets(ipv4="172.16.0.0/19", each=20),
            )
        )
    )
    assert declared.network["oob"].gateway4 == "192.168.255.254"
    assert declared.network["storage-2"].ipv4 == "172.16.16.0/20"
    assert declared.network["inband"].ipv6 == "2001:db8:7:20::/64"
    assert declared.interface["gpu/001", "bmc"].hostname == "gpu-001-bmc.oob.example.net"
    assert declared.interface["gpu/001", "bond0"].hostname == "gpu-001.gpu.example.net"
    assert not [one for one in declared.premises if one.path == "network"]


def test_a_cluster_of_a_long_name_has_a_domain_that_dns_takes() -> None:
    design = elaborate(Cluster(name=f"A_{'b' * 200}", nodes=Nodes(part=H100, count=1, name="gpu_{n:03}")))
    one = design.interface["gpu_001", "bmc"]
    assert one.hostname == f"gpu-001-bmc.a-{'b' * 61}.internal"
    assert [sentence for invariant in ADDRESSES for sentence in invariant(design)] == []
    found = {finding.code: finding.message for finding in check(design).findings if finding.code.startswith("ADR")}
    assert found == {"ADR902": "gpu_001 is called gpu-001-bmc in DNS"}


def test_a_node_of_a_long_name_is_a_finding() -> None:
    design = elaborate(small(fabrics=(), nodes=1).with_(nodes=Nodes(part=H100, count=1, name=f"{'n' * 80}/{{n}}")))
    assert {finding.message for finding in check(design).findings if finding.code == "ADR003"} == {
        f"the name of {'n' * 80}/1 bmc has a label of 86 characters",
        f"the name of {'n' * 80}/1 bond0 has a label of 82 characters",
    }


def test_pdus_and_cdus_have_addresses_by_the_place_of_their_rack() -> None:
    design = elaborate(
        small(
            fabrics=(),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=1),
            cooling=LiquidCooled(cdu=catalog.cdu("supermicro/lcs-scdu-250l4001")),
        ).with_(nodes=Nodes(part=catalog.node("supermicro/sys-421ge-tnhr2-lcc"), count=2))
    )
    assert address(design, "cdu/A02", "mgmt") == "10.10.128.1"
    assert address(design, "pdu/A01-B", "mgmt") == "10.10.176.1"
    assert address(design, "pdu/A02-A", "mgmt") == "10.10.176.4"


def test_defaults_are_stated() -> None:
    design = elaborate(small())
    stated = {(premise.path, premise.field): premise.value for premise in design.premises}
    assert stated["network", "domain"] == "small.internal"
    assert stated["network", "ipv6"].startswith("fd")
    assert stated["network/oob", "prefix"] == "10.10.0.0/16, VLAN 10"
    assert stated["host/dns", "size"] == "2 vCPU, 4 GiB, disk 40 GiB"
    plane = ManagementPlane(scheduler="slurm", dns=Hosts(vcpus=8))
    assert not [one for one in elaborate(small(management=plane)).premises if one.path == "host/dns"]


def troubles(cluster: Cluster) -> list[tuple[str, str, str, str]]:
    return [
        (trouble.code, trouble.path, trouble.what, trouble.fix)
        for trouble in elaborate(cluster).troubles
        if trouble.code.startswith("ADR")
    ]


def test_a_network_that_is_too_small_says_which_prefix_would_do() -> None:
    assert troubles(small(nodes=200, addressing=compact("10.20.0.0/24"))) == [
        (
            "ADR102",
            "network/inband",
            "10.20.0.0/24 is too small: 34 devices have no address in it, gpu/167 the first of them",
            "give it a prefix of /23 or shorter, or keep fewer addresses with Reserve(...)",
        )
    ]
    assert troubles(small(nodes=200, addressing=compact("10.20.0.0/23"))) == []


def test_a_scheduler_without_a_controller_and_names_without_a_server_are_findings() -> None:
    def codes(**plane: Any) -> set[str]:
        found = check(elaborate(small(management=ManagementPlane(scheduler="slurm", **plane)))).codes()
        return {"ADR204", "ADR205"} & set(found)

    assert codes() == set()
    assert codes(slurm=0, dns=0, monitor=0) == {"ADR204", "ADR205"}
    assert codes(slurm=0) == {"ADR204"}
    assert codes(dns=0) == {"ADR205"}


def test_so_does_a_prefix_that_is_cut_into_fewer_networks_than_there_are_rails() -> None:
    def railed(ipv4: str) -> Cluster:
        compute = RailOptimized(switch=NDR, switch_manager=True)
        return small(fabrics=(compute,), addressing=Addressing(compute=RailSubnets(ipv4=ipv4, each=16)))

    assert troubles(railed("10.48.0.0/16")) == [
        (
            "ADR102",
            "network/compute",
            "10.48.0.0/16 is too small: it is cut into 1 network of /16, and 8 rails need one each; "
            "ib1, ib2, ib3, ib4, ib5, ib6, ib7 of gpu/001 and of 1 more have no address",
            "give compute=RailSubnets(...) a prefix of /13 or shorter, or smaller networks with each=",
        )
    ]
    assert troubles(railed("10.48.0.0/14"))[0][2].startswith("10.48.0.0/14 is too small: it is cut into 4 networks")
    assert troubles(railed("10.48.0.0/13")) == []
    assert "ADR102" in check(elaborate(railed("10.48.0.0/16"))).codes()


def test_so_does_a_prefix_of_storage() -> None:
    def stored(ipv4: str) -> Cluster:
        return small(addressing=Addressing(storage=RailSubnets(ipv4=ipv4, each=16)))

    assert troubles(stored("10.32.0.0/16")) == [
        (
            "ADR102",
            "network/storage",
            "10.32.0.0/16 is too small: it is cut into 1 network of /16, and 2 rails need one each; "
            "sto1 of gpu/001 and of 2 more have no address",
            "give storage=RailSubnets(...) a prefix of /15 or shorter, or smaller networks with each=",
        )
    ]
    assert troubles(stored("10.32.0.0/15")) == []


def test_a_box_with_more_ports_than_the_plan_keeps_addresses_for_is_a_finding() -> None:
    box = catalog.storage("generic/flash-2u-ndr")
    wide = box.with_(rows=(box.rows[0].model_copy(update={"count": 10}), *box.rows[1:]))
    boxes = StorageSystem(name="scratch", part=wide, count=2, product="lustre")
    design = elaborate(small(fabrics=(StorageFabric(switch=NDR, systems=(boxes,), switch_manager=True),)))
    assert [address(design, "storage/scratch/1", f"sto{n}") for n in (6, 7, 8, 9)] == ["10.32.4.3", "10.33.4.3", "", ""]
    assert [(t.code, t.path, t.what, t.fix, t.limit) for t in design.troubles] == [
        (
            "ADR101",
            "storage/scratch/1",
            "the plan keeps 4 addresses for a box or manager in one network; sto8, sto9 and those of 1 more have none",
            "take boxes with fewer ports, and more of them",
            "5 addresses",
        )
    ]


@pytest.mark.parametrize(
    ("hypervisors", "servers", "needed", "there", "fix"),
    [
        ("**", 1, 3, "there is 1", "declare servers=(Servers(part=..., count=3),)"),
        ("nothing/*", 3, 3, "hypervisors='nothing/*' matches none of the 3 servers", "write a glob that matches 3 of"),
        ("mgmt/01", 3, 3, "hypervisors='mgmt/01' matches 1 of the 3 servers", "write a glob that matches 3 of them"),
        ("x", 2, 3, "hypervisors='x' matches none of the 2 servers", "declare 3 servers, and a glob that matches them"),
    ],
)
def test_too_few_servers_are_told_from_a_glob_that_misses_them(
    hypervisors: str, servers: int, needed: int, there: str, fix: str
) -> None:
    plane = ManagementPlane(scheduler="hybrid", hypervisors=hypervisors)
    found = troubles(small(management=plane, servers=(Servers(part=SERVER, count=servers),)))
    assert [code for code, *_ in found] == ["ADR201"]
    assert found[0][2] == f"2 slurm hosts, 2 dns hosts, 3 kube hosts need {needed} servers to run on, and {there}"
    assert found[0][3].startswith(fix)


def test_so_does_one_that_is_too_small_for_what_the_cluster_grows_to() -> None:
    def growing(prefix: str) -> Cluster:
        tree = RailOptimized(switch=NDR, grow_to=200, switch_manager=True)
        return small(nodes=4, fabrics=(tree,), addressing=compact(prefix))

    assert troubles(growing("10.20.0.0/24")) == [
        (
            "ADR102",
            "network/inband",
            "10.20.0.0/24 is too small: gpu/200, which grow_to=200 asks for, would have no address in it",
            "give it a prefix of /23 or shorter, or keep fewer addresses with Reserve(...)",
        )
    ]
    assert troubles(growing("10.20.0.0/23")) == []
    assert "ADR102" in check(elaborate(growing("10.20.0.0/24"))).codes()


@pytest.mark.parametrize(("last", "fits"), [(170, True), (171, False)])
def test_the_last_address_is_the_last_before_broadcast(last: int, fits: bool) -> None:
    """84 addresses are kept for others: node 170 has .254."""
    cluster = small(nodes=last, addressing=compact("10.20.0.0/24", servers=4))
    design = elaborate(cluster.with_(servers=(), management=None))
    assert bool([one for one in design.troubles if one.code == "ADR102"]) is not fits
    assert address(design, "gpu/170", "bond0") == "10.20.0.254"


def test_a_block_that_is_too_small_says_how_many_it_takes() -> None:
    cluster = small(nodes=3, addressing=Addressing(reserve=Reserve(nodes=3)))
    (oob, *_) = elaborate(cluster).troubles and [t for t in elaborate(cluster).troubles if t.code == "ADR101"]
    assert (oob.path, oob.what, oob.fix, oob.measured, oob.limit) == (
        "network/inband",
        "keeps 3 addresses for nodes, which is too few for gpu/003",
        "keep more with addressing=Addressing(reserve=Reserve(nodes=...))",
        "3 addresses",
        "4 addresses",
    )


def test_who_has_no_address_has_a_name_all_the_same() -> None:
    design = elaborate(small(nodes=3, addressing=Addressing(reserve=Reserve(nodes=3))))
    one = design.interface["gpu/003", "bond0"]
    assert (one.ipv4, one.ipv6, one.hostname) == ("", "", "gpu-003.small.internal")


def test_overlapping_networks_are_a_finding() -> None:
    plan = Addressing(inband=Subnet(ipv4="10.10.128.0/17", vlan=20))
    report = check(elaborate(small(addressing=plan)))
    assert [finding.message for finding in report.findings if finding.code == "ADR001"] == [
        "networks oob and inband overlap: 10.10.0.0/16 and 10.10.128.0/17"
    ]


def test_a_finding_names_the_line_of_the_plan() -> None:
    plan = Addressing(inband=Subnet(ipv4="10.10.128.0/17", vlan=20))
    report = check(elaborate(small(addressing=plan)))
    (finding,) = [finding for finding in report.findings if finding.code == "ADR001"]
    assert finding.declared.startswith("test_plan.py:")


def test_an_adapter_that_is_left_out_takes_its_interface_and_moves_no_other() -> None:
    swap = Override(where="gpu/002", part=H100.without("hca3"), because="a test")
    tree = (RailOptimized(switch=NDR, nodes_per_unit=4),)
    before, after = elaborate(small(fabrics=tree)), elaborate(small(fabrics=tree, exceptions=(swap,)))
    gone = plan(before).keys() - plan(after).keys()
    assert gone == {("gpu/002", "ib2")}
    assert {key: value for key, value in plan(before).items() if key not in gone} == plan(after)


def test_a_design_with_addresses_is_read_back() -> None:
    design = elaborate(small())
    assert load(dump(design)) == design


class TestManagementPlane:
    def test_pairs_are_on_different_servers(self) -> None:
        design = elaborate(small())
        for group in ("slurm", "dns", "kube"):
            servers = [host.server for host in design.managed_hosts if host.group == group]
            assert len(set(servers)) == len(servers) > 1
        assert design.scheduler == "hybrid"
        assert not [code for code in check(design).codes() if code.startswith("ADR")]

    def test_without_servers_it_says_how_many_it_takes(self) -> None:
        assert troubles(small(servers=())) == [
            (
                "ADR201",
                "small",
                "2 slurm hosts, 2 dns hosts, 3 kube hosts need 3 servers to run on, and there is none",
                "declare servers=(Servers(part=..., count=3),)",
            )
        ]

    def test_with_too_few_of_them_as_well(self) -> None:
        design = elaborate(small(servers=(Servers(part=SERVER, count=2),)))
        assert [(t.what, t.measured, t.limit) for t in design.troubles if t.code == "ADR201"] == [
            ("3 kube hosts need 3 servers to run on, and there are 2", "2 servers", "3 servers")
        ]
        assert {host.name for host in design.managed_hosts if not host.server} == {"kube-3"}

    def test_hosts_can_be_kept_to_some_servers(self) -> None:
        servers = (Servers(part=SERVER, count=3), Servers(part=SERVER, count=2, name="login/{n:02}"))
        plane = ManagementPlane(scheduler="slurm", hypervisors="mgmt/*")
        design = elaborate(small(servers=servers, management=plane))
        assert {host.server for host in design.managed_hosts} <= {"mgmt/01", "mgmt/02", "mgmt/03"}

    @pytest.mark.parametrize(
        ("scheduler", "roles"),
        [
            ("slurm", {"slurm": 2, "database": 1}),
            ("kubernetes", {"kube": 3}),
            ("hybrid", {"slurm": 2, "database": 1, "kube": 3}),
        ],
    )
    def test_the_scheduler_decides_who_is_there(self, scheduler: str, roles: dict[str, int]) -> None:
        plane = ManagementPlane.model_validate({"scheduler": scheduler})
        usual = {"head": 1, "login": 2, "provision": 1, "dns": 2, "monitor": 1}
        counts = {want.role: want.count for want in plane.wanted(subnet_managers=False)}
        assert counts == usual | roles

    def test_an_unknown_scheduler_is_refused(self) -> None:
        with pytest.raises(DesignError) as error:
            ManagementPlane(scheduler="pbs")  # type: ignore[arg-type]  # the point
        assert str(error.value) == (
            "ManagementPlane: scheduler: input should be 'slurm', 'kubernetes' or 'hybrid', got 'pbs'\n"
            "  way out: correct scheduler="
        )

    def test_a_fabric_that_nobody_manages_asks_for_subnet_managers(self) -> None:
        unmanaged = NDR.with_(managed=False)
        design = elaborate(small(fabrics=(RailOptimized(switch=unmanaged),)))
        assert [host.name for host in design.managed_hosts if host.role == "subnet-manager"] == [
            "subnet-manager-1",
            "subnet-manager-2",
        ]
        assert "ADR203" in check(design).codes()

    def test_hosts_that_do_not_fit_are_a_finding(self) -> None:
        part = SERVER.with_(memory="64 GB", threads=16)
        report = check(elaborate(small(servers=(Servers(part=part, count=3),))))
        assert {"ADR103", "ADR104"} <= report.codes()
        unknown = check(elaborate(small()))
        assert {gap.field for gap in unknown.not_checked if gap.code in {"ADR103", "ADR104"}} == {"memory", "threads"}

    def test_one_more_node_changes_no_host(self) -> None:
        assert elaborate(small(4)).managed_hosts == elaborate(small(5)).managed_hosts


def test_an_exchanged_server_keeps_its_address() -> None:
    other = SERVER.with_(id="generic/other")
    swap = Override(where="gpu/002", part=H100.with_(id="nvidia/other"), because="a test")
    before, after = elaborate(small()), elaborate(small(exceptions=(swap,), servers=(Servers(part=other, count=3),)))
    assert plan(before) == plan(after)


def test_explain_tells_addresses_and_where_a_host_runs() -> None:
    design = elaborate(small())
    (node,) = explain(design, "gpu/001")
    addresses = next(section.lines for section in node.sections if section.head == "Addresses")
    assert addresses[0] == ("bmc", "10.10.8.1 fd81:db8e:bbbb:10::801  gpu-001-bmc.small.internal")
    (host,) = explain(design, "host/kube-2")
    assert (host.summary, host.sections[0].lines) == (
        "managed host, kube",
        (
            ("server", "mgmt/03"),
            ("virtual processors", "4"),
            ("memory", "16 GiB"),
            ("disk", "200 GiB"),
            ("apart from", "the others of kube"),
        ),
    )
