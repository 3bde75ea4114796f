from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign.elaboration.power import spread
from clusterdesign.engineering.power import PowerAnalysis, lose, power_analysis, power_network
from clusterdesign.engineering.power.failures import analyse
from clusterdesign.engineering.power.limits import pdu_capacity, phase_limit
from clusterdesign.units import V
from tests.engineering.power.clusters import powered
from tests.engineering.power.oracle import shift

sites = st.fixed_dictionaries(
    {
        "nodes": st.integers(1, 9),
        "per_rack": st.integers(1, 4),
        "feeds": st.integers(1, 4),
        "pdu": st.sampled_from(["generic/400v-32a-3ph", "generic/400v-63a-3ph", "raritan/px3-5730-v2"]),
        "network_feeds": st.integers(1, 4),
    }
)
few = settings(max_examples=8, deadline=None)


def amps(analysis: PowerAnalysis, pdu: str, point: str, *, worst: bool) -> float:
    watts = analysis.worst[pdu, point].watts if worst else analysis.normal[pdu, point]
    found = analysis.network.strips[pdu].amps(watts)
    assert found is not None
    return found


def test_four_nodes_on_three_feeds_pass_in_kilowatts_and_fail_on_a_phase() -> None:
    """415 V, 32 A, power factor 0.98: 93.6 % of the circuit of 0.95, and 32.5 A on two of three phases."""
    analysis = power_analysis(powered(4, per_rack=4, voltage=V(415), power_factor=0.98))
    for feed in "ABC":
        pdu = f"pdu/A01-{feed}"
        strip = analysis.network.strips[pdu]
        assert analysis.worst[pdu, ""].watts == pytest.approx(20_400)
        assert analysis.worst[pdu, ""].cause == ("feed/B" if feed == "A" else "feed/A")
        capacity = pdu_capacity(strip.feed, strip.part)
        assert capacity is not None
        assert analysis.worst[pdu, ""].watts < capacity
        limit = phase_limit(strip.feed, strip.part)
        assert limit == 32
        found = sorted(amps(analysis, pdu, phase, worst=True) for phase in ("L1", "L2", "L3"))
        assert found == pytest.approx([21.7, 32.6, 32.6], abs=0.07)
        assert found[-1] > limit
        normal = sorted(amps(analysis, pdu, phase, worst=False) for phase in ("L1", "L2", "L3"))
        assert normal == pytest.approx([14.5, 21.7, 21.7], abs=0.07)


def test_three_nodes_on_three_feeds_hold() -> None:
    analysis = power_analysis(powered(3, per_rack=3, power_factor=0.98))
    found = [amps(analysis, "pdu/A01-A", phase, worst=True) for phase in ("L1", "L2", "L3")]
    assert found == pytest.approx([22.6, 22.6, 22.6], abs=0.15)


def test_two_supplies_on_a_bank_trip_after_a_loss() -> None:
    """Eight supplies on six banks of 16 A: fine in normal running, 22 A after the loss of a feed."""
    analysis = power_analysis(powered(4, per_rack=4, power_factor=1.0))
    banks = [amps(analysis, "pdu/A01-A", f"B{n}", worst=True) for n in range(1, 7)]
    assert max(banks) == pytest.approx(22.2, abs=0.2)
    assert max(amps(analysis, "pdu/A01-A", f"B{n}", worst=False) for n in range(1, 7)) < 16


def test_two_feeds_leave_a_dgx_h100_degraded() -> None:
    analysis = power_analysis(powered(2, per_rack=1, feeds=2))
    lost = next(outcome for outcome in analysis.outcomes if outcome.element == "feed/A")
    assert lost.states["gpu/001"] == "degraded"


@few
@given(sites)
def test_power_is_conserved_along_the_graph(site: dict[str, Any]) -> None:
    design = powered(**site)
    analysis = power_analysis(design)
    network = analysis.network
    drawn = sum(consumer.need.load or 0 for consumer in network.consumers.values() if consumer.plugs)
    feeds = sum(watts for (path, part), watts in analysis.normal.items() if path in network.feeds and not part)
    strips = sum(watts for (path, part), watts in analysis.normal.items() if path in network.strips and not part)
    cords = sum(watts for (path, _), watts in analysis.normal.items() if path.startswith("cord/"))
    assert feeds == pytest.approx(drawn)
    assert strips == pytest.approx(drawn)
    assert cords == pytest.approx(drawn)
    for path, strip in network.strips.items():
        seated = all(cord.outlet for cord in design.cords if cord.pdu == path)
        if strip.part.banks and seated and (path, "") in analysis.normal:
            phases = sum(analysis.normal.get((path, phase), 0) for phase in ("L1", "L2", "L3"))
            assert phases == pytest.approx(analysis.normal[path, ""])


