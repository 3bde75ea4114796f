"""Worked examples of weight and floor, and the limit that binds a rack."""

from __future__ import annotations

import pytest

from clusterdesign.design import Placement
from clusterdesign.engineering.racks import RACK_UNIT, centre_of_gravity, foot, middle, pressure, rack_loads
from clusterdesign.units import kW
from tests.engineering.power.clusters import powered

DGX = 130.45


def nodes(*units: int) -> list[tuple[float, float]]:
    return [(DGX, middle(Placement(f"gpu/{u}", "rack/A01", u, 8))) for u in units]


def test_four_nodes_on_the_floor() -> None:
    mass = 4 * DGX + 150 + 45
    assert mass == pytest.approx(716.8)
    assert pressure(mass, 0.8, 1.2) == pytest.approx(7.32, abs=0.01)
    assert foot(mass) == pytest.approx(1.76, abs=0.005)
    assert pressure(1360, 0.6, 1.2) == pytest.approx(18.5, abs=0.05)


def test_heavy_at_the_bottom() -> None:
    half = 48 * RACK_UNIT / 2
    assert centre_of_gravity(nodes(1, 9, 17, 25)) == pytest.approx(0.711, abs=0.001)
    assert centre_of_gravity(nodes(1, 9, 17, 25)) < half
    assert centre_of_gravity(nodes(17, 25, 33, 41)) > half
    assert centre_of_gravity([]) == 0


def test_power_binds_before_space() -> None:
    """46 of 48 units, two kept for cables, take five nodes of eight; the feeds carry four after the loss of one."""
    load = rack_loads(powered(4, per_rack=4))["rack/A01"]
    assert load.nodes == 4
    assert load.used == 32
    assert load.fits["space"] == 5
    assert load.fits["PDUs"] == 4
    assert load.binding == "PDUs"
    assert load.watts == pytest.approx(40_800)


@pytest.mark.parametrize(("limit", "fits"), [(30, 2), (12, 1), (10, 0), (45, 4)])
def test_a_declared_limit_binds(limit: float, fits: int) -> None:
    load = rack_loads(powered(4, per_rack=4, limit=kW(limit)))["rack/A01"]
    assert load.fits["power"] == fits
    assert load.binding == ("power" if fits < 4 else min(load.fits, key=lambda name: load.fits[name]))
