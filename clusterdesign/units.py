"""Quantities that carry their unit in the type.

Each dimension is one class that holds a whole number of its base unit, so that sums are exact and equal
inputs give equal bytes. ``kW(10.2) + m(2)`` is refused by the type checker and raises ``TypeError``.

Data files and definitions write quantities as text, ``"10.2 kW"``; :meth:`Quantity.parse` reads it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeAlias

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

from clusterdesign.errors import DesignError

Number: TypeAlias = int | float | Fraction

Units: TypeAlias = dict[str, Fraction]

_EXACT = 9
"""Decimals that print a base unit of every dimension exactly: the first units are at most 10**9 base units."""

_TEXT = re.compile(r"\s*([+-]?\d{1,30}(?:\.\d{1,30})?)\s*([^\s\d.]\S*)\s*")


def _exact(value: Number) -> Fraction:
    """Read a number as it is written: ``10.2`` is 102/10, not the nearest binary fraction."""
    if isinstance(value, Fraction):
        return value
    return _written(value) if isinstance(value, float) else Fraction(value)


@lru_cache(maxsize=1024)
def _written(value: float) -> Fraction:
    """Read once: a design multiplies thousands of lengths by the same few factors."""
    return Fraction(repr(value))


def _rounded(numerator: int, denominator: int) -> int:
    """Divide by a positive number and round half to even: ``round(Fraction(...))`` without making a fraction."""
    whole, rest = divmod(numerator, denominator)
    return whole + (2 * rest + (whole & 1) > denominator)


@lru_cache(maxsize=1 << 14)
def _printed(base: int, size: int, share: int, digits: int) -> str:
    """Print ``base`` in a unit of ``size / share``, once: thousands of cables share a few hundred lengths."""
    one = 10**digits
    whole, part = divmod(abs(_rounded(base * share * one, size)), one)
    decimals = f"{part:0{digits}}".rstrip("0") if part else ""
    sign = "-" if base < 0 and (whole or part) else ""
    return f"{sign}{whole}{'.' if decimals else ''}{decimals}"


class Quantity:
    """A physical quantity: a whole number of base units. Subclasses name the dimension.

    Attributes:
        base: the value in base units of the dimension, a whole number.
    """

    __slots__ = ("base",)

    UNITS: ClassVar[Units] = {}
    """Unit name to its size in base units; the first entry is the unit that :meth:`__str__` prints."""

    base: int

    def __init__(self, base: int) -> None:
        _set_base(self, base)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    @classmethod
    def of(cls, value: Number, unit: str) -> Self:
        """Make a quantity from a number and a unit name, rounded to the base unit (half to even).

        Raises:
            DesignError: the dimension has no unit of that name.
        """
        return cls(round(_exact(value) * cls._size(unit)))

    @classmethod
    def _size(cls, unit: str) -> Fraction:
        size = cls.UNITS.get(unit)
        if size is None:
            raise DesignError(
                f"unknown unit {unit!r} for {cls.__name__.lower()}",
                fix=f"write one of {', '.join(cls.UNITS)}",
            )
        return size

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"10.2 kW"``.

        Raises:
            DesignError: the text is not a number with a unit of this dimension.
        """
        parsed: Self = _parse(cls, text)  # type: ignore[arg-type]  # mypy takes a class for unhashable
        return parsed

    def to(self, unit: str) -> float:
        """Return the value as a number of the given unit.

        Raises:
            DesignError: the dimension has no unit of that name.
        """
        size, share = self._size(unit).as_integer_ratio()
        return self.base * share / size

    def text(self, unit: str | None = None, digits: int = 6) -> str:
        """Print the value in ``unit`` with at most ``digits`` decimals and no trailing zeros."""
        unit = unit or next(iter(self.UNITS))
        return f"{_printed(self.base, *self._size(unit).as_integer_ratio(), digits)} {unit}"

    def __str__(self) -> str:
        """Print the exact value in the first unit: ``parse(str(q)) == q``."""
        return self.text(digits=_EXACT)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def __hash__(self) -> int:
        return hash((type(self), self.base))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.base == self.base

    def __lt__(self, other: Self) -> bool:
        return self.base < self._same(other)

    def __le__(self, other: Self) -> bool:
        return self.base <= self._same(other)

    def __gt__(self, other: Self) -> bool:
        return self.base > self._same(other)

    def __ge__(self, other: Self) -> bool:
        return self.base >= self._same(other)

    def __add__(self, other: Self) -> Self:
        return type(self)(self.base + self._same(other))

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.base - self._same(other))

    def __neg__(self) -> Self:
        return type(self)(-self.base)

    def __mul__(self, factor: Number) -> Self:
        exact = _exact(factor)
        return type(self)(_rounded(self.base * exact.numerator, exact.denominator))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Number) -> Self:
        return type(self)(round(Fraction(self.base) / _exact(divisor)))

    def ratio(self, other: Self) -> float:
        """Return this quantity divided by another of the same dimension."""
        return self.base / self._same(other)

    def __bool__(self) -> bool:
        return self.base != 0

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return (type(self), (self.base,))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def _same(self, other: Quantity) -> int:
        if type(other) is not type(self):
            raise TypeError(f"cannot combine {type(self).__name__} with {type(other).__name__}")
        return other.base

    @classmethod
    def zero(cls) -> Self:
        """Return no amount at all, the start of a sum."""
        return cls(0)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls._validate,
            serialization=core_schema.to_string_ser_schema(),
        )

    @classmethod
    def _validate(cls, value: object) -> Self:
        if type(value) is cls:
            return value
        if isinstance(value, str):
            return cls.parse(value)
        example = f'"1 {next(iter(cls.UNITS))}"'
        raise DesignError(
            f"expected a {cls.__name__.lower()} with its unit, got {value!r}",
            fix=f"write text such as {example}",
        )


