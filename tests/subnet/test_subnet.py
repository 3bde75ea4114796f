from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from clusterdesign.design import Design, Link, PortRef
from clusterdesign.errors import DesignError
from clusterdesign.subnet import guid, host_names, netfile, subnet, subnets
from tests.subnet.fabrics import compute, design, designs


@settings(max_examples=15, deadline=None)
@given(designs)
def test_every_link_of_a_fabric_is_one_wire_between_ports_that_exist(sound: Design) -> None:
    for fabric in subnets(sound):
        links = {link.path for link in sound.links if link.fabric == fabric.name}
        assert {wire.link for wire in fabric.wires} == links
        assert fabric.left_out == ()
        ends = [end for wire in fabric.wires for end in (wire.a, wire.b)]
        assert len(set(ends)) == len(ends)
        for guid_, number in ends:
            assert 1 <= number <= len(fabric.by_guid[guid_].port_names)


@settings(max_examples=15, deadline=None)
@given(designs)
def test_names_and_guids_are_unique_and_stand_in_guids_are_recognisable(sound: Design) -> None:
    for fabric in subnets(sound):
        elements = fabric.elements
        assert len({element.name for element in elements}) == len(elements)
        assert len({element.guid for element in elements}) == len(elements)
        assert all(element.guid >> 56 == 0x02 and element.guid & 0xFF == 0 for element in elements)


def test_growth_changes_no_guid_and_no_port_number() -> None:
    small, large = compute(33), compute(64)
    for element in small.elements:
        assert large.by_guid[element.guid] == element
    sockets = {wire.link: (wire.a, wire.b) for wire in large.wires}
    # The spines follow the size of the cluster, the wires of the nodes do not.
    for wire in small.wires:
        if small.by_guid[wire.a[0]].kind == "adapter":
            assert sockets[wire.link] == (wire.a, wire.b)


def test_ports_are_numbered_in_panel_order() -> None:
    leaf = next(compute(32).switches)
    assert leaf.number("1/1") == 1
    assert leaf.number("32/2") == 64
    assert len(leaf.port_names) == 64


def test_a_switch_with_a_split_port_has_twice_the_numbers() -> None:
    fabric = compute(31, managers=2)
    leaf = next(element for element in fabric.switches if element.split)
    assert len(leaf.port_names) == 128
    assert leaf.number("1/1") == 1
    assert leaf.number("1/2") == 3
    split = next(name for name in leaf.port_names if name.count("/") == 2 and name.endswith("/1"))
    parent = split.removesuffix("/1")
    assert leaf.number(parent) is None
    assert leaf.number(f"{parent}/2") == (leaf.number(split) or 0) + 1
    assert any(not element.split for element in fabric.switches)


def test_adapters_have_their_published_rdma_names() -> None:
    names = [element.name for element in compute(32).adapters]
    assert names[:3] == ["gpu-001 mlx5_0", "gpu-001 mlx5_3", "gpu-001 mlx5_4"]


def test_the_guid_of_a_name_never_changes() -> None:
    assert f"{guid('compute/leaf/su1-r1'):#018x}" == "0x02685caffb418100"


def test_links_to_ports_that_do_not_exist_are_left_out_and_told() -> None:
    sound = design(4, "hdr")
    wrong = Link(
        "link/gpu/001:HCA1P1",
        "compute",
        "node-switch",
        PortRef("gpu/001", "HCA1P1"),
        PortRef("compute/switch/1", "port-41"),
        sound.links[0].speed,
        1,
    )
    links = tuple(wrong if link.path == wrong.path else link for link in sound.links)
    fabric = subnet(replace(sound, links=links), "compute")
    assert len(fabric.wires) == len(links) - 1
    assert fabric.left_out == ("link/gpu/001:HCA1P1: compute/switch/1:port-41 is no port of this fabric",)
    assert "# left out: link/gpu/001:HCA1P1" in netfile(fabric)


def test_two_paths_of_one_host_name_are_refused() -> None:
    with pytest.raises(DesignError, match="same host name a-b-c"):
        host_names(("a/b-c", "a-b/c"))


def test_a_fabric_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DesignError, match="the fabrics are compute"):
        subnet(design(4), "storage")


def test_the_network_file_names_each_wire_at_both_of_its_ends() -> None:
    fabric = compute(8)
    lines = [line for line in netfile(fabric).splitlines() if line.startswith("[")]
    assert len(lines) == 2 * len(fabric.wires)
    assert all(line.endswith("4xHDR") for line in lines)


def test_parts_taken_away_take_their_wires_along() -> None:
    fabric = compute(32)
    spine = fabric.roots[0]
    rest = fabric.without(devices=[spine.device])
    assert spine.guid not in rest.by_guid
    assert len(fabric.wires) - len(rest.wires) == 64
    leaf = next(fabric.switches)
    rest = fabric.without(devices=[leaf.device])
    assert len(list(fabric.adapters)) - len(list(rest.adapters)) == 32
