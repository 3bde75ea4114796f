"""Drawings of racks, floor, power and heat: everything is in them once, in both languages, in the same bytes."""

from __future__ import annotations

import re

import pytest

from clusterdesign import Cluster, Nodes, catalog, elaborate
from clusterdesign.design import Design
from clusterdesign.exporters.diagrams import diagrams
from clusterdesign.exporters.diagrams.cooling import cooling_picture
from clusterdesign.exporters.diagrams.floor import floor_picture
from clusterdesign.exporters.diagrams.picture import Picture
from clusterdesign.exporters.diagrams.power import power_picture
from clusterdesign.exporters.diagrams.racks import racks_picture
from clusterdesign.site import AirCooled, RackRow
from clusterdesign.testing.mutations import example
from tests.engineering.power.clusters import powered
from tests.engineering.power.test_coolers import wet


@pytest.fixture(scope="module")
def design() -> Design:
    return example()


def words(picture: Picture) -> str:
    return "\n".join("\n".join(box.text) for box in picture.boxes)


def test_every_device_stands_in_both_views_of_its_rack(design: Design) -> None:
    names = [box.name for box in racks_picture(design).boxes]
    for placement in design.placements:
        if placement.height_u:
            rack = placement.rack.removeprefix("rack/")
            assert f"{rack}/front/{placement.device}" in names
            assert f"{rack}/rear/{placement.device}" in names
        else:
            assert sum(name.endswith(placement.device) for name in names) == 1


def test_every_rack_is_on_the_floor_and_none_on_another(design: Design) -> None:
    racks = [box for box in floor_picture(design).boxes if box.name.startswith("rack/")]
    assert {box.name for box in racks} == {rack.path for rack in design.racks}
    for one in racks:
        for other in racks:
            apart = one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
            assert one is other or apart


def test_every_pdu_hangs_under_its_feed(design: Design) -> None:
    picture = power_picture(design)
    boxes = {box.name: box for box in picture.boxes}
    assert {pair.pdu for pair in design.pdu_feeds} <= boxes.keys()
    assert "L1" in words(picture)
    assert re.search(r"of 63 A", words(picture))


def test_heat_is_drawn_per_rack(design: Design) -> None:
    text = words(cooling_picture(design))
    assert all(rack.path.removeprefix("rack/") in text for rack in design.racks)
    assert "45.2 kW" in text


@pytest.mark.parametrize("draw", [racks_picture, floor_picture, power_picture, cooling_picture])
def test_russian_drawings_are_russian(design: Design, draw: type) -> None:
    assert re.search("[а-я]", words(draw(design, "ru")))
    assert not re.search("[а-я]", words(draw(design, "en")).replace("φ", ""))


def test_what_is_left_out_is_not_drawn_and_the_rest_is_the_same_twice() -> None:
    dry = powered(4, per_rack=2)  # says nothing about cooling
    files = diagrams(dry)
    assert {name.split(".")[0] for name in files} == {"fabric", "racks", "floor", "power"}
    assert files == diagrams(dry)


def test_what_is_wired_to_feeds_is_drawn_under_each_of_them() -> None:
    """No name holds a colon: Graphviz would take what follows for a port, and draw all boxes on each other."""
    drawn = power_picture(wet())
    names = {box.name for box in drawn.boxes}
    assert {"cdu/row1-1 feed/A", "cdu/row1-1 feed/B", "cdu/row1-2 feed/C", "cdu/row1-2 feed/A"} <= names
    assert not [name for name in names if ":" in name]
    assert "cdu/row1-1  6.8 / 13.7 kW" in {line for box in drawn.boxes for line in box.text}


def test_the_floor_names_its_aisles_and_shows_units_that_stand_in_no_rack() -> None:
    design = wet()
    assert "cold aisle 1: takes " in words(floor_picture(rows()))
    names = [box.name for box in floor_picture(design).boxes]
    assert {"cdu/row1-1", "cdu/row1-2"} <= set(names)
    assert len(set(names)) == len(names)
    assert "hot aisle" in words(floor_picture(rows()))
    assert "горячий коридор" in words(floor_picture(rows(), "ru"))


def rows() -> Design:
    """Return nodes in three rows of two racks."""
    part = RackRow(part=catalog.rack("generic/48u-800x1200"), nodes_per_rack=1, racks_per_row=2)
    nodes = Nodes(part=catalog.node("nvidia/dgx-h100"), count=6)
    return elaborate(Cluster(name="rows", nodes=nodes, racks=part, cooling=AirCooled()))
