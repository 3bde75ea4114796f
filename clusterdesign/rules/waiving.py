"""Waivers against findings: which finding is accepted, which waiver was needed, which has expired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from clusterdesign.design.design import Design
from clusterdesign.design.records import Waiver
from clusterdesign.names import matches
from clusterdesign.rules.finding import Finding


@dataclass(frozen=True, slots=True)
class Waived:
    """A finding that somebody has accepted.

    Attributes:
        until: last day of the waiver; empty where it has no end.
    """

    finding: Finding
    because: str
    until: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Findings, sorted by whether a waiver accepts them.

    Attributes:
        used: numbers of the waivers that some finding needed, expired ones included.
        expired: numbers of the waivers whose last day is before the date of the check.
    """

    findings: tuple[Finding, ...]
    waived: tuple[Waived, ...]
    used: frozenset[int]
    expired: frozenset[int]


def judge(design: Design, findings: Iterable[Finding], codes: Mapping[str, str], today: date | None) -> Judgement:
    """Sort findings by the waivers of a design; without a date, every waiver holds."""
    waivers = list(enumerate(design.waivers))
    expired = frozenset(n for n, waiver in waivers if today and waiver.until and waiver.until < today.isoformat())
    by_code: dict[str, list[tuple[int, Waiver]]] = {}
    for n, waiver in waivers:
        by_code.setdefault(codes.get(waiver.rule, ""), []).append((n, waiver))
    kept: list[Finding] = []
    waived: list[Waived] = []
    used: set[int] = set()
    for finding in findings:
        path = finding.paths[0] if finding.paths else ""
        matching = [(n, waiver) for n, waiver in by_code.get(finding.code, ()) if matches(waiver.at, path)]
        used.update(n for n, _ in matching)
        accepting = next((waiver for n, waiver in matching if n not in expired), None)
        if accepting is None:
            kept.append(finding)
        else:
            waived.append(Waived(finding, accepting.because, accepting.until))
    return Judgement(tuple(kept), tuple(waived), frozenset(used), expired)
