"""Limits that a project sets: those that the design carries, and those that are passed to the check, which win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clusterdesign.design.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.rules.outcome import Refused
from clusterdesign.rules.rule import Limit, Rule, Value


@dataclass(frozen=True, slots=True)
class ChangedLimit:
    """A limit that the project replaced.

    Attributes:
        because: the reason, where the design declares the limit.
    """

    rule: str
    limit: str
    value: str
    default: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """Limits by rule, those that differ from their defaults, and those that cannot be."""

    values: Mapping[str, Mapping[str, Value]]
    changed: tuple[ChangedLimit, ...]
    refused: tuple[Refused, ...]


def settle(design: Design, given: Mapping[str, Value | str], rules: Mapping[str, Rule]) -> Settled:
    """Sort replaced limits by rule. One that cannot be leaves the default in force and is listed as refused.

    Args:
        design: carries the limits that its definition declares.
        given: limits that are passed to the check.
        rules: every rule by code and by name.
    """
    values: dict[str, dict[str, Value]] = {}
    changed: dict[tuple[str, str], ChangedLimit] = {}
    refused = []
    for key, value, because, about in _all(design, given):
        try:
            rule, limit = _find(key, rules)
            read = limit.read(value, thing=key)
        except DesignError as error:
            refused.append(Refused(key, error.what, error.fix, about))
            continue
        values.setdefault(rule.code, {})[limit.name] = read
        changed[rule.code, limit.name] = ChangedLimit(rule.code, limit.name, str(read), str(limit.default), because)
    return Settled(values, tuple(changed[key] for key in sorted(changed)), tuple(refused))


def _all(design: Design, given: Mapping[str, Value | str]) -> Iterator[tuple[str, Value | str, str, str]]:
    for n, limit in enumerate(design.limits):
        yield limit.limit, limit.value, limit.because, f"limit/{n}"
    for key in sorted(given):
        yield key, given[key], "", ""


def _find(key: str, rules: Mapping[str, Rule]) -> tuple[Rule, Limit]:
    head, _, name = key.partition(".")
    rule = rules.get(head)
    if rule is None:
        raise DesignError("no such rule", fix="`clusterdesign rules list` prints every rule with its limits")
    found = next((limit for limit in rule.limits if limit.name == name), None)
    if found is None:
        known = ", ".join(f"{rule.code}.{limit.name}" for limit in rule.limits)
        raise DesignError("no such limit", fix=f"its limits are {known or 'none'}")
    return rule, found
