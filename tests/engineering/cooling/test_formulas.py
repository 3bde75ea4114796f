"""Worked examples of air, coolant and dew point."""

from __future__ import annotations

import pytest

from clusterdesign.engineering.cooling import air, dew_point, liquid


@pytest.mark.parametrize(("rise", "expected"), [(10, 298.5), (12, 248.8), (15, 199)])
def test_air_for_a_kilowatt(rise: float, expected: float) -> None:
    assert air.flow(1, rise) == pytest.approx(expected, abs=0.1)


@pytest.mark.parametrize(("watts", "rise", "expected"), [(1000, 20, 158), (4000, 20, 632), (10_200, 30, 1074)])
def test_the_rule_of_thumb(watts: float, rise: float, expected: float) -> None:
    assert air.cfm(watts, rise) == pytest.approx(expected, abs=1)
    exact = air.flow(watts / 1000, rise / air.FAHRENHEIT) / air.CFM
    assert exact == pytest.approx(expected, rel=0.005)


def test_a_dgx_h100_warms_its_air_by_sixteen_kelvin() -> None:
    """By the rule of thumb 29.2 F, which is 16.2 K; four of them move 4420 CFM."""
    assert air.rise(10.2, 1105 * air.CFM) == pytest.approx(16.2, abs=0.1)
    assert pytest.approx(7510, abs=1) == 4 * 1105 * air.CFM


@pytest.mark.parametrize(("metres", "ratio"), [(609.6, 0.93), (1219.2, 0.86), (1828.8, 0.80)])
def test_thin_air(metres: float, ratio: float) -> None:
    assert air.density_ratio(metres) == pytest.approx(ratio, abs=0.006)


def test_fifteen_hundred_metres() -> None:
    assert air.flow(1, 10, altitude=1500) / air.flow(1, 10) == pytest.approx(1.19, abs=0.015)


def test_btu() -> None:
    assert air.btu_per_hour(10.2) == pytest.approx(34_804, abs=1)
    assert pytest.approx(11.30, abs=0.005) == 38_557 / air.BTU


def test_heat_split() -> None:
    """Eight nodes of 10.2 kW that give 80 % to the liquid."""
    total = 8 * 10.2
    assert 0.8 * total == pytest.approx(65.28)
    assert 0.2 * total == pytest.approx(16.32)
    assert air.cfm(16_320, 20) == pytest.approx(2579, abs=1)
    assert air.flow(16.32, 12) / air.CFM == pytest.approx(2389, abs=2)


@pytest.mark.parametrize(("rise", "expected"), [(10, 1.50), (8, 1.87), (12, 1.25)])
def test_glycol_for_a_kilowatt(rise: float, expected: float) -> None:
    assert liquid.flow(1, rise) == pytest.approx(expected, abs=0.005)


def test_glycol_against_water() -> None:
    assert liquid.flow(1, 10, "water") == pytest.approx(1.44, abs=0.005)
    assert liquid.heat_capacity("pg25") == pytest.approx(4.003, abs=0.001)
    assert 4.186 / liquid.heat_capacity("pg25") == pytest.approx(1.046, abs=0.001)


def test_flows() -> None:
    assert liquid.flow(65.28, 10) == pytest.approx(97.8, abs=0.1)
    assert liquid.flow(120, 10) == pytest.approx(179.8, abs=0.2)
    assert liquid.rise(1, 1.2) == pytest.approx(12.5, abs=0.05)


@pytest.mark.parametrize(("celsius", "volume"), [(20, 3.9962), (45, 4.0093), (10, 3.9962), (60, 4.0093)])
def test_the_table_ends_where_it_ends(celsius: float, volume: float) -> None:
    assert liquid.heat_capacity("pg25", celsius) == pytest.approx(volume, abs=0.001)


def test_distribution_units() -> None:
    """Eight racks of 65.28 kW: three of 300 kW or two of 600 kW, one of them to spare."""
    heat = 8 * 65.28
    assert liquid.units_needed(heat, 300) == 3
    assert liquid.units_needed(heat, 600) == 2
    assert liquid.units_needed(600, 600, spare=0) == 1


def test_pressure_goes_with_the_square_of_the_flow() -> None:
    assert liquid.pressure_drop(105, 90, 97.84) == pytest.approx(124.1, abs=0.05)


@pytest.mark.parametrize(
    ("celsius", "humidity", "expected"), [(24, 0.5, 12.93), (25, 0.6, 16.69), (27, 0.6, 18.57), (27, 0.8, 23.25)]
)
def test_dew_point(celsius: float, humidity: float, expected: float) -> None:
    assert dew_point(celsius, humidity) == pytest.approx(expected, abs=0.01)


def test_a_cold_loop_in_a_damp_room_sweats() -> None:
    dew = dew_point(27, 0.6)
    assert dew + 2 > 17
    assert dew + 2 < 22
