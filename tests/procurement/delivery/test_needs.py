"""What can be built, mounted, laid and tested when which lots are there."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from clusterdesign import catalog
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.intent.procurement import Lot, Procurement
from clusterdesign.procurement.delivery import delivery_plan, needs, plan_data, plan_text
from clusterdesign.procurement.delivery.needs import ready
from clusterdesign.site import Feeds, LiquidCooled
from tests.elaboration.clusters import PDU, cluster, racks
from tests.procurement.delivery.plans import bare, design

LOTS = (
    Lot(name="cabinets", of=("Racks",)),
    Lot(name="power", of=("PDUs", "Cords")),
    Lot(name="optics", of=("Transceivers",), after=("network",)),
    Lot(name="cables", of=("Cables", "Fibre"), after=("network",)),
    Lot(name="cooling", of=("CDUs", "generic/pg25-*")),
)


@cache
def liquid() -> Design:
    made = cluster(
        4,
        part=catalog.node("supermicro/sys-421ge-tnhr2-lcc"),
        hca=catalog.hca("nvidia/mcx75310aas-neat"),
        racks=racks(),
        power=Feeds(count=3, pdu=PDU),
        cooling=LiquidCooled(cdu=catalog.cdu("supermicro/lcs-scdu-250l4001")),
        procurement=Procurement(lots=LOTS),
    )
    return elaborate(made)


def test_a_rack_waits_for_itself_its_pdus_and_what_is_fitted_to_it() -> None:
    waiting = needs(design(lots=LOTS))
    assert set(waiting.racks.values()) == {frozenset({"cabinets", "power", "infrastructure"})}


def test_a_device_waits_for_its_rack_its_cords_and_itself() -> None:
    leaf = next(device.path for device in design().devices if device.role == "leaf")
    waiting = needs(design(lots=LOTS))
    assert waiting.devices["gpu/001"] == {"nodes", "cabinets", "power", "infrastructure"}
    assert waiting.devices[leaf] == {"network", "cabinets", "power", "infrastructure"}


def test_a_cable_waits_for_the_racks_at_both_ends_and_a_link_for_all_that_it_joins() -> None:
    one = design(lots=LOTS)
    waiting = needs(one)
    (link, *_) = (link for link in one.links if link.a.device == "gpu/001" and link.fabric == "compute")
    rack = {"cabinets", "power", "infrastructure"}
    assert waiting.cables[one.cable_of[link.path].path] == {"cables", *rack}
    assert waiting.links[link.path] == {"cables", "optics", "nodes", "network", *rack}


def test_a_link_waits_for_the_coolant_of_its_node() -> None:
    one = liquid()
    (link, *_) = (link for link in one.links if link.a.device == "gpu/001" and link.fabric == "compute")
    assert "cooling" in needs(one).links[link.path]


def test_without_racks_a_device_waits_for_itself_only() -> None:
    waiting = needs(bare())
    assert waiting.racks == {}
    assert set(waiting.devices.values()) == {frozenset({"network"}), frozenset({"nodes"})}


@pytest.mark.parametrize(
    "one", [design(), design(lots=LOTS), liquid(), bare()], ids=["built-in", "own", "liquid", "bare"]
)
def test_with_all_lots_everything_is_possible_and_more_lots_never_make_less_possible(one: Design) -> None:
    plan = delivery_plan(one)
    names = [arrival.lot.name for arrival in plan.arrivals]
    last = plan.steps[-1]
    assert set(last.arrived) == set(names)
    assert len(last.racks) == len(one.racks)
    assert len(last.devices) == len(one.devices)
    assert len(last.cables) == len(one.cables)
    assert len(last.links) == len(one.links)
    for group in (plan.needs.racks, plan.needs.devices, plan.needs.cables, plan.needs.links):
        assert all(need and need <= set(names) for need in group.values())
        for few in combinations(names, len(names) - 1):
            assert all(ready(need, names) for need in group.values() if ready(need, few))


def test_what_has_arrived_says_what_can_be_done_and_what_waits_for_what() -> None:
    text = plan_text(design(), delivery_plan(design(), arrived=["network", "infrastructure"]))
    assert "\nwith infrastructure, network there\n  racks that can be built: 3 of 3 (A01, A02, A03)\n" in text
    assert "\n  devices that can be mounted: 14 of 22 (" in text
    assert "\n  devices waiting for nodes: 8\n" in text
    assert "cables waiting" not in text
    nothing = plan_text(design(), delivery_plan(design(), arrived=[]))
    assert "\nwith nothing there\n  racks that can be built: 0 of 3\n" in nothing
    assert "\n  racks waiting for infrastructure: 3\n" in nothing


def test_the_text_lists_what_is_unknown_and_on_what_the_plan_rests() -> None:
    text = plan_text(design(), delivery_plan(design()))
    assert "\nno lead time is known for 19 lines of the bill:\n  infrastructure: generic/48u-800x1200, " in text
    assert "note: where a lead time is unknown, the duration of the stage of delivery stands in for it\n" in text
    assert text.endswith("handed over between day 55 and day 111\n")


def test_the_data_hold_the_same() -> None:
    plan = delivery_plan(design(), arrived=["infrastructure"])
    data = plan_data(plan)
    assert data["now"]["lots"] == ["infrastructure"]
    assert data["now"]["racks"] == ["rack/A01", "rack/A02", "rack/A03"]
    assert data["ends"] == [55, 111]
    assert [one["name"] for one in data["activities"] if one["lot"]] == ["infrastructure", "network", "nodes"]
