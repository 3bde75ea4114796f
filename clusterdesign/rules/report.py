"""A check of a design: what was found, what could not be checked and why, what was ignored, what ran."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from clusterdesign.design.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.names import natural_key, natural_sorted
from clusterdesign.rules.finding import Finding, NotChecked, Severity
from clusterdesign.rules.registry import RULES, named
from clusterdesign.rules.report_text import text
from clusterdesign.rules.rule import Rule, Value

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
    """

    code: str
    name: str
    severity: Severity
    findings: int
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class ChangedLimit:
    """A limit that the project replaced."""

    rule: str
    limit: str
    value: str
    default: str


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check.

    Attributes:
        design: name of the design.
        findings: sorted by severity, code and path.
        not_checked: sorted by part, field and code.
        ran: every rule, in the order of the registry.
        limits: limits that were replaced.
    """

    design: str
    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...]
    ran: tuple[Ran, ...]
    limits: tuple[ChangedLimit, ...] = ()

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
        """Number of findings by severity, and of what was not checked."""
        found: dict[str, int] = {severity: self.count(severity) for severity in SEVERITIES}
        return found | {"not checked": len(self.not_checked)}

    def codes(self) -> frozenset[str]:
        """Return the codes of all findings."""
        return frozenset(finding.code for finding in self.findings)

    def to_json(self) -> str:
        """Return the report as JSON with one finding a line, so that a difference shows finding by finding."""
        head = {"schema": SCHEMA, "design": self.design, "ok": self.ok, "counts": self.counts}
        lists: dict[str, Iterable[Any]] = {
            "findings": self.findings,
            "not_checked": self.not_checked,
            "limits": self.limits,
            "rules": self.ran,
        }
        lines = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
        for key, records in lists.items():
            rows = ",\n".join(f"    {_json(asdict(record))}" for record in records)
            comma = "" if key == "rules" else ","
            lines.append(f"  {_json(key)}: [\n{rows}\n  ]{comma}" if rows else f"  {_json(key)}: []{comma}")
        return "{\n" + "\n".join(lines) + "\n}\n"

    def to_text(self, *, first: int = 5) -> str:
        """Return the report as plain text.

        Args:
            first: how many findings of one rule are printed in full; the rest is counted.
        """
        return text(self, first=first)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def check(
    design: Design,
    *,
    ignore: Iterable[str] = (),
    limits: Mapping[str, Value | str] | None = None,
    rules: Iterable[Rule] = RULES,
) -> Report:
    """Run the rules over a design.

    Args:
        design: what to check; it is only read.
        ignore: codes or names of rules whose results are left out. They run all the same, so that the report
            can say how much was left out.
        limits: replacements for limits, by ``<code>.<limit>``: ``{"CBL105.slack_share": 0.05}``.
        rules: the rules to run, all by default.

    Raises:
        DesignError: a rule or limit does not exist, or a limit cannot have that value.
    """
    rules = tuple(rules)
    left_out = {named(text, rules).code for text in ignore}
    values, changed = _limits(limits or {}, rules)
    findings: list[Finding] = []
    gaps: dict[tuple[str, str, str], NotChecked] = {}
    ran: list[Ran] = []
    for rule in rules:
        results = list(rule(design, **values.get(rule.code, {})))
        own = [result for result in results if isinstance(result, Finding)]
        skip = rule.code in left_out
        ran.append(Ran(rule.code, rule.name, rule.severity, len(own), skip))
        if skip:
            continue
        findings.extend(own)
        for result in results:
            if isinstance(result, NotChecked):
                paths = tuple(natural_sorted(result.paths))
                gaps[result.part, result.field, result.code] = replace(result, paths=paths)
    return Report(
        design=design.name,
        findings=tuple(sorted(findings, key=_order)),
        not_checked=tuple(gaps[key] for key in sorted(gaps)),
        ran=tuple(ran),
        limits=changed,
    )


def _order(finding: Finding) -> tuple[Any, ...]:
    paths = tuple(natural_key(path) for path in finding.paths)
    return SEVERITIES.index(finding.severity), finding.code, paths, finding.message


def _limits(
    limits: Mapping[str, Value | str], rules: tuple[Rule, ...]
) -> tuple[dict[str, dict[str, Value | str]], tuple[ChangedLimit, ...]]:
    """Sort replaced limits by rule, and list them."""
    values: dict[str, dict[str, Value | str]] = {}
    changed = []
    for key in sorted(limits):
        head, _, name = key.partition(".")
        rule = named(head, rules)
        found = next((limit for limit in rule.limits if limit.name == name), None)
        if found is None:
            known = ", ".join(f"{rule.code}.{limit.name}" for limit in rule.limits)
            raise DesignError("no such limit", thing=key, fix=f"its limits are {known or 'none'}")
        value = found.read(limits[key], thing=rule.code)
        values.setdefault(rule.code, {})[name] = value
        changed.append(ChangedLimit(rule.code, name, str(value), str(found.default)))
    return values, tuple(changed)
