"""Lines of a quote, and rows that are none."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

_SHOWN = 80

NO_QUANTITY = "the cell is empty"
"""Why the quantity of a row that may be a heading cannot be read."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of a quote.

    Attributes:
        place: sheet and row, as messages name them.
        quantity: how many pieces; None where the cell cannot be read.
        price: of one; None where there is none.
        amount: of the line; None where there is none.
        currency: code of ISO 4217; empty where the quote does not say.
        unreadable: why the quantity cannot be read.
    """

    place: str
    part_number: str
    description: str
    manufacturer: str
    quantity: int | None
    unit: str
    price: Decimal | None
    amount: Decimal | None
    currency: str
    unreadable: str = ""

    @property
    def name(self) -> str:
        """What the line offers, for messages."""
        return self.part_number or shortened(self.description)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row that is no line of the quote."""

    place: str
    why: str
    text: str


def shortened(text: str) -> str:
    """Return a text on one line, cut to what a message can hold."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else f"{flat[:_SHOWN]}..."


__all__ = ["NO_QUANTITY", "Offer", "Skipped", "shortened"]
