"""Rows of the bill: a line with its parts and what is to be cleared up before it is ordered."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.parts import AnyPart, Fibre, Node
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.extras import LABEL_STOCK

CONFIDENCES = ("unknown", "assumed", "low", "medium", "high")
"""How far a part number can be trusted, the least first."""


@dataclass(frozen=True, slots=True)
class BillRow:
    """A line of the bill with its parts; without any where the design does not carry them.

    Attributes:
        number: 1-based position in the bill, by which the other sheets refer to it.
    """

    number: int
    line: BillLine
    parts: tuple[AnyPart, ...]

    @property
    def confidence(self) -> str:
        """How far the part number can be trusted, by its least trusted source."""
        if not self.line.part_number:
            return "unknown"
        if self.line.extra:
            return "high" if self.line.extra.startswith(LABEL_STOCK) else "assumed"
        return min((_confidence(part) for part in self.parts), key=CONFIDENCES.index, default="unknown")

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to clear up before ordering."""
        checks = (
            ("part is not in the design", not self.parts and not self.line.extra),
            ("part number unknown", not self.line.part_number and self.line.section != "Services"),
            ("part number assumed", self.confidence == "assumed"),
            ("no source for this length", not self.line.published),
            ("GPU to be chosen", any(isinstance(part, Node) and len(part.gpu) > 1 for part in self.parts)),
            ("discontinued", any(part.discontinued for part in self.parts)),
        )
        return tuple(text for text, holds in checks if holds)


def bill_rows(design: Design, lines: tuple[BillLine, ...]) -> tuple[BillRow, ...]:
    """Return the rows of the bill, numbered."""
    return tuple(
        BillRow(number, line, tuple(design.parts[part] for part in line.parts if part in design.parts))
        for number, line in enumerate(lines, 1)
    )


def _confidence(part: AnyPart) -> str:
    """Lengths of fibre have part numbers of their own."""
    source = part.source("lengths" if isinstance(part, Fibre) else "part_number")
    return source.confidence if source is not None else "unknown"
