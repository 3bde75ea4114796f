"""Which rule finds which mutation, as text that is committed and reviewed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from clusterdesign.design import Design
from clusterdesign.rules import RULES, Report, Rule, check
from clusterdesign.testing.mutations.base import Mutation

_NUMBER = re.compile(r"\d+")

_Said: TypeAlias = tuple[str, str]
"""A code and what was said."""


def said(report: Report) -> frozenset[_Said]:
    """Return what a report says, for comparison: remarks count components, so their numbers are left out."""
    findings = {
        (finding.code, _NUMBER.sub("#", finding.message) if finding.severity == "info" else finding.message)
        for finding in report.findings
    }
    return frozenset(findings | {(gap.code, f"{gap.field} of {gap.part}") for gap in report.not_checked})


def fresh(design: Design, mutation: Mutation, before: frozenset[_Said] | None = None) -> frozenset[str]:
    """Return the codes of what a mutation adds to the report of a design: findings, and checks not made.

    Args:
        design: a sound design.
        mutation: the fault.
        before: what the report of the design says, where it is known already.
    """
    report = check(mutation.apply(design), **mutation.check)
    return frozenset(code for code, _ in said(report) - (before or said(check(design))))


def kill_matrix(design: Design, mutations: Iterable[Mutation], rules: Iterable[Rule] = RULES) -> str:
    """Print for every rule the mutations that it finds, and for every further hit the reason.

    A row without a mutation is a rule that nothing shows to work; ``unexplained`` marks a hit that the mutation
    does not declare, ``missed`` one that it declares and that did not come.
    """
    before = said(check(design))
    hits = [(mutation, fresh(design, mutation, before)) for mutation in mutations]
    lines = []
    for rule in rules:
        killers = [mutation.name for mutation, codes in hits if rule.code in codes and rule.code in mutation.codes]
        lines.append(f"{rule.code} {rule.name}: {', '.join(killers) or 'NOTHING'}")
    lines += ["", "further hits:"]
    for mutation, codes in hits:
        lines += _further(mutation, codes)
    return "\n".join(lines) + "\n"


def _further(mutation: Mutation, codes: frozenset[str]) -> Iterator[str]:
    for code in sorted(codes - set(mutation.codes)):
        yield f"{mutation.name}: {code}, {mutation.also.get(code, 'UNEXPLAINED')}"
    for code in sorted(mutation.expected - codes):
        yield f"{mutation.name}: {code} MISSED"
