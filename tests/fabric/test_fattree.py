"""The arithmetic of a fat-tree: shares of a leaf, spines, pods and cores."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.fabric.fattree import LeafShape, divisors, even_count, leaf_shape, tiers

RADIX = st.integers(2, 144)
TAPER = st.fractions(min_value=1, max_value=8, max_denominator=6)


@given(st.integers(1, 500))
def test_divisors_divide_and_are_complete(number: int) -> None:
    found = divisors(number)
    assert list(found) == sorted(found)
    assert all(number % divisor == 0 for divisor in found)
    assert {number // divisor for divisor in found} == set(found)


@given(RADIX, TAPER, st.sampled_from((1, 2)))
def test_a_full_leaf_is_in_the_exact_ratio_and_wastes_less_than_a_group(
    radix: int, taper: Fraction, split: int
) -> None:
    assume(taper.numerator + taper.denominator <= radix)
    shape = leaf_shape(radix, taper, split=split)
    assert Fraction(shape.positions, split * shape.up) == taper
    assert shape.down * split == shape.positions
    assert radix - shape.down - shape.up < taper.numerator + taper.denominator


@given(RADIX, TAPER, st.integers(1, 80), st.sampled_from((1, 2)))
def test_a_leaf_of_any_size_is_exact_or_refused(radix: int, taper: Fraction, positions: int, split: int) -> None:
    try:
        shape = leaf_shape(radix, taper, positions=positions, split=split)
    except DesignError as error:
        assert error.thing == "nodes_per_unit"  # noqa: PT017  # either outcome is right
        return
    assert shape.positions == positions
    assert shape.down + shape.up <= radix
    assert Fraction(positions, split) == taper * shape.up


@given(st.integers(1, 200), st.integers(1, 72), RADIX, st.integers(1, 20))
def test_the_count_of_switches_above_is_the_smallest_that_is_even(
    groups: int, up: int, radix: int, minimum: int
) -> None:
    def serves(count: int) -> bool:
        return up % count == 0 and count >= minimum and groups * up // count <= radix

    count = even_count(groups, up, radix, minimum)
    assert count == next((n for n in range(1, up + 1) if serves(n)), 0)


@given(st.integers(1, 40), st.integers(1, 12), st.integers(1, 32), st.sampled_from((8, 16, 32, 40, 64)))
def test_levels_offer_a_port_for_every_uplink(units: int, leaves: int, up: int, radix: int) -> None:
    shape = LeafShape(up, up, up)
    try:
        above = tiers((leaves,) * units, units, shape, radix)
    except DesignError as error:
        assert error.thing in {"nodes", "spine_taper"}  # noqa: PT017  # either outcome is right
        return
    per_pod = min(above.units_per_pod, units) * leaves
    assert above.spines * above.leaf_lanes == up
    assert per_pod * above.leaf_lanes + above.spine_up <= radix
    if above.levels == 3:
        assert above.cores * above.spine_lanes == above.spine_up
        assert above.pods * above.spine_lanes <= radix
        assert above.pods == -(-units // above.units_per_pod)
    else:
        assert (above.pods, above.cores) == (1, 0)


@pytest.mark.parametrize(
    ("units", "spines", "lanes", "why"),
    [
        (1, 4, 8, "4 spines: 8 leaves x 32 uplinks = 256 ports, 4 switches of 64 ports"),
        (2, 8, 4, "8 spines: 16 leaves x 32 uplinks = 512 ports, 8 switches of 64 ports"),
        (
            3,
            16,
            2,
            "16 spines: 24 leaves x 32 uplinks = 768 ports, 12 switches of 64 ports; 12 does not divide 32 uplinks",
        ),
        (4, 16, 2, "16 spines: 32 leaves x 32 uplinks = 1024 ports, 16 switches of 64 ports"),
        (8, 32, 1, "32 spines: 64 leaves x 32 uplinks = 2048 ports, 32 switches of 64 ports"),
    ],
)
def test_superpod_units(units: int, spines: int, lanes: int, why: str) -> None:
    above = tiers((8,) * units, units, LeafShape(32, 32, 32), 64)
    assert (above.levels, above.spines, above.leaf_lanes, above.why) == (2, spines, lanes, why)


def test_sixteen_superpod_units_are_four_pods() -> None:
    above = tiers((8,) * 16, 16, LeafShape(32, 32, 32), 64)
    assert (above.levels, above.pods, above.units_per_pod, above.spines) == (3, 4, 4, 32)
    assert (above.cores, above.spine_up, above.spine_lanes) == (2, 32, 16)


def test_more_spines_than_needed_are_said_to_be_declared() -> None:
    above = tiers((8,), 1, LeafShape(32, 32, 32), 64, minimum_spines=5)
    assert above.spines == 8
    assert above.why.endswith("; more are declared")
