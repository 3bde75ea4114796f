"""Rules: pure functions from a design to findings, and the report over all of them."""

from __future__ import annotations

from clusterdesign.rules.finding import Finding, NotChecked, Severity
from clusterdesign.rules.registry import RULES, named
from clusterdesign.rules.report import Report, check
from clusterdesign.rules.rule import Gap, Hit, Limit, Rule, rule

__all__ = [
    "RULES",
    "Finding",
    "Gap",
    "Hit",
    "Limit",
    "NotChecked",
    "Report",
    "Rule",
    "Severity",
    "check",
    "named",
    "rule",
]
