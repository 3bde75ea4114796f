"""Run lengths from coordinates; the worked examples of rules CAB-01 and CAB-02, in micrometres."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.site.geometry import RACK_UNIT, Spot, height, over, under, within
from clusterdesign.units import Length, m

TOP = m(2.2).base
SIDE, LOOP, END, TRAY = m(0.3).base, m(0.3).base, m(0.6).base, m(0.3).base
SPOTS = st.builds(
    Spot,
    rack=st.just("rack/A01"),
    place=st.tuples(st.integers(1, 9), st.integers(1, 40)),
    top=st.integers(TOP, 2 * TOP),
    z=st.integers(0, TOP),
)


def at(u: int, place: tuple[int, int] = (1, 1)) -> Spot:
    """A device of one rack unit."""
    return Spot(f"rack/{place}", place, TOP, height(u, 1))


def metres(micrometres: int) -> str:
    return Length(micrometres).text("m", 2)


def test_a_device_of_one_unit_is_as_high_as_its_number() -> None:
    assert height(40, 1) == 40 * RACK_UNIT == m(1.778).base


def test_a_tall_device_ends_in_its_middle() -> None:
    assert height(1, 8) == (height(4, 1) + height(5, 1)) // 2


def test_within_a_rack() -> None:
    """CAB-01: U40 to U33 is 1.21 m, U40 to U1 is 2.63 m."""
    assert metres(within(at(40), at(33), side=SIDE, loop=LOOP)) == "1.21 m"
    assert metres(within(at(40), at(1), side=SIDE, loop=LOOP)) == "2.63 m"


def test_between_racks() -> None:
    """CAB-02: U5 to U38 over four racks of 800 mm is 7.49 m, over nine racks and two rows of 3 m 17.49 m."""
    near = over(at(5), at(38), along=m(4 * 0.8).base, clearance=TRAY, end=END)
    far = over(at(5), at(38), along=m(9 * 0.8 + 2 * 3).base, clearance=TRAY, end=END)
    assert (metres(near), metres(far)) == ("7.49 m", "17.49 m")
    assert (metres(near * 11 // 10), metres(far * 11 // 10)) == ("8.24 m", "19.24 m")


def test_under_the_floor_the_low_device_is_near() -> None:
    low, high = at(1), at(40)
    assert under(low, low, along=0, clearance=TRAY, end=END) < over(low, low, along=0, clearance=TRAY, end=END)
    assert under(high, high, along=0, clearance=TRAY, end=END) > over(high, high, along=0, clearance=TRAY, end=END)


@given(SPOTS, SPOTS, st.integers(0, 10**8))
def test_a_run_is_as_long_one_way_as_the_other(a: Spot, b: Spot, along: int) -> None:
    for run in (over, under):
        assert run(a, b, along=along, clearance=TRAY, end=END) == run(b, a, along=along, clearance=TRAY, end=END)
    assert within(a, b, side=SIDE, loop=LOOP) == within(b, a, side=SIDE, loop=LOOP)


@given(SPOTS, SPOTS, st.integers(0, 10**8))
def test_a_run_is_no_shorter_than_the_way_along_the_tray(a: Spot, b: Spot, along: int) -> None:
    for run in (over, under):
        assert run(a, b, along=along, clearance=TRAY, end=END) >= along + 2 * (TRAY + END)
