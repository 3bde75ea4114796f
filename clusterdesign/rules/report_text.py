"""A report as plain text: grouped by rule, long groups counted, nothing left out without saying so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from clusterdesign.rules.finding import Finding, NotChecked, Severity
from clusterdesign.rules.index import group
from clusterdesign.rules.words import count, listed


class _Ran(Protocol):
    """What the text needs to know of a rule that ran."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def severity(self) -> Severity: ...
    @property
    def findings(self) -> int: ...


class _Limit(Protocol):
    """What the text needs to know of a replaced limit."""

    @property
    def rule(self) -> str: ...
    @property
    def limit(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def default(self) -> str: ...


class _Report(Protocol):
    """What the text needs of a report; the report itself imports this module."""

    @property
    def design(self) -> str: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...
    @property
    def not_checked(self) -> tuple[NotChecked, ...]: ...
    @property
    def ran(self) -> Sequence[_Ran]: ...
    @property
    def ignored(self) -> Sequence[_Ran]: ...
    @property
    def limits(self) -> Sequence[_Limit]: ...
    def count(self, severity: Severity) -> int: ...


def text(report: _Report, *, first: int) -> str:
    """Return a report as text; of each rule the first findings in full."""
    lines = [
        f"{report.design}: {count(report.count('error'), 'error')}, {count(report.count('warning'), 'warning')}, "
        f"{count(report.count('info'), 'remark')}, {count(len(report.not_checked), 'check')} not made"
    ]
    for part in (_findings(report.findings, first), _not_checked(report.not_checked), _rest(report)):
        block = list(part)
        if block:
            lines += ["", *block]
    return "\n".join(lines) + "\n"


def _findings(findings: Sequence[Finding], first: int) -> Iterator[str]:
    for (severity, code, name), found in group(((f.severity, f.code, f.name), f) for f in findings).items():
        yield f"{severity} {code} {name}: {count(len(found), 'finding')}"
        for finding in found[:first]:
            yield f"  {finding.message}"
        rest = found[first:]
        if rest:
            yield f"  and {len(rest)} more: {listed(list(dict.fromkeys(map(_subject, rest))))}"
        for fix in dict.fromkeys(finding.fix for finding in found):
            yield f"  way out: {fix}"


def _subject(finding: Finding) -> str:
    return finding.paths[0] if finding.paths else finding.message


def _not_checked(gaps: Sequence[NotChecked]) -> Iterator[str]:
    """One line for each value that is missing, however many components and rules it touches."""
    if gaps:
        yield "not checked:"
    for (part, field), found in group(((gap.part, gap.field), gap) for gap in gaps).items():
        rules = ", ".join(f"{gap.code} {gap.name}" for gap in found)
        paths = list(dict.fromkeys(path for gap in found for path in gap.paths))
        what = f"{field} unknown for part {part}" if part else f"{field} not declared"
        where = f" ({count(len(paths), 'component')}: {listed(paths)})" if paths else ""
        yield f"  {what}{where}: {rules}"


def _rest(report: _Report) -> Iterator[str]:
    for entry in report.ignored:
        yield f"ignored: {entry.code} {entry.name} ({count(entry.findings, 'finding')})"
    for limit in report.limits:
        yield f"limit replaced: {limit.rule}.{limit.limit} is {limit.value}, by default {limit.default}"
    codes = [entry.code for entry in report.ran]
    yield f"ran {count(len(codes), 'rule')}: {' '.join(codes)}"
