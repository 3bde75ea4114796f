"""Rules: pure functions from a design to findings, and the report over all of them."""

from __future__ import annotations

from clusterdesign.rules.bundles import BUNDLES, Bundle
from clusterdesign.rules.checking import check
from clusterdesign.rules.finding import Finding, NotChecked, Severity
from clusterdesign.rules.installed import everything
from clusterdesign.rules.outcome import Outcome
from clusterdesign.rules.registry import RULES, named
from clusterdesign.rules.report import Report
from clusterdesign.rules.rule import Gap, Hit, Limit, Rule, rule

__all__ = [
    "BUNDLES",
    "RULES",
    "Bundle",
    "Finding",
    "Gap",
    "Hit",
    "Limit",
    "NotChecked",
    "Outcome",
    "Report",
    "Rule",
    "Severity",
    "check",
    "everything",
    "named",
    "rule",
]
