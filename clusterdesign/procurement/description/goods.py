"""Goods: the positions as the description of a procurement object tells them, with codes and trade marks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.design.procurement import Code, Compatibility, chosen, selects
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.description.characteristic import Characteristic
from clusterdesign.procurement.description.okei import ALL, Okei
from clusterdesign.procurement.description.positions import Position, positions

OR_EQUIVALENT = "или эквивалент"
"""What must stand with a trade mark where the law does not let it be left out."""

EXTRAS = frozenset({"Software", "Services"})
"""Sections of what is no part: the project describes it in its own words."""

_CYRILLIC = re.compile("[А-Яа-яЁё]")

KTRU = re.compile(r"\d{2}\.\d{2}\.\d{2}\.\d{3}-\d{8}")
"""Code of a position of the catalogue of goods, works and services: 21 characters."""


_KEY = "_goods"


@dataclass(frozen=True)
class Good:
    """One good.

    Attributes:
        name: what it is called; licences and services by their declared description where that is in Russian.
        code: its declared codes; None where there are none.
        marks: trade marks that are declared necessary for it.
    """

    position: Position
    name: str
    code: Code | None
    marks: tuple[Compatibility, ...]

    @property
    def characteristics(self) -> tuple[Characteristic, ...]:
        """Characteristics with a value."""
        return self.position.known

    @property
    def unit(self) -> Okei | None:
        """Unit of measurement: the declared code first."""
        code = self.code.okei if self.code is not None else ""
        return next((one for one in ALL if one.code == code), None) if code else self.position.unit

    @property
    def unit_code(self) -> str:
        """Code of the unit; empty where it is unknown."""
        declared = self.code.okei if self.code is not None else ""
        return declared or (self.unit.code if self.unit is not None else "")

    @property
    def codes(self) -> str:
        """Code as it stands in the table: the position of the KTRU where there is one, else the OKPD2 code."""
        return "" if self.code is None else self.code.ktru or self.code.okpd2


def mark_text(mark: Compatibility) -> str:
    """Return a trade mark as it stands in a description."""
    words = ", ".join(mark.words)
    return f"{words} ({OR_EQUIVALENT})" if mark.or_equivalent else words


def goods(design: Design) -> tuple[Good, ...]:
    """Return the goods of a design in the order of the bill. They are kept with the design."""
    kept = vars(design).get(_KEY)
    if isinstance(kept, tuple):
        return kept
    made = tuple(_good(design, position) for position in positions(design))
    vars(design)[_KEY] = made
    return made


def _good(design: Design, position: Position) -> Good:
    line = position.line
    codes = chosen(design.procurement.codes, line.section, line.ids)
    return Good(
        position=position,
        name=line.description if in_russian(line) else position.name,
        code=codes[0] if codes else None,
        marks=tuple(mark for mark in design.procurement.compatibility if _named(mark, position)),
    )


def in_russian(line: BillLine) -> bool:
    """Tell whether a licence or service is described in Russian, so that the description can print it."""
    return line.section in EXTRAS and _CYRILLIC.search(line.description) is not None


def _named(mark: Compatibility, position: Position) -> bool:
    """Tell whether a trade mark is asked for: declared for its section or part. ``**`` only lets it be named."""
    return mark.of != "**" and selects(mark.of, position.line.section, position.line.ids)


__all__ = ["EXTRAS", "KTRU", "OR_EQUIVALENT", "Good", "goods", "in_russian", "mark_text"]
