"""Heat along its graph, for designs that are drawn and for offers that contradict themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.loss import loss
from clusterdesign.engineering.racks import rack_loads
from clusterdesign.parts import Draw
from clusterdesign.rules import check
from clusterdesign.site import AirCooled, LiquidCooled, RackRow
from clusterdesign.tables import cooling_book
from clusterdesign.units import Power, Temperature, kW
from tests.engineering.power.test_coolers import wet

WET = catalog.node("supermicro/sys-421ge-tnhr2-lcc").with_(power=Draw(maximum=kW(10.2)))


@lru_cache(maxsize=64)
def cooled(
    dry: int, wet: int, *, cdu: str = "vertiv/xdu1350", per_row: int = 2, door: bool = False, per_rack: int = 2
) -> Design:
    """Return nodes in air and nodes with cold plates, each in racks of their own."""
    groups = []
    if dry:
        groups.append(Nodes(part=catalog.node("nvidia/dgx-h100"), count=dry, name="dry/{n}"))
    if wet:
        groups.append(Nodes(part=WET, count=wet, name="wet/{n}"))
    return elaborate(
        Cluster(
            name="cooled",
            nodes=tuple(groups),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=per_rack),
            cooling=LiquidCooled(
                cdu=catalog.cdu(cdu),
                per_row=per_row,
                facility=Temperature.of(30, "°C"),
                rear_door=catalog.fitting("generic/rear-door-30kw") if door else None,
            ),
        )
    )


halls = st.tuples(st.integers(0, 5), st.integers(1, 5))
few = settings(max_examples=15, deadline=None)


@few
@given(halls, st.sampled_from(["vertiv/xdu1350", "supermicro/lcs-scdu-250l4001"]), st.booleans())
def test_heat_is_conserved(nodes: tuple[int, int], cdu: str, door: bool) -> None:
    found = cooling_analysis(cooled(*nodes, cdu=cdu, door=door))
    whole = sum(value or 0 for value in found.heat.values())
    assert sum(rack.air + rack.liquid for rack in found.racks.values()) == pytest.approx(whole)
    assert sum(load.heat for load in found.loops.values()) == pytest.approx(
        sum(rack.liquid for rack in found.racks.values())
    )
    assert all(rack.residual + rack.door == pytest.approx(rack.air) for rack in found.racks.values())


@few
@given(halls, st.integers(2, 3))
def test_no_loss_of_one_spare_cdu_takes_a_node(nodes: tuple[int, int], per_row: int) -> None:
    design = cooled(*nodes, per_row=per_row)
    for loop in design.loops:
        assert loop.spare == 1
        for cdu in loop.cdus:
            assert set(loss(design, cdu).nodes) <= {"full"}


def test_a_cdu_of_its_own_takes_its_rack() -> None:
    design = cooled(0, 4, cdu="supermicro/lcs-scdu-250l4001")
    assert [loop.spare for loop in design.loops] == [0, 0]
    assert loss(design, design.loops[0].cdus[0]).nodes == {"full": 2, "down": 2}


@few
@given(halls)
def test_small_parts_follow_from_the_graph(nodes: tuple[int, int]) -> None:
    design = cooled(*nodes)
    count: dict[str, int] = {}
    for fitting in design.fittings:
        count[fitting.part] = count.get(fitting.part, 0) + fitting.quantity
    assert count["generic/hose-1m"] == 2 * nodes[1]
    assert count["generic/uqd04"] == 2 * nodes[1]
    assert count["generic/manifold-rack"] == -(-nodes[1] // 2)
    free = sum((load.height or 0) - load.used - 2 for load in rack_loads(design).values())
    assert count["generic/blanking-panel-1u"] == free


def test_supply_is_facility_water_and_approach() -> None:
    (loop,) = cooled(0, 2).loops
    assert loop.supply == Temperature.of(34, "°C")


@pytest.mark.parametrize(
    ("node", "count", "per_rack", "limit", "words"),
    [
        ("nvidia/dgx-h100", 32, 4, kW(30), "2 of its 4 nodes fit; 32 nodes need 16 racks"),
        ("nvidia/dgx-h100", 2, 2, kW(12), "1 of its 2 nodes fit; 2 nodes need 2 racks"),
        ("nvidia/dgx-a100-640gb", 2, 2, kW(12), "1 of its 2 nodes fit; 2 nodes need 2 racks"),
    ],
)
def test_offers_that_contradict_themselves(node: str, count: int, per_rack: int, limit: Power, words: str) -> None:
    design = elaborate(
        Cluster(
            name="offer",
            nodes=Nodes(part=catalog.node(node), count=count),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=per_rack, power_limit=limit),
            cooling=AirCooled(),
        )
    )
    found = [finding for finding in check(design).findings if finding.code == "RCK103"]
    assert len(found) == 1
    assert words in found[0].message


def test_a_mixed_hall_gives_each_group_racks_of_its_own() -> None:
    values: dict[str, Any] = {"nodes_per_rack": (1, 2), "power_limit": (kW(12), kW(30))}
    design = elaborate(
        Cluster(
            name="mixed",
            nodes=(
                Nodes(part=catalog.node("nvidia/dgx-h100"), count=4, name="dry/{n}"),
                Nodes(part=WET, count=4, name="wet/{n}"),
            ),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), **values),
            cooling=LiquidCooled(cdu=catalog.cdu("vertiv/xdu1350"), facility=Temperature.of(30, "°C")),
        )
    )
    loads = rack_loads(design).values()
    assert (
        sorted((load.nodes, str(load.rack.power_limit)) for load in loads)
        == [(1, "12000 W")] * 4 + [(2, "30000 W")] * 2
    )
    assert {fitting.at for fitting in design.fittings if fitting.part == "generic/manifold-rack"} == {
        load.rack.path for load in loads if load.nodes == 2
    }
    assert "RCK103" not in check(design).codes()


def test_the_coolant_of_racks_is_that_of_their_loop() -> None:
    """Four nodes of 10 kW, 8 kW of it in coolant: 48 L/min in two racks; their hoses and manifolds hold 13.6 L."""
    found = cooling_analysis(wet())
    load = found.loops["loop/row1"]
    racks = [rack for rack in found.racks.values() if rack.loops]
    assert load.flow == pytest.approx(48, abs=0.5)
    assert sum(rack.flow for rack in racks) == pytest.approx(load.flow)
    assert len(racks) == 2
    assert load.volume == pytest.approx(2 * 6 + 4 * 2 * 0.2)
    assert load.each() == pytest.approx((16, load.flow / 2))
    assert load.each(1) == pytest.approx((32, load.flow))
    assert load.each(2) is None


def test_the_sheet_of_cdus_says_what_feeds_them() -> None:
    sheet = next(sheet for sheet in cooling_book(wet()).sheets if sheet.name == "CDUs")
    rows = [dict(zip(sheet.heads(), row, strict=True)) for row in sheet.cells()]
    assert [(row["CDU"], row["Feeds"], row["Pump power, kW"]) for row in rows] == [
        ("cdu/row1-1", "A, B", 13.7),
        ("cdu/row1-2", "C, A", 13.7),
    ]
    assert [row["Heat, one lost, kW"] for row in rows] == pytest.approx([32, 32])
