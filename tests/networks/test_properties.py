"""What holds of every fat-tree that can be drawn: read off the links, never off what was asked for."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import networkx as nx
from hypothesis import event, given
from hypothesis import strategies as st

from clusterdesign import catalog
from clusterdesign.design import Design, views
from clusterdesign.design.subnets import managers
from clusterdesign.elaboration import elaborate
from clusterdesign.elaboration.growth import at_size
from clusterdesign.fabric import InBand
from clusterdesign.intent import Cluster
from clusterdesign.site import AirCooled, Feeds
from clusterdesign.testing.invariants import (
    lost_by_growth,
    pairs_have_equal_links,
    ports_carry_one_link,
    ports_exist,
    taper_is_as_declared,
)
from tests.elaboration.clusters import PDU, complete, racks
from tests.networks.strategies import trees, with_management


def built(cluster: Cluster) -> Design:
    """Elaborate, and say what kind of fabric it was, so that hypothesis shows how often each came up."""
    design = elaborate(cluster)
    fabric = design.fabrics[0]
    event(f"{fabric.levels} levels{', rails' if fabric.by_rail else ''}")
    return design


@given(trees())
def test_pairs_carry_equal_links(cluster: Cluster) -> None:
    design = built(cluster)
    assert pairs_have_equal_links(design) == []
    assert ports_carry_one_link(design) == []
    assert ports_exist(design) == []


@given(trees())
def test_oversubscription_is_the_declared_taper_at_the_leaf(cluster: Cluster) -> None:
    design = built(cluster)
    if cluster.trees[0].BY_RAIL:
        assert taper_is_as_declared(design) == []
        return
    # Without rails the adapters of a node fill leaf after leaf: no leaf has more than the taper allows.
    for leaf, (down, up) in _capacities(design, "leaf").items():
        fabric = design.fabric[design.device[leaf].fabric]
        assert Fraction(down, up) <= Fraction(fabric.taper_down, fabric.taper_up)


@given(trees(planes=1))
def test_oversubscription_is_the_declared_taper_at_the_spine(cluster: Cluster) -> None:
    """Exactly so in a pod that is full; a pod in the making has fewer leaves."""
    design = built(cluster)
    fabric = design.fabrics[0]
    if fabric.levels < 3:
        return
    declared = Fraction(fabric.spine_taper_down, fabric.spine_taper_up)
    ratios = {spine: Fraction(down, up) for spine, (down, up) in _capacities(design, "spine").items()}
    assert ratios
    assert all(ratio <= declared for ratio in ratios.values())
    pods = {design.device[spine].pod for spine in ratios}
    for pod in pods - {max(pods, key=lambda number: number or 0)}:
        assert {ratio for spine, ratio in ratios.items() if design.device[spine].pod == pod} == {declared}


@given(trees())
def test_two_adapters_of_a_rail_in_a_unit_are_one_switch_apart(cluster: Cluster) -> None:
    design = built(cluster)
    if not cluster.trees[0].BY_RAIL:
        return
    switches = defaultdict(set)
    for link in design.links:
        if link.tier in {"node-leaf", "node-switch"}:
            switches[design.device[link.a.device].unit, link.rail].add(link.b.device)
    assert all(len(found) == 1 for found in switches.values())


@given(trees())
def test_every_two_adapters_of_a_plane_reach_each_other(cluster: Cluster) -> None:
    design = built(cluster)
    for fabric in design.fabrics:
        assert nx.is_connected(nx.Graph(views.links(design, fabric.name)))


@given(trees(managed=True, least_spines=2))
def test_the_loss_of_any_spine_core_or_manager_keeps_every_node_reachable(cluster: Cluster) -> None:
    design = built(cluster)
    for fabric in design.fabrics:
        whole: nx.Graph[str] = nx.Graph(views.links(design, fabric.name))
        upper = [path for path in whole if design.device[path].role in {"spine", "core"}]
        spines = [
            path for path in upper if design.device[path].role == "spine" and design.device[path].pod in {None, 1}
        ]
        ends = [path for path in whole if design.device[path].kind != "switch"]
        for lost in upper if len(spines) > 1 else []:
            assert _together(whole, ends, lost)
        pair = managers(design, fabric.name)
        for lost_manager in pair if len(pair) > 1 else ():
            assert _together(whole, [path for path in ends if path != lost_manager.path], lost_manager.path)


@given(trees(planes=1))
def test_the_loss_of_an_out_of_band_switch_is_no_loss_of_a_node(cluster: Cluster) -> None:
    design = built(with_management(cluster))
    whole: nx.Graph[str] = nx.Graph(views.links(design))
    nodes = [node.path for node in design.nodes()]
    for switch in design.switches("oob"):
        assert _together(whole, nodes, switch.path)


@given(trees(planes=1), st.integers(1, 4), st.data())
def test_a_smaller_cluster_is_part_of_the_larger_one_it_reserves_for(
    cluster: Cluster, per_rack: int, data: st.DataObject
) -> None:
    """Devices, racks, places, links, transceivers, cords and cables."""
    count = cluster.groups[0].count
    tree = cluster.trees[0].with_(grow_to=max(count, cluster.trees[0].grow_to or 0))
    large = with_management(cluster.with_(fabrics=(tree,), racks=racks(per_rack), cooling=AirCooled()))
    large = large.with_(power=Feeds(count=2, pdu=PDU))
    fewer = data.draw(st.integers(1, count), label="nodes before")
    assert lost_by_growth(elaborate(at_size(large, fewer)), elaborate(large)) == []


def _together(whole: nx.Graph[str], ends: list[str], lost: str) -> bool:
    rest = whole.copy()
    rest.remove_node(lost)
    return len(ends) < 2 or len({frozenset(nx.node_connected_component(rest, end)) for end in ends}) == 1


def _capacities(design: Design, role: str) -> dict[str, tuple[int, int]]:
    """Capacity of the links below and above every switch of a role."""
    tiers = {"leaf": ("node-leaf", "leaf-spine"), "spine": ("leaf-spine", "spine-core")}[role]
    below: dict[str, int] = defaultdict(int)
    above: dict[str, int] = defaultdict(int)
    for link in design.links:
        if link.tier == tiers[0]:
            below[link.b.device] += link.speed.base
        elif link.tier == tiers[1]:
            above[link.a.device] += link.speed.base
    return {path: (below[path], above[path]) for path in above if design.device[path].role == role}


class TestInBand:
    """Two bonded ports on two switches: one may go."""

    def test_no_in_band_switch_takes_a_node_or_an_out_of_band_switch_along(self) -> None:
        plain = complete(40)
        design = elaborate(plain.with_(fabrics=(*plain.fabrics, InBand(switch=catalog.switch("nvidia/msn4600-vs2fc")))))
        kept: dict[str, set[str]] = defaultdict(set)
        for link in design.links:
            if link.fabric == "inband":
                kept[link.a.device].add(link.b.device)
        joined = {node.path for node in design.nodes()} | {switch.path for switch in design.switches("oob")}
        assert set(kept) == joined
        assert all(len(switches) == 2 for switches in kept.values())
