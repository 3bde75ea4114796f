"""The result of a check: what was found, what could not be checked and why, what was left out, what ran."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from clusterdesign.rules.finding import Finding, NotChecked, Severity
from clusterdesign.rules.junit import junit
from clusterdesign.rules.limits import ChangedLimit
from clusterdesign.rules.report_text import text
from clusterdesign.rules.waiving import Waived

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""Gravest first, the order of reports."""

SCHEMA = 1
"""Version of ``findings.json``."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A rule that ran.

    Attributes:
        findings: how many findings it made; with an ignored rule, how many were left out.
        ignored: True when its results were left out by request.
        failed: True when it raised an error and did not finish.
    """

    code: str
    name: str
    severity: Severity
    findings: int
    ignored: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check.

    Attributes:
        design: name of the design.
        findings: sorted by severity, code and path.
        not_checked: sorted by part, field and code.
        ran: every rule that ran, in the order of the registry.
        limits: limits that were replaced.
        waived: findings that somebody has accepted; they are not among the findings.
        bundle: name of the bundle that was asked for; empty for all rules.
        left_out: codes of the rules that are not in the bundle and did not run.
        today: the date that waivers were compared with; empty where none was given.
    """

    design: str
    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...]
    ran: tuple[Ran, ...]
    limits: tuple[ChangedLimit, ...] = ()
    waived: tuple[Waived, ...] = ()
    bundle: str = ""
    left_out: tuple[str, ...] = ()
    today: str = ""

    @property
    def ok(self) -> bool:
        """True without findings of severity error. What was not checked does not make a design wrong."""
        return self.count("error") == 0

    @property
    def ignored(self) -> tuple[Ran, ...]:
        """Rules whose results were left out by request."""
        return tuple(entry for entry in self.ran if entry.ignored)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of one severity."""
        return sum(1 for finding in self.findings if finding.severity == severity)

    @property
    def counts(self) -> dict[str, int]:
        """Number of findings by severity, of waived ones and of what was not checked."""
        found: dict[str, int] = {severity: self.count(severity) for severity in SEVERITIES}
        return found | {"waived": len(self.waived), "not checked": len(self.not_checked)}

    def codes(self) -> frozenset[str]:
        """Return the codes of all findings."""
        return frozenset(finding.code for finding in self.findings)

    def without_lines(self) -> Report:
        """Return the report without the lines of the definition.

        Files that a build writes are so: a design that is read from ``design.json`` gives the same bytes, and a
        comment in the definition changes nothing that is committed.
        """
        return replace(
            self,
            findings=tuple(replace(finding, declared="") for finding in self.findings),
            waived=tuple(replace(one, finding=replace(one.finding, declared="")) for one in self.waived),
        )

    def to_json(self, *, lines: bool = False) -> str:
        """Return the report as JSON with one finding a line, so that a difference shows finding by finding.

        Args:
            lines: whether findings name the line of the definition they come from.
        """
        if not lines:
            return self.without_lines().to_json(lines=True)
        head = {
            "schema": SCHEMA,
            "design": self.design,
            "ok": self.ok,
            "counts": self.counts,
            "bundle": self.bundle,
            "today": self.today,
            "left_out": self.left_out,
        }
        lists: dict[str, Iterable[Any]] = {
            "findings": self.findings,
            "not_checked": self.not_checked,
            "waived": self.waived,
            "ignored": self.ignored,
            "limits": self.limits,
            "rules": self.ran,
        }
        text = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
        for key, records in lists.items():
            rows = ",\n".join(f"    {_json(asdict(record))}" for record in records)
            comma = "" if key == "rules" else ","
            text.append(f"  {_json(key)}: [\n{rows}\n  ]{comma}" if rows else f"  {_json(key)}: []{comma}")
        return "{\n" + "\n".join(text) + "\n}\n"

    def to_text(self, *, first: int = 5, lines: bool = False) -> str:
        """Return the report as plain text.

        Args:
            first: how many findings of one rule are printed in full; the rest is counted.
            lines: whether findings name the line of the definition they come from.
        """
        return text(self if lines else self.without_lines(), first=first)

    def to_junit(self) -> str:
        """Return the report as JUnit XML: a test case for each rule."""
        return junit(self)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
