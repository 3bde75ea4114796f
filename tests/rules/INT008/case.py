"""A plug-in that cannot be imported; the list of plug-ins is replaced while the design is checked."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.plugins import Failed, Plugin
from clusterdesign.rules import RULES, Gap, Hit, Outcome, Rule
from tests.rules.designs import sound

PLUGIN = Plugin("rules", "ACME", "acme_rules:RULES", "acme-rules 1.2")
OUTCOME = Outcome(plugins=(Failed(PLUGIN, "ModuleNotFoundError: No module named 'acme_tools'", "acme_rules.py:3"),))


def _with_outcome(rule: Rule) -> Rule:
    def function(design: Design, outcome: Outcome) -> Iterator[Hit | Gap]:
        del outcome
        yield from rule.function(design, OUTCOME)

    function.__doc__ = rule.function.__doc__
    return Rule(rule.code, rule.name, rule.severity, function, after=True)


CHECK = {"rules": tuple(_with_outcome(rule) if rule.code == "INT008" else rule for rule in RULES)}
ASKED = True


def triggering() -> Design:
    """Any design."""
    return sound()


def clean() -> Design:
    """Any design."""
    return sound()
