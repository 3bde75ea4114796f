"""What a check of the catalogue says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One fault or oddity of one part.

    Attributes:
        check: kebab-case name of the fault.
        part: id of the part.
        field: dotted field it is about; empty where it is about several.
        message: one sentence without a full stop.
        fix: the way out.
    """

    check: str
    severity: Severity
    part: str
    field: str
    message: str
    fix: str

    def __str__(self) -> str:
        """Print the finding as one line."""
        place = f"{self.part}: {self.field}" if self.field else self.part
        return f"{self.severity}: {place}: {self.message} [{self.check}]"
