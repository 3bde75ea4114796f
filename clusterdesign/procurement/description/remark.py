"""What the documents of a tender lack, or what in them the law forbids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["error", "warning", "info"]

LEVELS: tuple[Level, ...] = ("error", "warning", "info")
"""The worst first."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark.

    Attributes:
        at: the passage, position or field of the declaration that it is about.
        what: what is wrong or unknown.
        fix: the way out.
    """

    level: Level
    at: str
    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.level}: {self.at}: {self.what}\n  way out: {self.fix}"


__all__ = ["LEVELS", "Level", "Remark"]