_set_base = vars(Quantity)["base"].__set__  # quicker than object.__setattr__: a large design holds a million quantities


@lru_cache(maxsize=4096)
def _parse(cls: type[Any], text: str) -> Any:
    """Parse once per text: a catalogue and a design repeat the same few hundred quantities."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise DesignError(
            f"cannot read {text!r} as a {cls.__name__.lower()}",
            fix=f'write a number and a unit, such as "1 {next(iter(cls.UNITS))}"',
        )
    number, unit = match.groups()
    return cls.of(Fraction(number), unit)


class Length(Quantity):
    """Length; base unit micrometre."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {
        "m": Fraction(10**6),
        "mm": Fraction(1000),
        "cm": Fraction(10**4),
        "km": Fraction(10**9),
    }


class Mass(Quantity):
    """Mass; base unit gram."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {"kg": Fraction(1000), "g": Fraction(1), "t": Fraction(10**6)}


class Power(Quantity):
    """Real power; base unit milliwatt. Apparent power is :class:`ApparentPower`."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {
        "W": Fraction(1000),
        "kW": Fraction(10**6),
        "MW": Fraction(10**9),
        "mW": Fraction(1),
    }


class ApparentPower(Quantity):
    """Apparent power; base unit millivolt-ampere."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {"VA": Fraction(1000), "kVA": Fraction(10**6), "MVA": Fraction(10**9)}


class Current(Quantity):
    """Electric current; base unit milliampere."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {"A": Fraction(1000), "mA": Fraction(1)}


class Voltage(Quantity):
    """Voltage; base unit millivolt."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {"V": Fraction(1000), "kV": Fraction(10**6), "mV": Fraction(1)}


class Rate(Quantity):
    """Data rate of a link or a store; base unit bit per second. ``GB/s`` is decimal gigabytes."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {
        "Gb/s": Fraction(10**9),
        "Mb/s": Fraction(10**6),
        "Tb/s": Fraction(10**12),
        "GB/s": Fraction(8 * 10**9),
        "TB/s": Fraction(8 * 10**12),
    }


class Data(Quantity):
    """Amount of data; base unit byte. ``GB`` is 10**9 bytes, ``GiB`` 2**30."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {
        "GB": Fraction(10**9),
        "TB": Fraction(10**12),
        "PB": Fraction(10**15),
        "MB": Fraction(10**6),
        "GiB": Fraction(2**30),
        "TiB": Fraction(2**40),
        "B": Fraction(1),
    }

    def __str__(self) -> str:
        """Print the exact value in GB, or in GiB where that is a whole number and GB would be none: ``16 GiB``."""
        binary = self.base % 2**30 == 0 and self.base % 10**9
        return self.text("GiB", digits=0) if binary else super().__str__()


class Duration(Quantity):
    """Time span; base unit millisecond."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {
        "s": Fraction(1000),
        "min": Fraction(60_000),
        "h": Fraction(3_600_000),
        "d": Fraction(86_400_000),
        "ms": Fraction(1),
    }


class Temperature(Quantity):
    """Temperature in degrees Celsius; base unit millikelvin steps from 0 °C."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {"°C": Fraction(1000), "C": Fraction(1000)}


class TemperatureDifference(Quantity):
    """Temperature difference; base unit millikelvin."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {"K": Fraction(1000)}


class Flow(Quantity):
    """Volume flow of air or coolant; base unit microlitre per minute (1 CFM = 28.316846592 L/min)."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {
        "L/min": Fraction(10**6),
        "m3/h": Fraction(10**9, 60),
        "CFM": Fraction(28_316_846_592, 1000),
    }


class Pressure(Quantity):
    """Pressure; base unit pascal (1 psi = 6894.757 Pa)."""

    __slots__ = ()
    UNITS: ClassVar[Units] = {
        "kPa": Fraction(1000),
        "Pa": Fraction(1),
        "bar": Fraction(10**5),
        "psi": Fraction(6_894_757, 1000),
    }


def mm(value: Number) -> Length:
    """Length in millimetres."""
    return Length.of(value, "mm")


def m(value: Number) -> Length:
    """Length in metres."""
    return Length.of(value, "m")


def kg(value: Number) -> Mass:
    """Mass in kilograms."""
    return Mass.of(value, "kg")


def W(value: Number) -> Power:  # noqa: N802  # the unit's own symbol
    """Power in watts."""
    return Power.of(value, "W")


def kW(value: Number) -> Power:  # noqa: N802  # the unit's own symbol
    """Power in kilowatts."""
    return Power.of(value, "kW")


def A(value: Number) -> Current:  # noqa: N802  # the unit's own symbol
    """Current in amperes."""
    return Current.of(value, "A")


def V(value: Number) -> Voltage:  # noqa: N802  # the unit's own symbol
    """Voltage in volts."""
    return Voltage.of(value, "V")


def Gbps(value: Number) -> Rate:  # noqa: N802  # the unit's usual spelling
    """Data rate in gigabits per second."""
    return Rate.of(value, "Gb/s")


def GBps(value: Number) -> Rate:  # noqa: N802  # the unit's usual spelling
    """Data rate in gigabytes (10**9 bytes) per second."""
    return Rate.of(value, "GB/s")


def TB(value: Number) -> Data:  # noqa: N802  # the unit's own symbol
    """Amount of data in terabytes (10**12 bytes)."""
    return Data.of(value, "TB")
