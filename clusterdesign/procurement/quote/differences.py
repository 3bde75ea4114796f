"""What may be wrong with a quote: one record a fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

DifferenceKind: TypeAlias = Literal[
    "missing",
    "short",
    "over",
    "spares left out",
    "offered twice",
    "extra",
    "other part, fits",
    "other part, does not fit",
    "other part, not judged",
    "no quantity",
    "other unit",
    "price differs",
    "two prices",
    "wrong amount",
    "other currency",
]

KINDS: tuple[DifferenceKind, ...] = get_args(DifferenceKind)
"""In the order of the report: what cannot be built first, then money."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One fault of a quote.

    Attributes:
        key: the line of the bill; empty for what the bill does not have.
        offered: part number or description as the quote spells it; empty for what is missing.
        places: rows of the quote.
        needed, got: how many are needed and offered; None where that says nothing.
        what: one sentence.
        fix: what to ask the supplier for.
        rules: codes of the rules that say that a part does not fit.
    """

    kind: DifferenceKind
    key: str
    what: str
    fix: str
    offered: str = ""
    places: tuple[str, ...] = ()
    needed: int | None = None
    got: int | None = None
    rules: tuple[str, ...] = ()


__all__ = ["KINDS", "Difference", "DifferenceKind"]
