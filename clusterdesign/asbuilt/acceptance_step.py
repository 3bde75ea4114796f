"""A step of the acceptance plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Scope: TypeAlias = Literal["link", "node", "rail", "unit", "cluster"]


@dataclass(frozen=True, slots=True)
class Step:
    """A test of the plan.

    Attributes:
        stage: the order of stages; steps of one stage may run side by side.
        what: what it is run on.
        count: on how many of them.
        expected: what the design promises, as text.
        limit: the least that passes, in ``unit``; None where none is published.
        source: who published the limit.
    """

    stage: int
    scope: Scope
    test: str
    what: str
    count: int
    command: str
    expected: str
    limit: float | None
    unit: str
    source: str