@few
@given(sites)
def test_every_supply_has_an_outlet_of_its_own(site: dict[str, Any]) -> None:
    design = powered(**site)
    used = [(cord.pdu, cord.outlet) for cord in design.cords if cord.outlet]
    assert len(set(used)) == len(used)
    assert len({(cord.device, cord.supply) for cord in design.cords}) == len(design.cords)
    for cord in design.cords:
        assert design.placement[cord.device].rack == design.placement[cord.pdu].rack


@few
@given(sites)
def test_a_failure_computed_by_differences_is_the_design_without_the_element(site: dict[str, Any]) -> None:
    design = powered(**site)
    analysis = power_analysis(design)
    for outcome in analysis.outcomes[:: max(1, len(analysis.outcomes) // 6)]:
        without = replace(
            design,
            feeds=tuple(feed for feed in design.feeds if feed.path != outcome.element),
            pdu_feeds=tuple(pair for pair in design.pdu_feeds if pair.pdu != outcome.element),
            cords=tuple(cord for cord in design.cords if cord.path != outcome.element),
        )
        fresh = analyse(power_network(without)).normal
        added = shift(analysis.network, outcome.element)
        for point in fresh:
            assert analysis.normal[point] + added.get(point, 0) == pytest.approx(fresh[point])


@few
@given(sites)
def test_the_worst_load_of_a_point_is_that_of_the_failure_that_moves_most_to_it(site: dict[str, Any]) -> None:
    analysis = power_analysis(powered(**site))
    for outcome in analysis.outcomes:
        for point, watts in shift(analysis.network, outcome.element).items():
            assert analysis.normal[point] + watts <= analysis.worst[point].watts + 1e-6
    for point, worst in analysis.worst.items():
        moved = shift(analysis.network, worst.cause).get(point, 0) if worst.cause else 0
        assert analysis.normal[point] + moved == pytest.approx(worst.watts)


@few
@given(sites)
def test_a_group_that_is_n_plus_one_loses_no_node(site: dict[str, Any]) -> None:
    """A feed of a node that has supplies to spare for the loss of any one."""
    design = powered(**site)
    analysis = power_analysis(design)
    for consumer in analysis.network.consumers.values():
        required = consumer.need.required
        feeds = [plug.feed.path for plug in consumer.plugs]
        spare = bool(feeds) and len(feeds) - max(map(feeds.count, feeds)) >= (required or 0)
        if required is not None and spare:
            for feed in set(feeds):
                assert lose(analysis.network, "feed", feed).states[consumer.path] == "full"


@pytest.mark.parametrize("per_rack", [1, 2, 3])
def test_another_rack_changes_no_pdu_of_the_others(per_rack: int) -> None:
    small, large = (power_analysis(powered(n * per_rack, per_rack=per_rack)) for n in (2, 3))
    for (path, point), watts in small.worst.items():
        if path.startswith("pdu/") and "A01" in path:
            assert large.worst[path, point] == watts


def test_a_node_that_goes_moves_no_other_cord() -> None:
    before = {cord.path: cord for cord in powered(8, per_rack=4).cords}
    after = {cord.path: cord for cord in powered(7, per_rack=4).cords}
    gone = {path for path in before if path not in after}
    assert {path.split(":")[0] for path in gone} == {"cord/gpu/008"}
    assert all(before[path] == after[path] for path in after)


def test_the_first_phase_moves_on_so_that_a_feed_is_balanced() -> None:
    analysis = power_analysis(powered(12, per_rack=2))
    nodes = [consumer for consumer in analysis.network.consumers.values() if consumer.path.startswith("gpu/")]
    phases = [plug.phase for node in nodes for plug in node.plugs if plug.feed.path == "feed/A"]
    counts = [phases.count(phase) for phase in ("L1", "L2", "L3")]
    assert sum(counts) == 24
    assert max(counts) - min(counts) <= 2  # six racks that all began with L1 would have 12, 6 and 6


def test_two_supplies_on_three_feeds_use_all_of_them() -> None:
    assert [spread(place, 2, 3) for place in range(3)] == [((0, 0), (1, 0)), ((2, 0), (0, 1)), ((1, 1), (2, 1))]
    assert spread(1, 6, 3) == ((0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3))
    assert spread(1, 2, 2) == ((0, 1), (1, 1))
    analysis = power_analysis(powered(16, per_rack=2, network_feeds=3))
    rack = {path: watts for (path, part), watts in analysis.normal.items() if path.startswith("pdu/A05") and not part}
    assert max(rack.values()) - min(rack.values()) <= 1720


@given(st.integers(0, 40), st.integers(1, 8), st.integers(1, 5))
def test_no_two_cords_of_equal_devices_have_a_seat_in_common(place: int, count: int, feeds: int) -> None:
    ways = [way for each in range(place + 1) for way in spread(each, count, feeds)]
    assert len(set(ways)) == len(ways)
    own = [feed for feed, _ in spread(place, count, feeds)]
    assert max(map(own.count, own)) == -(-count // feeds)
