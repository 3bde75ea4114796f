"""Worked examples of three-phase arithmetic."""

from __future__ import annotations

import pytest

from clusterdesign.engineering.power.phases import (
    continuous,
    current,
    delta_line,
    neutral,
    phase_voltage,
    power,
    unbalance,
)


@pytest.mark.parametrize(
    ("volts", "amps", "kva"),
    [
        (400, 16, 11.09),
        (400, 32, 22.17),
        (400, 63, 43.65),
        (415, 32, 23.00),
        (415, 60, 43.13),
        (208, 30, 10.81),
        (208, 60, 21.62),
        (380, 32, 21.06),
    ],
)
def test_power_of_a_plug(volts: float, amps: float, kva: float) -> None:
    assert power(volts, amps) / 1000 == pytest.approx(kva, abs=0.006)


def test_eighty_percent_of_a_plug() -> None:
    assert power(400, continuous(32, "NEC")) / 1000 == pytest.approx(17.74, abs=0.005)
    assert power(208, continuous(30, "NEC")) == pytest.approx(8646, abs=1)


def test_published_circuits_mix_two_practices() -> None:
    assert power(415, continuous(32, "IEC"), 0.95) / 1000 == pytest.approx(21.8, abs=0.06)
    assert power(415, continuous(60, "NEC"), 0.95) / 1000 == pytest.approx(32.7, abs=0.1)


def test_practice() -> None:
    assert continuous(30, "NEC") == 24
    assert continuous(32, "IEC") == 32


@pytest.mark.parametrize(
    ("each", "volts", "amps"),
    [(1700, 230, (22.6, 22.6, 15.1)), (2550, 230, (33.9, 33.9, 22.6)), (2550, 240, (32.5, 32.5, 21.7))],
)
def test_four_nodes_on_one_of_three_feeds(each: float, volts: float, amps: tuple[float, ...]) -> None:
    """Eight supplies on the phases of one PDU are 3, 3 and 2."""
    found = [count * current(each, volts, 0.98) for count in (3, 3, 2)]
    assert found == pytest.approx(amps, abs=0.07)


def test_balance() -> None:
    assert unbalance((3, 3, 2)) == pytest.approx(0.25)
    assert unbalance((5, 5, 5)) == 0
    assert unbalance((0, 0, 0)) == 0
    assert neutral(20, 20, 12) == pytest.approx(8)
    assert neutral(10, 10, 10) == 0


def test_banks_between_phases() -> None:
    """6180 VA at 208 V on three banks, and on two of them: 71 % of the whole overloads one line."""
    balanced = 2060 / 208
    assert delta_line(balanced, balanced) == pytest.approx(17.15, abs=0.01)
    lopsided = 3090 / 208
    line = delta_line(lopsided, lopsided)
    assert line == pytest.approx(25.73, abs=0.01)
    assert line > continuous(30, "NEC")
    assert 6180 / power(208, continuous(30, "NEC")) == pytest.approx(0.71, abs=0.01)


def test_phase_voltage() -> None:
    assert phase_voltage(400) == pytest.approx(230.9, abs=0.05)
    assert phase_voltage(415) == pytest.approx(239.6, abs=0.05)
