"""Quantities: exact sums, text that reads back, dimensions that do not mix."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from clusterdesign import units
from clusterdesign.errors import DesignError
from clusterdesign.units import (
    TB,
    A,
    ApparentPower,
    Current,
    Data,
    Flow,
    Gbps,
    Length,
    Mass,
    Power,
    Pressure,
    Quantity,
    Rate,
    Temperature,
    V,
    Voltage,
    W,
    kg,
    kW,
    m,
    mm,
)

DIMENSIONS: tuple[type[Quantity], ...] = tuple(Quantity.__subclasses__())

dimensions = st.sampled_from(DIMENSIONS)
bases = st.integers(min_value=-(10**20), max_value=10**20)
quantities = st.builds(lambda dimension, base: dimension(base), dimensions, bases)
pairs = st.builds(lambda dimension, a, b: (dimension(a), dimension(b)), dimensions, bases, bases)


@given(quantities)
def test_text_reads_back_as_the_same_quantity(q: Quantity) -> None:
    assert type(q).parse(str(q)) == q


@given(quantities)
def test_repr_names_the_dimension_and_the_exact_value(q: Quantity) -> None:
    assert repr(q) == f"{type(q).__name__}.parse({str(q)!r})"


@given(st.data(), dimensions)
def test_every_unit_reads_back_to_within_its_printed_decimals(data: st.DataObject, dimension: type[Quantity]) -> None:
    unit = data.draw(st.sampled_from(sorted(dimension.UNITS)))
    q = dimension(data.draw(st.integers(min_value=0, max_value=10**12)))
    digits = 6
    error = abs(dimension.parse(q.text(unit, digits)).base - q.base)
    assert error <= dimension.UNITS[unit] / (2 * 10**digits) + Fraction(1, 2)


@given(pairs)
def test_sums_are_exact_and_undone_by_differences(pair: tuple[Quantity, Quantity]) -> None:
    a, b = pair
    assert (a + b).base == a.base + b.base
    assert a + b == b + a
    assert (a + b) - b == a
    assert a + (-a) == type(a).zero()


@given(quantities, st.integers(min_value=0, max_value=20))
def test_a_multiple_is_a_repeated_sum(q: Quantity, times: int) -> None:
    assert q * times == times * q == sum((q for _ in range(times)), start=type(q).zero())


@given(quantities, st.integers(min_value=1, max_value=1000))
def test_division_undoes_multiplication(q: Quantity, by: int) -> None:
    assert q * by / by == q


@given(pairs)
def test_order_is_the_order_of_the_base_values(pair: tuple[Quantity, Quantity]) -> None:
    a, b = pair
    assert [a < b, a <= b, a > b, a >= b, a == b, a != b] == [
        a.base < b.base,
        a.base <= b.base,
        a.base > b.base,
        a.base >= b.base,
        a.base == b.base,
        a.base != b.base,
    ]


@given(quantities)
def test_equal_quantities_hash_alike_and_survive_copying(q: Quantity) -> None:
    twin = type(q)(q.base)
    assert hash(twin) == hash(q)
    assert pickle.loads(pickle.dumps(q)) == copy.copy(q) == copy.deepcopy(q) == q  # noqa: S301  # our own bytes


@given(dimensions, dimensions, bases)
def test_dimensions_do_not_mix(one: type[Quantity], other: type[Quantity], base: int) -> None:
    a, b = one(base), other(base)
    if one is other:
        assert a == b
        return
    assert a != b
    for combine in (lambda: a + b, lambda: a - b, lambda: a < b, lambda: a >= b, lambda: a.ratio(b)):
        with pytest.raises(TypeError, match=f"^cannot combine {one.__name__} with {other.__name__}$"):
            combine()


@given(quantities)
def test_a_quantity_cannot_be_changed(q: Quantity) -> None:
    with pytest.raises(AttributeError, match="is immutable"):
        q.base = 1
    with pytest.raises(AttributeError, match="is immutable"):
        del q.base


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_the_first_unit_prints_every_base_value_exactly(dimension: type[Quantity]) -> None:
    size = next(iter(dimension.UNITS.values()))
    assert size.denominator == 1
    assert 10**9 % size.numerator == 0


def test_a_float_is_taken_as_it_is_written() -> None:
    assert kW(10.2) == W(10_200) == Power.parse("10.2 kW")
    assert m(0.1) + m(0.2) == m(0.3)
    assert kW(1) * 0.1 == W(100)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (mm(43.6), "0.0436 m"),
        (m(30), "30 m"),
        (kg(14.8), "14.8 kg"),
        (W(747), "747 W"),
        (A(32), "32 A"),
        (V(400), "400 V"),
        (Gbps(400), "400 Gb/s"),
        (TB(2), "2000 GB"),
        (Data.of(16, "GiB"), "16 GiB"),
        (Data.of(2, "TiB"), "2048 GiB"),
        (Data.of(5**9, "GiB"), "2097152 GB"),
        (Data.of(1.5, "GiB"), "1.610612736 GB"),
        (Data.zero(), "0 GB"),
        (Rate.parse("3350 GB/s"), "26800 Gb/s"),
        (Pressure.parse("53 psi"), "365.422 kPa"),
        (Temperature.parse("-5 °C"), "-5 °C"),
        (Data(1), "0.000000001 GB"),
        (-kW(0.5), "-500 W"),
        (Mass(0), "0 kg"),
    ],
)
def test_quantities_print_in_the_unit_of_the_field(made: Quantity, text: str) -> None:
    assert str(made) == text


@pytest.mark.parametrize(
    ("q", "unit", "digits", "text"),
    [
        (W(10_249), "kW", 1, "10.2 kW"),
        (W(-4), "kW", 1, "0 kW"),
        (Flow.parse("1105 CFM"), "CFM", 6, "1105 CFM"),
        (Flow.parse("1 m3/h"), "L/min", 3, "16.667 L/min"),
        (Data.parse("1 TiB"), "GiB", 0, "1024 GiB"),
    ],
)
def test_text_rounds_to_the_decimals_asked_for(q: Quantity, unit: str, digits: int, text: str) -> None:
    assert q.text(unit, digits) == text


def test_a_ratio_is_a_plain_number() -> None:
    assert kW(20.4).ratio(kW(40.8)) == 0.5
    assert Voltage.parse("0.4 kV").ratio(V(400)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("10 kV", "unknown unit 'kV' for power\n  way out: write one of W, kW, MW, mW"),
        ("ten kW", "cannot read 'ten kW' as a power\n  way out: write a number and a unit, such as \"1 W\""),
        ("10.2", "cannot read '10.2' as a power\n  way out: write a number and a unit, such as \"1 W\""),
        ("", "cannot read '' as a power\n  way out: write a number and a unit, such as \"1 W\""),
    ],
)
def test_what_is_no_quantity_is_refused(text: str, message: str) -> None:
    with pytest.raises(DesignError) as caught:
        Power.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("call", ["to", "text"])
def test_an_unknown_unit_is_refused_in_both_directions(call: str) -> None:
    with pytest.raises(DesignError) as caught:
        getattr(A(1), call)("V")
    assert str(caught.value) == "unknown unit 'V' for current\n  way out: write one of A, mA"
    with pytest.raises(DesignError):
        Current.of(1, "V")


class Bought(BaseModel):
    """A model with quantities, as parts are."""

    length: Length
    power: ApparentPower | None = None


@given(bases)
def test_models_read_and_write_quantities_as_text(base: int) -> None:
    made = Bought(length=Length(base))
    assert Bought.model_validate_json(made.model_dump_json()) == made
    assert Bought.model_validate({"length": str(Length(base))}) == made


def test_models_refuse_a_bare_number() -> None:
    with pytest.raises(ValidationError) as caught:
        Bought.model_validate({"length": 3})
    cause = caught.value.errors()[0]["ctx"]["error"]
    assert str(cause) == 'expected a length with its unit, got 3\n  way out: write text such as "1 m"'


def test_every_short_name_makes_its_own_dimension() -> None:
    made = {name: getattr(units, name)(1) for name in ("mm", "m", "kg", "W", "kW", "A", "V", "Gbps", "TB")}
    assert {name: type(q) for name, q in made.items()} == {
        "mm": Length,
        "m": Length,
        "kg": Mass,
        "W": Power,
        "kW": Power,
        "A": Current,
        "V": Voltage,
        "Gbps": Rate,
        "TB": Data,
    }
