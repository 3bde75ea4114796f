"""Sheets of labels that are on sale: how many, how large, how far apart. All stand in the middle of their sheet.

Measures as in the data sheets of the makers; other makers sell the same grids under their own numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design.printing import LabelStock


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet of labels, in millimetres.

    Attributes:
        page: width and height of the sheet.
        size: width and height of a label.
        across, down: labels beside and below each other.
        gap: between labels beside each other; there is none below.
    """

    page: tuple[float, float]
    size: tuple[float, float]
    across: int
    down: int
    gap: float

    @property
    def count(self) -> int:
        """Labels on a sheet."""
        return self.across * self.down

    def places(self) -> Iterator[tuple[float, float]]:
        """Yield the upper left corner of every label, row by row."""
        (width, height), (wide, high) = self.page, self.size
        left = (width - self.across * wide - (self.across - 1) * self.gap) / 2
        top = (height - self.down * high) / 2
        for row in range(self.down):
            for column in range(self.across):
                yield left + column * (wide + self.gap), top + row * high


_A4, _LETTER = (210.0, 297.0), (215.9, 279.4)

STOCK: dict[LabelStock, Stock] = {
    "avery-l7651": Stock(_A4, (38.1, 21.2), across=5, down=13, gap=2.5),
    "avery-l4731": Stock(_A4, (25.4, 10.0), across=7, down=27, gap=2.5),
    "avery-l7636": Stock(_A4, (45.7, 21.2), across=4, down=12, gap=2.5),
    "avery-5160": Stock(_LETTER, (66.675, 25.4), across=3, down=10, gap=3.175),
}
"""By the name under which a design asks for them."""
