"""Pieces that rule files and dashboards are made of: plain data, ready for YAML or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

Severity: TypeAlias = Literal["critical", "warning"]
"""``critical``: somebody must act now, work is lost or about to be. ``warning``: it can wait for the day."""

Data: TypeAlias = dict[str, Any]
"""Plain data as JSON knows it."""

_SPECIAL = re.compile(r"([.+*?()\[\]{}|^$\\])")


def match(**labels: str) -> str:
    """Return a selector of PromQL, ``{job="node",rack="A05"}``; a value that begins with ``~`` is an expression."""
    pairs = (
        f"{name}=~{json.dumps(v[1:])}" if v.startswith("~") else f"{name}={json.dumps(v)}" for name, v in labels.items()
    )
    return f"{{{','.join(pairs)}}}"


def either(values: Iterable[str]) -> str:
    """Return the expression for a selector that one of some values fits, each of them taken literally."""
    return "~" + "|".join(literal(value) for value in values)


def literal(text: str) -> str:
    """Return the expression that fits a text alone; names may hold points and plus signs."""
    return _SPECIAL.sub(r"\\\1", text)


def number(value: float) -> str:
    """Print a threshold: at most four decimals, none that say nothing, never an exponent."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def record(name: str, expr: str) -> Data:
    """Return a recording rule."""
    return {"record": name, "expr": expr}


def constant(name: str, value: float, labels: Mapping[str, str]) -> Data:
    """Return a recording rule that states a number or a fact of the design."""
    return {"record": name, "expr": f"vector({number(value)})", "labels": dict(labels)}


def alert(
    name: str,
    expr: str,
    *,
    wait: str,
    severity: Severity,
    concern: str,
    summary: str,
    why: str,
    labels: Mapping[str, str] | None = None,
) -> Data:
    """Return an alerting rule.

    Args:
        name: stable: routes and silences refer to it.
        expr: what holds while it fires.
        wait: how long that must hold, ``5m``.
        severity: of every alert of the rule.
        concern: what it is about, for routes.
        summary: one line with the path of the component; a template.
        why: the threshold, what it follows from, and what to look at; a template.
        labels: more labels, where the expression leaves none.
    """
    return {
        "alert": name,
        "expr": expr,
        "for": wait,
        "labels": {"severity": severity, "concern": concern, **(labels or {})},
        "annotations": {"summary": summary, "description": why},
    }


def group(name: str, rules: Sequence[Data], interval: str = "") -> Data:
    """Return a group of rules, which are evaluated one after the other."""
    return {"name": name, **({"interval": interval} if interval else {}), "rules": list(rules)}


__all__ = ["Data", "Severity", "alert", "constant", "either", "group", "literal", "match", "number", "record"]
