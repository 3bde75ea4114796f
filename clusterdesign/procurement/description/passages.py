"""Every text of the description, each with its place: what is printed is what is examined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.procurement.description.goods import Good, mark_text


@dataclass(frozen=True, slots=True)
class Passage:
    """One text.

    Attributes:
        at: what it is, for messages.
        text: as printed.
        good: the good that it describes; None for texts about the whole purchase.
        reason: it gives the reason for naming a trade mark, so it names it.
    """

    at: str
    text: str
    good: Good | None = None
    reason: bool = False


def passages(design: Design, goods: tuple[Good, ...]) -> Iterator[Passage]:
    """Yield the texts of a description in their order. The name of the customer is none: it asks for nothing."""
    tender = design.procurement.tender
    yield Passage("subject", tender.subject)
    yield Passage("purpose", tender.purpose)
    for n, text in enumerate(tender.requirements, 1):
        yield Passage(f"requirement {n}", text)
    for mark in design.procurement.compatibility:
        yield Passage(f"reason for {', '.join(mark.words)}", mark.because, reason=True)
    for good in goods:
        yield from _of(good)


def _of(good: Good) -> Iterator[Passage]:
    at = f"position {good.position.number}"
    yield Passage(f"{at}, name", good.name, good)
    for one in good.characteristics:
        yield Passage(f"{at}, {one.name}", str(one), good)
    for mark in good.marks:
        yield Passage(f"{at}, trade mark", mark_text(mark), good)
    code = good.code
    if code is not None:
        for name, text in (
            ("justification", code.justification),
            ("registry", code.registry),
            ("country", code.country),
        ):
            yield Passage(f"{at}, {name}", text, good)


__all__ = ["Passage", "passages"]
