"""Rules of other packages: what their entry points name, taken only if they keep to their prefix."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clusterdesign.errors import DesignError
from clusterdesign.plugins import Failed, Loaded, loaded
from clusterdesign.rules.reference import page
from clusterdesign.rules.registry import RULES
from clusterdesign.rules.rule import FAMILIES, THEMES, Rule

_PREFIX = re.compile(r"[A-Z]{3,8}")

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def installed() -> tuple[tuple[Rule, ...], tuple[Failed, ...]]:
    """Return the rules of plug-ins and the plug-ins that cannot be used, those of other kinds included."""
    good, bad = loaded("rules")
    rules: list[Rule] = []
    failed = list(bad)
    for one in good:
        fault = _fault(one)
        if fault:
            failed.append(Failed(one.plugin, fault, one.plugin.value))
        else:
            rules += _listed(one.value)
    for other in (loaded("catalogs"), loaded("exporters")):
        failed += other[1]
    return tuple(rules), tuple(failed)


def everything() -> tuple[Rule, ...]:
    """Return all rules, those of plug-ins after the built-in ones."""
    return RULES + installed()[0]


def _listed(value: object) -> list[Rule]:
    values = value if isinstance(value, Iterable) else (value,)
    return [rule for rule in values if isinstance(rule, Rule)]


def _fault(one: Loaded) -> str:
    """Say what is wrong with a plug-in; nothing where it can be used."""
    prefix = one.plugin.name
    if not _PREFIX.fullmatch(prefix):
        return f"the name of its entry point, {prefix!r}, is no code prefix: three to eight capital letters"
    if prefix in FAMILIES:
        return f"the prefix {prefix} belongs to the built-in rules"
    values = list(one.value) if isinstance(one.value, Iterable) else [one.value]
    if not values or not all(isinstance(value, Rule) for value in values):
        return "its entry point names no rules"
    return next((fault for rule in values if (fault := _fault_of(rule, prefix, values))), "")


def _fault_of(rule: Rule, prefix: str, rules: list[Rule]) -> str:
    if rule.family != prefix or not rule.code[-3:].isdigit() or rule.code[-3] not in THEMES:
        return f"rule {rule.code} is not {prefix} and three digits, the first one of {', '.join(THEMES)}"
    if not _NAME.fullmatch(rule.name):
        return f"rule {rule.code} is named {rule.name!r}: write lower case with hyphens"
    if any(rule.name == other.name for other in RULES):
        return f"rule {rule.code} is named {rule.name}, as a built-in rule is"
    if sum(rule.code == other.code or rule.name == other.name for other in rules) > 1:
        return f"rule {rule.code} {rule.name} is there twice"
    try:
        page(rule)
    except DesignError as error:
        return str(error).splitlines()[0]
    return ""
