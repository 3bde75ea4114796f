"""Positions: what is bought, once each, whatever lots it comes with; numbered alike in every document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from clusterdesign.design import Design
from clusterdesign.parts import Part
from clusterdesign.procurement.bill import BillLine, bill
from clusterdesign.procurement.description.characteristic import Characteristic
from clusterdesign.procurement.description.kinds import characteristics, noun
from clusterdesign.procurement.description.okei import Okei, okei


@dataclass(frozen=True)
class Position:
    """One position.

    Attributes:
        number: 1-based, in the order of the bill.
        line: the first line of the bill with this key.
        part: its part; None for what is no part, and where the design does not carry it.
        name: what it is called, without brand words.
        quantity: how many the design needs.
        spares: how many more are bought.
        characteristics: what is asked of it, those without a published value included.
    """

    number: int
    line: BillLine
    part: Part | None
    name: str
    quantity: int
    spares: int
    characteristics: tuple[Characteristic, ...]

    @property
    def total(self) -> int:
        """How many are bought."""
        return self.quantity + self.spares

    @cached_property
    def unit(self) -> Okei | None:
        """Unit of measurement; None where the classifier has none of that name."""
        return okei(self.line.unit)

    @property
    def known(self) -> tuple[Characteristic, ...]:
        """Characteristics with a value."""
        return tuple(one for one in self.characteristics if one.known)

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the characteristics whose value nobody published."""
        return tuple(one.name for one in self.characteristics if not one.known)


def positions(design: Design) -> tuple[Position, ...]:
    """Return the positions of a design in the order of the bill."""
    groups: dict[str, list[BillLine]] = {}
    for line in bill(design):
        groups.setdefault(line.key, []).append(line)
    return tuple(_position(design, n, lines) for n, lines in enumerate(groups.values(), 1))


def _position(design: Design, number: int, lines: list[BillLine]) -> Position:
    line = lines[0]
    part = next((design.parts[id_] for id_ in line.parts if id_ in design.parts), None)
    return Position(
        number=number,
        line=line,
        part=part,
        name=noun(line, part),
        quantity=sum(one.quantity for one in lines),
        spares=sum(one.spares for one in lines),
        characteristics=characteristics(design, line, part),
    )


__all__ = ["Position", "positions"]
