"""CDUs and rear doors along the graph of power: their loads, and the loops that stop with them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design
from clusterdesign.engineering.loss import loss
from clusterdesign.engineering.power import power_analysis
from clusterdesign.parts import CduPart, Draw, FittingPart, Liquid, Supplies
from clusterdesign.rules import check, named
from clusterdesign.site import AirCooled, Feeds, LiquidCooled, RackRow
from clusterdesign.tables import power_book
from clusterdesign.testing.invariants import violations
from clusterdesign.units import Flow, Temperature, kW
from tests.engineering.power.oracle import shift

HGX = catalog.node("supermicro/sys-821ge-tnhr")
WET = HGX.with_(id="acme/wet", power=Draw(maximum=kW(10)), liquid=Liquid(captured=0.8))
CDU = catalog.cdu("vertiv/xdu1350")
ACTIVE = catalog.fitting("generic/rear-door-active-50kw")


def wet(cdu: CduPart = CDU, *, feeds: int = 3, per_row: int = 2, nodes: int = 4) -> Design:
    """Return nodes of 10 kW, 8 kW of it in coolant, in a row with its CDUs."""
    return elaborate(
        Cluster(
            name="wet",
            nodes=Nodes(part=WET, hca=catalog.hca("nvidia/mcx75310aas-neat"), count=nodes),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2),
            power=Feeds(count=feeds, pdu=catalog.pdu("generic/400v-63a-3ph")),
            cooling=LiquidCooled(cdu=cdu, per_row=per_row, facility=Temperature.of(30, "°C")),
        )
    )


def doored(door: FittingPart, *, feeds: int = 2) -> Design:
    return elaborate(
        Cluster(
            name="doored",
            nodes=Nodes(part=HGX, hca=catalog.hca("nvidia/mcx75310aas-neat"), count=4),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=2),
            power=Feeds(count=feeds, pdu=catalog.pdu("generic/400v-63a-3ph")),
            cooling=AirCooled(rear_door=door),
        )
    )


def single(count: int = 1) -> CduPart:
    """Return a CDU of 13.7 kW with so many supplies, one of which is needed, and room for 20 kW."""
    supplies = Supplies(count=count, needed=1, inlet="hardwired")
    return CDU.with_(id="acme/cdu", capacity=kW(40), flow=Flow.of(60, "L/min"), supplies=supplies)


def test_pumps_are_in_the_sums_of_feeds_and_of_their_phases() -> None:
    analysis = power_analysis(wet())
    nodes, pumps = 4 * 10.0, 2 * 13.7
    assert sum(analysis.normal[f"feed/{name}", ""] for name in "ABC") == pytest.approx((nodes + pumps) * 1000)
    for name in "ABC":
        phases = sum(analysis.normal[f"feed/{name}", phase] for phase in ("L1", "L2", "L3"))
        assert phases == pytest.approx(analysis.normal[f"feed/{name}", ""])


def test_the_units_of_a_loop_go_on_where_the_one_before_ended() -> None:
    cords = [(cord.device, cord.pdu) for cord in wet().cords if cord.device.startswith("cdu/")]
    assert cords == [
        ("cdu/row1-1", "feed/A"),
        ("cdu/row1-1", "feed/B"),
        ("cdu/row1-2", "feed/C"),
        ("cdu/row1-2", "feed/A"),
    ]


def test_what_is_left_takes_over_when_a_feed_is_lost() -> None:
    """A unit with two supplies draws all its power from the one that is left."""
    analysis = power_analysis(wet())
    lost = next(outcome for outcome in analysis.outcomes if outcome.element == "feed/B")
    assert lost.states["cdu/row1-1"] == "full"
    assert shift(analysis.network, "feed/B")["cord/cdu/row1-1:psu1", ""] == pytest.approx(13_700 / 2)


def test_a_feed_takes_one_unit_of_two_and_the_other_carries_the_loop() -> None:
    design = wet(single(), feeds=2)
    assert loss(design, "feed/A").others == {"cdu/row1-1": "down"}
    assert loss(design, "feed/A").nodes == {"degraded": 4}, "three supplies of six of 3 kW do not carry 10 kW"
    assert not list(named("PWR205")(design))
    assert not list(named("PWR201")(design))


def test_a_loop_that_needs_both_units_stops_with_the_feed_of_one() -> None:
    """Eight nodes give 64 kW to two units of 40 kW."""
    design = wet(single(), feeds=2, nodes=8)
    assert loss(design, "feed/A").nodes == {"down": 8}
    found = check(design, rules=[named("PWR205")]).findings
    assert [finding.paths[0] for finding in found] == ["feed/A", "feed/B"]
    assert found[0].message == (
        "the loss of feed/A stops cdu/row1-1: loop/row1 no longer carries the heat of 8 devices"
    )
    rows = {row[0]: row for row in next(s for s in power_book(design).sheets if s.name == "Failures").cells()}
    assert rows["feed/A"][2:5] == (0, 0, 9)
    assert not check(wet(single(2), feeds=2, nodes=8), rules=[named("PWR205")]).findings


def test_a_unit_whose_need_is_not_published_is_not_checked() -> None:
    bare = CDU.with_(id="acme/cdu", supplies=Supplies(count=2, inlet="hardwired"), pump_power=None)
    report = check(wet(bare, feeds=2), rules=[named("PWR205"), named("PWR109")])
    assert {(gap.code, gap.field) for gap in report.not_checked} == {("PWR205", "supplies.needed")}
    none = CDU.with_(id="acme/cdu", supplies=None)
    (finding,) = check(wet(none), rules=[named("PWR109")]).findings
    assert "cdu/row1-1, cdu/row1-2 hang on no feed: 27.4 kW" in finding.message


def test_a_door_with_fans_is_plugged_into_its_rack_away_from_the_nodes() -> None:
    design = doored(ACTIVE)
    cords = [cord for cord in design.cords if cord.device.startswith("rear-door/")]
    assert [(cord.device, cord.pdu) for cord in cords] == [
        (f"rear-door/{rack}", f"pdu/{rack}-{feed}") for rack in ("A01", "A02") for feed in "AB"
    ]
    assert {cord.part for cord in cords} == {"generic/c13-c14-2m"}
    outlets = {(cord.pdu, cord.outlet) for cord in design.cords}
    assert len(outlets) == len(design.cords)
    assert power_analysis(design).normal["cord/rear-door/A01:psu1", ""] == pytest.approx(400)
    assert not violations(design)
    passive = doored(catalog.fitting("generic/rear-door-30kw"))
    assert not [cord for cord in passive.cords if cord.device.startswith("rear-door/")]
    assert not check(passive, rules=[named("PWR109")]).findings


@settings(max_examples=12, deadline=None)
@given(
    count=st.integers(1, 2), feeds=st.integers(2, 4), per_row=st.integers(2, 4), nodes=st.integers(1, 6), at=st.data()
)
def test_no_single_failure_of_a_spare_group_stops_a_node(
    count: int, feeds: int, per_row: int, nodes: int, at: Any
) -> None:
    """Units of a loop hang on different feeds as far as there are feeds, and one that is spare may go."""
    part = single(count).with_(capacity=kW(60), flow=Flow.of(90, "L/min"))
    design = wet(part, feeds=feeds, per_row=per_row, nodes=nodes)
    lost = at.draw(st.sampled_from([feed.path for feed in design.feeds]))
    hit = [d for d, s in loss(design, lost).others.items() if s == "down" and d.startswith("cdu/")]
    assert len(hit) <= -(-per_row * count // feeds)
    if len(hit) <= design.loops[0].spare:
        assert "down" not in loss(design, lost).nodes
    assert not violations(design)
