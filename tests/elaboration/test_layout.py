"""Automatic layout: worked offers that contradict themselves, and what every choice keeps."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.elaboration.layout import Layout, layout
from clusterdesign.engineering.racks import rack_loads
from clusterdesign.errors import DesignError
from clusterdesign.fabric import Cabling, RailOptimized
from clusterdesign.parts import Draw, Liquid
from clusterdesign.rules import check, named
from clusterdesign.site import AirCooled, Feeds, LiquidCooled, RackRow, Trays
from clusterdesign.units import Length, Pressure, kg, kW, m

H100, A100 = "nvidia/dgx-h100", "nvidia/dgx-a100-640gb"


def offer(node: str = H100, count: int = 32, limit: float | None = None, **rest: Any) -> Cluster:
    """Return nodes with a fabric of their own, in racks filled as far as they go."""
    fields = {"part": catalog.rack("generic/48u-800x1200"), "nodes_per_rack": "auto"} | rest.pop("racks", {})
    return Cluster(
        name="offer",
        nodes=Nodes(part=catalog.node(node), count=count),
        fabrics=(RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f")),)
        if node == H100
        else (RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm8700-hs2f")),),
        racks=RackRow(power_limit=None if limit is None else kW(limit), **fields),
        **{"power": Feeds(count=3, pdu=catalog.pdu("generic/400v-32a-3ph"))} | rest,
    )


def allowed(found: Layout) -> dict[str, int]:
    return {limit.name: limit.nodes for limit in found.groups[0].limits}


@pytest.mark.parametrize(
    ("node", "count", "limit", "per_rack", "racks"),
    [(H100, 32, 30, 2, 16), (H100, 32, 12, 1, 32), (A100, 2, 12, 1, 2)],
)
def test_offers_that_contradict_themselves(node: str, count: int, limit: float, per_rack: int, racks: int) -> None:
    group = layout(offer(node, count, limit)).groups[0]
    assert (group.binding.name, group.per_rack, group.racks["power"]) == ("power", per_rack, racks)


def test_32_nodes_do_not_fit_in_eight_racks_of_30_kw() -> None:
    cluster = offer(limit=30, racks={"rows": 1, "racks_per_row": 9})
    assert not layout(cluster).holds
    with pytest.raises(DesignError) as caught:
        elaborate(cluster)
    assert str(caught.value).partition("offer: ")[2] == (
        "the hall has 1 row of 9 racks, and 2 rows of 9 racks are needed: 16 racks for nodes, 1 for the network\n"
        "  way out: 16 of 32 nodes fit with 2 in a rack; all of them need 4 in a rack, 40.8 kW in each, or 17 racks; "
        "2 nodes in a rack; the limit is power: 30.0 kW declared for the rack, 10.20 kW a node"
    )


def test_rows_that_are_too_long_go_on_behind() -> None:
    """17 racks in rows of 9: nine and eight, in as many rows of the hall."""
    cluster = offer(limit=30, racks={"rows": 2, "racks_per_row": 9})
    found = layout(cluster)
    assert found.hall is not None
    assert (found.holds, found.hall.rows, found.hall.longest) == (True, 2, 9)
    design = elaborate(cluster)
    assert [sum(rack.row == row for rack in design.racks) for row in (1, 2)] == [9, 8]
    assert {(rack.x, rack.y) for rack in design.racks} == {
        (Length(width * 800_000), Length(row * 3_600_000)) for row in (0, 1) for width in range(9)
    } - {(Length(8 * 800_000), Length(3_600_000))}
    assert not [f for f in check(design).findings if f.severity == "error" and f.code.startswith(("RCK", "CBL"))]


def test_rows_of_one_node_a_rack_keep_to_twenty_cabinets() -> None:
    rules = [named("RCK107"), named("RCK108")]
    assert [finding.measured for finding in check(elaborate(offer(limit=12)), rules=rules).findings] == ["33"]
    design = elaborate(offer(limit=12, racks={"racks_per_row": 20, "aisles": "open"}))
    assert not check(design, rules=rules).findings


@settings(max_examples=20, deadline=None)
@given(places=st.integers(3, 40), count=st.integers(1, 70), per_rack=st.integers(1, 4), units=st.integers(1, 3))
def test_rows_that_go_on_behind_keep_their_length_and_growth_moves_none(
    places: int, count: int, per_rack: int, units: int
) -> None:
    racks = {"nodes_per_rack": per_rack, "racks_per_row": places, "units_per_row": units}
    grown = RailOptimized(name="compute", switch=catalog.switch("nvidia/mqm9700-ns2f"), grow_to=70)
    small, large = (elaborate(offer(count=n, racks=racks).with_(fabrics=(grown,))) for n in (count, 70))
    assert len({(rack.row, rack.column) for rack in large.racks}) == len(large.racks)
    assert max(rack.column for rack in large.racks) <= places
    stand = {place.device: place for place in large.placements}
    assert all(stand[place.device] == place for place in small.placements if place.device.startswith("gpu/"))


def test_a_cluster_without_switches_keeps_no_rack_for_them() -> None:
    design = elaborate(offer(count=4, limit=12).with_(fabrics=()))
    assert [rack.path for rack in design.racks] == ["rack/A01", "rack/A02", "rack/A03", "rack/A04"]


def test_phases_bind_before_kilowatts() -> None:
    """Four nodes of 10.2 kW are less than two PDUs of 22 kW carry, and 32.6 A on one phase of 32 A."""
    found = allowed(layout(offer()))
    assert (found["space"], found["PDUs"], found["phases"], found["banks"]) == (5, 4, 3, 3)


def test_the_sheet_of_racks_counts_space_as_the_layout_does() -> None:
    """A rack of 48 units keeps two at the top for cables: 46 take five nodes of eight."""
    design = elaborate(offer(power=None))
    assert {load.fits["space"] for load in rack_loads(design).values() if load.nodes} == {5}


def test_each_limit_can_bind() -> None:
    rack = catalog.rack("generic/48u-800x1200")
    small = layout(offer(racks={"part": rack.with_(load_static=kg(300))}))
    assert small.groups[0].binding.name == "weight"
    # 10.2 kW in one data sheet and 11.3 kW in another: the air takes the larger.
    assert allowed(layout(offer(cooling=AirCooled(rack_limit=kW(23)))))["cooling"] == 2
    heavy = {"part": rack.with_(weight=kg(150)), "floor_limit": Pressure.of(4, "kPa")}
    assert allowed(layout(offer(racks=heavy, power=None)))["floor"] == 1
    assert layout(offer(power=None)).groups[0].binding.name == "space"


def test_a_cdu_in_the_rack_binds() -> None:
    wet = catalog.node("supermicro/sys-421ge-tnhr2-lcc")
    cdu = next(part for part in catalog.parts("cdu") if part.form == "in-rack").with_(capacity=kW(20))
    node = wet.with_(power=Draw(maximum=kW(10)), liquid=Liquid(captured=0.8))
    found = layout(offer(cooling=LiquidCooled(cdu=cdu)).with_(nodes=Nodes(part=node, count=8), fabrics=()))
    assert allowed(found)["CDU"] == 2


def test_racks_that_are_shared_with_switches_hold_fewer() -> None:
    alone, shared = layout(offer(power=None)), layout(offer(power=None, racks={"network": "shared"}))
    assert allowed(shared)["space"] < allowed(alone)["space"]


def test_every_rack_says_which_limit_was_met() -> None:
    design = elaborate(offer(count=4, limit=30))
    assert any("2 nodes in a rack; the limit is power" in text for text in design.note["rack/A02"])


def test_no_node_fits_in_9_kw() -> None:
    with pytest.raises(DesignError, match=r"not one nvidia/dgx-h100 fits in a rack; the limit is power: 9\.0 kW"):
        elaborate(offer(limit=9))
    assert layout(offer(limit=9)).hall is None


def test_a_node_without_height_cannot_be_laid_out() -> None:
    part = catalog.node(H100)
    cluster = offer().with_(nodes=Nodes(part=part.with_(size=part.size.with_(height_u=None)), count=2))
    with pytest.raises(DesignError, match="the height of the node is unknown"):
        elaborate(cluster)
    with pytest.raises(DesignError, match="no racks are declared"):
        layout(cluster.with_(racks=None))


def far(per_rack: int, **racks: Any) -> Cluster:
    """Return a row with its switches at the end, trays 24 m above it, and cables twice as long as their run."""
    declared = {"nodes_per_rack": per_rack, "placement": "row-end"} | racks
    cluster = offer(power=None, racks=declared)
    return cluster.with_(cabling=Cabling(slack=1.0), trays=Trays(clearance=m(24)))


def test_the_reach_of_cables_asks_for_short_rows() -> None:
    """One node in a rack makes a row of 33 racks, 26 m: twice 77 m are more than the 150 m of the longest fibre."""
    found = layout(far(2))
    assert found.holds
    assert found.reach is not None
    assert found.reach.least == 2
    assert found.reach.why.startswith("no cable from ")
    assert found.reach.why.endswith("with 1 in a rack")
    long = layout(far(1))
    assert (long.holds, long.reaches) == (False, False)


def test_the_sheet_names_reach_where_it_binds() -> None:
    loads = rack_loads(elaborate(far(1)))
    bound = {load.rack.path: load.fits.get("reach") for load in loads.values() if load.nodes}
    assert {load.binding for load in loads.values() if "reach" in load.fits} == {"reach"}
    assert bound["rack/A01"] == 0, "the farthest rack"
    assert bound["rack/A32"] is None, "beside the switches"


@settings(max_examples=12, deadline=None)
@given(limit=st.floats(10.2, 80), count=st.integers(1, 40), air=st.floats(11.4, 80), feeds=st.integers(2, 3))
def test_what_is_chosen_keeps_every_limit_and_one_node_more_does_not(
    limit: float, count: int, air: float, feeds: int
) -> None:
    cluster = offer(
        count=count,
        limit=limit,
        power=Feeds(count=feeds, pdu=catalog.pdu("generic/400v-32a-3ph")),
        cooling=AirCooled(rack_limit=kW(air)),
    )
    design = elaborate(cluster)
    chosen = layout(cluster).groups[0]
    assert max(load.nodes for load in rack_loads(design).values()) == min(chosen.per_rack, count)
    full = [load.rack.path for load in rack_loads(design).values() if load.nodes]
    codes = {"RCK101", "RCK103", "CLG101", "PWR103", "PWR104"}
    assert not [f for f in check(design).findings if f.code in codes and not set(full).isdisjoint(f.paths)]
    assert all(each.nodes >= chosen.per_rack for each in chosen.limits)
    assert any(each.nodes == chosen.per_rack for each in chosen.limits)
