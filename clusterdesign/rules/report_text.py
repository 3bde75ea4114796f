"""A report as plain text: grouped by rule, long groups counted, nothing left out without saying so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from clusterdesign.rules.finding import Finding, NotChecked
from clusterdesign.rules.index import group
from clusterdesign.rules.words import count, listed

if TYPE_CHECKING:
    # The report imports this module to print itself.
    from clusterdesign.rules.report import Report
    from clusterdesign.rules.waiving import Waived


def text(report: Report, *, first: int) -> str:
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
        places = list(dict.fromkeys(finding.declared for finding in found if finding.declared))
        if places:
            yield f"  declared at {listed(places)}"


def _subject(finding: Finding) -> str:
    return finding.paths[0] if finding.paths else finding.message


def _not_checked(gaps: Sequence[NotChecked]) -> Iterator[str]:
    """One line for each value that is missing, however many components and rules it touches."""
    yield "not checked:" if gaps else "not checked: nothing"
    for (part, field), found in group(((gap.part, gap.field), gap) for gap in gaps).items():
        rules = ", ".join(f"{gap.code} {gap.name}" for gap in found)
        paths = list(dict.fromkeys(path for gap in found for path in gap.paths))
        what = f"{field} unknown for part {part}" if part else f"{field} not declared"
        where = f" ({count(len(paths), 'component')}: {listed(paths)})" if paths else ""
        yield f"  {what}{where}: {rules}"


def _rest(report: Report) -> Iterator[str]:
    for entry in report.ignored:
        yield f"ignored: {entry.code} {entry.name} ({count(entry.findings, 'finding')})"
    if not report.ignored:
        yield "ignored: nothing"
    yield from _waived(report.waived)
    for limit in report.limits:
        because = f", because {limit.because}" if limit.because else ""
        yield f"limit replaced: {limit.rule}.{limit.limit} is {limit.value}, by default {limit.default}{because}"
    if report.today:
        yield f"waivers compared with {report.today}"
    if report.bundle:
        left = " ".join(report.left_out)
        yield f"bundle {report.bundle}: {count(len(report.left_out), 'rule')} not run{': ' if left else ''}{left}"
    codes = [entry.code + ("!" if entry.failed else "") for entry in report.ran]
    yield f"ran {count(len(codes), 'rule')}: {' '.join(codes)}"


def _waived(waived: Sequence[Waived]) -> Iterator[str]:
    """One line for each waiver, however many findings it accepts."""
    if not waived:
        yield "waived: nothing"
    pairs = (((one.finding.code, one.finding.name, one.because, one.until), one.finding) for one in waived)
    for (code, name, because, until), found in group(pairs).items():
        last = f", until {until}" if until else ""
        subjects = listed(list(dict.fromkeys(map(_subject, found))))
        yield f"waived: {code} {name} ({count(len(found), 'finding')}: {subjects}), because {because}{last}"
