"""Cold aisles: rows in pairs, the air of their racks, thin air, and what they get."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design
from clusterdesign.engineering.cooling import cooling_analysis
from clusterdesign.engineering.cooling.aisles import aisles
from clusterdesign.rules import check, named
from clusterdesign.site import AirCooled, RackRow
from clusterdesign.tables import cooling_book
from clusterdesign.units import Flow, m


def hall(nodes: int = 32, *, per_rack: int = 4, places: int | None = None, **air: Any) -> Design:
    return elaborate(
        Cluster(
            name="hall",
            nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=nodes),
            racks=RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=per_rack, racks_per_row=places),
            cooling=AirCooled(**air),
        )
    )


def test_a_rack_of_four_takes_7510_cubic_metres_an_hour() -> None:
    """Four times 1,105 CFM are 4,420 CFM; at 1,500 m of altitude 1.19 times as much."""
    low, high = aisles(hall(4)), aisles(hall(4, altitude=m(1500)))
    assert low[0].demand == pytest.approx(7510, abs=1)
    assert high[0].demand / low[0].demand == pytest.approx(1.20, abs=0.01)


def test_rows_face_each_other_in_pairs() -> None:
    """Eight racks in rows of three: two rows face the first aisle, the third row the second one."""
    found = aisles(hall(32, places=3, aisle_supply=(Flow.of(50_000, "m3/h"), Flow.of(10_000, "m3/h"))))
    assert [(aisle.number, aisle.rows, len(aisle.racks)) for aisle in found] == [(1, (1, 2), 6), (2, (3,), 2)]
    assert [aisle.supply for aisle in found] == pytest.approx([50_000, 10_000])


def test_an_aisle_that_gets_too_little_is_a_finding() -> None:
    design = hall(32, places=3, aisle_supply=(Flow.of(50_000, "m3/h"), Flow.of(10_000, "m3/h")))
    (finding,) = check(design, rules=[named("CLG109")]).findings
    assert finding.message == "cold aisle 2 (row 3) gets 10000 m3/h, its racks take 15019 m3/h"
    assert not check(hall(aisle_supply=Flow.of(60_100, "m3/h")), rules=[named("CLG109")]).findings
    (gap,) = check(hall(), rules=[named("CLG109")]).not_checked
    assert gap.field == "air that the cold aisles get"


def test_the_sheet_says_what_is_left() -> None:
    sheet = cooling_book(hall(4, aisle_supply=Flow.of(8000, "m3/h"))).sheets[1]
    row = dict(zip(sheet.heads(), next(iter(sheet.cells())), strict=True))
    assert sheet.name == "Cold aisles"
    assert row["Margin, m3/h"] == pytest.approx(490, abs=1)


@settings(max_examples=12, deadline=None)
@given(nodes=st.integers(1, 40), per_rack=st.integers(1, 4), places=st.integers(1, 9), height=st.floats(0, 4000))
def test_all_air_and_heat_is_in_some_aisle(nodes: int, per_rack: int, places: int, height: float) -> None:
    design = hall(nodes, per_rack=per_rack, places=places, altitude=m(height))
    found, racks = aisles(design), cooling_analysis(design).racks.values()
    assert sum(aisle.demand for aisle in found) == pytest.approx(sum(rack.volume for rack in racks))
    assert sum(aisle.heat for aisle in found) == pytest.approx(sum(rack.residual for rack in racks))
    assert sum(len(aisle.racks) for aisle in found) == len(design.racks)
