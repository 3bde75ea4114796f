from __future__ import annotations

import pytest

from clusterdesign.engineering.loss import loss
from clusterdesign.errors import DesignError
from tests.engineering.power.clusters import powered


def test_a_feed_of_three_takes_nothing() -> None:
    found = loss(powered(4, per_rack=2), "feed/A")
    assert found.nodes == {"full": 4}
    assert found.bandwidth == {}


def test_a_feed_of_two_degrades() -> None:
    found = loss(powered(4, per_rack=2, feeds=2), "feed/A")
    assert found.nodes == {"degraded": 4}


def test_the_only_feed_takes_everything() -> None:
    found = loss(powered(4, per_rack=2, feeds=1), "feed/A")
    assert found.nodes == {"down": 4}
    assert all(left == 0 for left, _ in found.bandwidth.values())


def test_a_leaf_takes_a_rail_of_every_node_of_its_unit() -> None:
    design = powered(4, per_rack=2)
    leaf = next(device.path for device in design.switches("compute") if device.role == "leaf")
    found = loss(design, leaf)
    assert found.nodes == {"full": 4}
    assert found.rails == {1: 4}
    assert found.bandwidth["compute node-leaf"] == (28, 32)


def test_a_tray_takes_the_links_that_run_in_it() -> None:
    design = powered(4, per_rack=2)
    tray = design.trays[0].path
    found = loss(design, tray)
    assert sum(there - left for left, there in found.bandwidth.values()) > 0


def test_what_is_not_there() -> None:
    with pytest.raises(DesignError, match="no such component"):
        loss(powered(4, per_rack=2), "feed/Z")
