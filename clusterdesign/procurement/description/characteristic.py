"""One characteristic of what is bought: a range with its unit, or a property that is there or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.procurement.description.okei import UNIT, Okei
from clusterdesign.procurement.description.russian import comma
from clusterdesign.units import Quantity

FROM_BIDDER = "Участник закупки указывает в заявке конкретное значение характеристики"
"""Instruction for a range."""

UNCHANGED = "Значение характеристики не может изменяться участником закупки"
"""Instruction for a property."""


@dataclass(frozen=True, slots=True)
class Characteristic:
    """One characteristic.

    Attributes:
        name: in Russian.
        least, most: bounds of the range in ``unit``.
        text: value of a property that is no number.
        unit: None for a property.

    A characteristic without bounds and text is one whose value nobody published: it is listed, not printed.
    """

    name: str
    least: float | None = None
    most: float | None = None
    text: str = ""
    unit: Okei | None = None

    @property
    def known(self) -> bool:
        """Whether it has a value."""
        return bool(self.text) or self.least is not None or self.most is not None

    @property
    def value(self) -> str:
        """The value as printed: ``не менее 8``, ``не менее 2 и не более 3``."""
        bounds = (("не менее", self.least), ("не более", self.most))
        return self.text or " и ".join(f"{word} {comma(bound)}" for word, bound in bounds if bound is not None)

    @property
    def instruction(self) -> str:
        """What a bidder writes about it."""
        return UNCHANGED if self.text else FROM_BIDDER

    @property
    def designed(self) -> str:
        """What the design has, without bounds: ``масса 130,45 кг``; the upper one where it has two."""
        bound = self.most if self.most is not None else self.least
        value = self.text or ("" if bound is None else comma(bound))
        sign = f" {self.unit.sign}" if self.unit is not None and self.unit is not UNIT else ""
        return f"{self.name} {value}{sign}"

    def __str__(self) -> str:
        """Print on one line: ``Масса: не более 130,45 кг``."""
        sign = f" {self.unit.sign}" if self.unit is not None and self.value else ""
        return f"{self.name}: {self.value}{sign}"


def at_least(name: str, value: Quantity | float | None, unit: Okei, measure: str = "") -> Characteristic:
    """Make a lower bound. A quantity is turned into ``measure``, the library's name of ``unit``."""
    return Characteristic(name, least=_number(value, measure), unit=unit)


def at_most(name: str, value: Quantity | float | None, unit: Okei, measure: str = "") -> Characteristic:
    """Make an upper bound, likewise."""
    return Characteristic(name, most=_number(value, measure), unit=unit)


def between(name: str, least: Quantity | None, most: Quantity | None, unit: Okei, measure: str) -> Characteristic:
    """Make a range of quantities."""
    return Characteristic(name, least=_number(least, measure), most=_number(most, measure), unit=unit)


def having(name: str, text: str | None) -> Characteristic:
    """Make a property; unknown where the text is empty."""
    return Characteristic(name, text=text or "")


def known(found: Iterator[Characteristic]) -> tuple[Characteristic, ...]:
    """Return those with a value."""
    return tuple(one for one in found if one.known)


def _number(value: Quantity | float | None, measure: str) -> float | None:
    if isinstance(value, Quantity):
        # Not more digits than a data sheet has; 1000 CFM in m3/h has many.
        return round(value.to(measure), 2)
    return value


__all__ = ["FROM_BIDDER", "UNCHANGED", "Characteristic", "at_least", "at_most", "between", "having", "known"]
