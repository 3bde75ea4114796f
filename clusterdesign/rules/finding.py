"""A finding is data: what is wrong, where, by how much, and the way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one rule at one place.

    Attributes:
        code: ``CBL104``.
        name: kebab-case name of the fault, ``cable-too-short``.
        paths: components it is about, the main one first.
        measured, limit, margin: texts with units; empty where they make no sense.
        message: one sentence.
        fix: the way out.
        source: where the limit comes from.
        declared: the line of the definition that it comes from, ``design.py:14``; empty where that is not known.
    """

    code: str
    name: str
    severity: Severity
    paths: tuple[str, ...]
    message: str
    fix: str
    measured: str = ""
    limit: str = ""
    margin: str = ""
    source: str = ""
    declared: str = ""


@dataclass(frozen=True, slots=True)
class NotChecked:
    """A check that could not be made because a value is unknown: a result, never a pass.

    Attributes:
        part: id of the part that lacks the value.
        field: dotted field without a value.
        paths: components of that part, for which the check is missing.
    """

    code: str
    name: str
    part: str
    field: str
    paths: tuple[str, ...]
