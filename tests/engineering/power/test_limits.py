from __future__ import annotations

import pytest

from clusterdesign import catalog
from clusterdesign.design import Feed
from clusterdesign.engineering.power.backup import generator, ups
from clusterdesign.engineering.power.limits import bank_limit, coupler_limit, pdu_capacity, phase_limit
from clusterdesign.units import A, V

PDU = catalog.pdu("generic/400v-32a-3ph")
IEC = Feed("feed/A")
NEC = Feed("feed/A", practice="NEC")


def share(load: float, feed: Feed, pdu: str) -> float:
    capacity = pdu_capacity(feed, catalog.pdu(pdu))
    assert capacity is not None
    return load / capacity


def test_practice_is_of_the_feed() -> None:
    assert phase_limit(IEC, PDU) == 32
    assert phase_limit(NEC, PDU) == pytest.approx(25.6)
    assert bank_limit(NEC, PDU) == pytest.approx(12.8)
    assert phase_limit(Feed("feed/A", breaker=A(25)), PDU) == 25


def test_a_stated_power_is_not_derated_twice() -> None:
    """34.5 kVA is 48 A of the 60 A plug already: NEC practice gives the same by current, not 27.6 kVA."""
    capacity = pdu_capacity(NEC, catalog.pdu("raritan/px3-5878i2r"))
    assert capacity == pytest.approx(34_500 * 0.95, rel=0.001)


def test_each_feed_carries_all_after_a_loss() -> None:
    """20.4 kW on one of three feeds, 40.8 kW on one of two."""
    assert share(20_400, IEC, "generic/400v-32a-3ph") == pytest.approx(0.969, abs=0.001)
    assert share(20_400, NEC, "generic/400v-32a-3ph") > 1.16
    assert share(40_800, IEC, "generic/400v-63a-3ph") == pytest.approx(0.984, abs=0.001)
    assert share(40_800, NEC, "generic/400v-63a-3ph") > 1


def test_couplers() -> None:
    """A DGX supply at 200 V with four left: 12.75 A; at 208 V its 3.3 kW are 15.9 A."""
    watts = 10_200 / 4
    assert watts / 200 == pytest.approx(12.75)
    assert coupler_limit(IEC, "C14") == 10
    assert coupler_limit(IEC, "C20") == 16
    assert coupler_limit(NEC, "C20") == 20
    assert coupler_limit(IEC, "busbar") is None


def test_ups_and_generator() -> None:
    """A unit of 32 nodes and 12 switches."""
    load = 326.4 + 12 * 1.72
    assert load == pytest.approx(347, abs=0.1)
    found = ups(347)
    assert found.kilowatts == pytest.approx(416.4)
    assert found.kva == pytest.approx(438.3, abs=0.05)
    assert generator(347) == pytest.approx(720, abs=1)


def test_a_feed_may_have_another_voltage_than_the_pdu_is_made_for() -> None:
    low = pdu_capacity(Feed("feed/A", voltage=V(380)), PDU)
    assert low == pytest.approx(21_060 * 0.95, rel=0.001)
