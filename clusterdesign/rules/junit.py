"""A report as JUnit XML, which continuous integration shows in its test view.

A test case for each rule: error findings fail it, a rule that raised is an error of it, and a rule that was ignored
or could check nothing is skipped. Warnings, remarks and waived findings stand in its output. There are no times and
no host names, so that equal reports have equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from clusterdesign.rules.finding import Finding, NotChecked
from clusterdesign.rules.index import group

if TYPE_CHECKING:
    # The report imports this module to print itself.
    from clusterdesign.rules.report import Ran, Report
    from clusterdesign.rules.waiving import Waived

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> str:
    """Return a report as JUnit XML."""
    found = group((finding.code, finding) for finding in report.findings)
    gaps = group((gap.code, gap) for gap in report.not_checked)
    waived = group((one.finding.code, one) for one in report.waived)
    cases = [
        list(_inside(rule, found.get(rule.code, []), gaps.get(rule.code, []), waived.get(rule.code, [])))
        for rule in report.ran
    ]
    counts = {
        "tests": len(cases),
        "failures": sum(any(line.startswith("<failure") for line in case) for case in cases),
        "errors": sum(any(line.startswith("<error") for line in case) for case in cases),
        "skipped": sum(any(line.startswith("<skipped") for line in case) for case in cases),
    }
    numbers = " ".join(f'{name}="{value}"' for name, value in counts.items())
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites name={_attribute(report.design)} {numbers}>",
        f"  <testsuite name={_attribute(report.design)} {numbers}>",
    ]
    for rule, case in zip(report.ran, cases, strict=True):
        head = f"<testcase classname={_attribute(rule.code)} name={_attribute(rule.name)}"
        lines += [f"    {head}/>"] if not case else [f"    {head}>", *(f"      {x}" for x in case), "    </testcase>"]
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"]) + "\n"


def _inside(rule: Ran, found: Sequence[Finding], gaps: Sequence[NotChecked], waived: Sequence[Waived]) -> Iterator[str]:
    if rule.ignored:
        yield '<skipped message="ignored by request"/>'
        return
    if rule.failed:
        yield f"<error message={_attribute(f'{rule.code} raised an error, see INT007')}/>"
    if found and rule.severity == "error":
        message = found[0].message if len(found) == 1 else f"{found[0].message}, and {len(found) - 1} more"
        yield f"<failure type={_attribute(rule.code)} message={_attribute(message)}>"
        yield f"{_text(found)}</failure>"
    elif found:
        yield f"<system-out>{_text(found)}</system-out>"
    elif gaps and not rule.failed:
        fields = dict.fromkeys(f"{gap.field} of {gap.part}" if gap.part else gap.field for gap in gaps)
        yield f"<skipped message={_attribute('not checked, unknown: ' + ', '.join(fields))}/>"
    if waived:
        texts = "\n".join(f"waived: {one.finding.message}, because {one.because}" for one in waived)
        yield f"<system-err>{escape(_clean(texts))}</system-err>"


def _text(found: Sequence[Finding]) -> str:
    lines = []
    for finding in found:
        place = f"{finding.declared}: " if finding.declared else ""
        lines.append(f"{place}{finding.severity}: {finding.message}\n  way out: {finding.fix}")
    return escape(_clean("\n".join(lines)))


def _attribute(text: str) -> str:
    return quoteattr(_clean(text))


def _clean(text: str) -> str:
    """Replace what XML cannot hold."""
    return _NOT_XML.sub("?", text)
