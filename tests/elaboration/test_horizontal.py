"""Horizontal PDUs take rack units: below the nodes, below the switches, and never where something is to come."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import catalog, elaborate
from clusterdesign.elaboration.layout import layout
from clusterdesign.parts import PduPart, Size
from clusterdesign.rules import check
from clusterdesign.site import Feeds, LiquidCooled
from clusterdesign.testing.invariants import violations
from tests.elaboration.clusters import cluster, complete, racks


def flat(height: int = 2) -> PduPart:
    """Return the usual PDU lying in the rack, two units high as those of the published B300 racks."""
    part = catalog.pdu("generic/400v-63a-3ph")
    return part.with_(id="acme/flat", orientation="horizontal", size=Size(height_u=height))


def test_nodes_stand_on_the_pdus_of_their_rack() -> None:
    design = elaborate(cluster(4, racks=racks(), power=Feeds(count=3, pdu=flat())))
    assert [design.placement[f"pdu/A02-{feed}"].u for feed in "ABC"] == [1, 3, 5]
    assert [design.placement[f"gpu/00{n}"].u for n in range(1, 5)] == [7, 15, 23, 31]
    assert not violations(design)


def test_a_cdu_stands_between_pdus_and_nodes() -> None:
    wet = catalog.node("supermicro/sys-421ge-tnhr2-lcc")
    hca = catalog.hca("nvidia/mcx75310aas-neat")
    cooling = LiquidCooled(cdu=catalog.cdu("supermicro/lcs-scdu-250l4001"))
    design = elaborate(cluster(2, part=wet, hca=hca, racks=racks(), power=Feeds(count=2, pdu=flat()), cooling=cooling))
    assert (design.placement["cdu/A02"].u, design.placement["gpu/001"].u) == (5, 9)
    assert not violations(design)


def test_the_layout_counts_their_units() -> None:
    """46 units less three PDUs of two leave 40: five nodes of eight."""
    found = layout(cluster(4, racks=racks(1), power=Feeds(count=3, pdu=flat())))
    assert next(limit for limit in found.groups[0].limits if limit.name == "space").why == "40 U free, 8 U a node"


def test_a_rack_without_room_for_them_is_a_finding() -> None:
    small = Feeds(count=3, pdu=flat(), network_pdu=flat(20).with_(id="acme/tall"), network_feeds=3)
    design = elaborate(cluster(4, racks=racks(), power=small))
    assert "RCK101" in check(design).codes()


@settings(max_examples=12, deadline=None)
@given(nodes=st.integers(1, 40), per_rack=st.integers(1, 4), feeds=st.integers(1, 3), height=st.integers(1, 2))
def test_nothing_overlaps(nodes: int, per_rack: int, feeds: int, height: int) -> None:
    design = elaborate(complete(nodes, racks=racks(per_rack), power=Feeds(count=feeds, pdu=flat(height))))
    assert not violations(design)
    assert not {"RCK002", "RCK003", "RCK101"} & check(design).codes()
