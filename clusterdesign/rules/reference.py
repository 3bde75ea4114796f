"""The reference pages of the rules, written from their docstrings and limits."""

from __future__ import annotations

from collections.abc import Iterable

from clusterdesign.errors import DesignError
from clusterdesign.rules.docs import SECTIONS, Text, read
from clusterdesign.rules.index import group
from clusterdesign.rules.registry import RULES
from clusterdesign.rules.rule import FAMILIES, Rule

_HEADS = {"Why": "Why it matters on site", "Example": "Example", "Fix": "Way out", "Source": "Source"}


def page(rule: Rule) -> Text:
    """Return what the docstring of a rule says.

    Raises:
        DesignError: it has no text, or lacks a section.
    """
    text = read(rule.function)
    missing = [name for name in SECTIONS if not text.sections.get(name)]
    if missing or not text.checks:
        raise DesignError(
            f"its docstring lacks {', '.join(missing) or 'what it checks'}",
            thing=rule.code,
            fix=f"write what it checks, then paragraphs that begin with {', '.join(f'{name}:' for name in SECTIONS)}",
        )
    return text


def render(rule: Rule) -> str:
    """Return the reference page of a rule as Markdown."""
    parts = page(rule)
    lines = [
        f"# {rule.code} {rule.name}",
        "",
        f"Severity: **{rule.severity}**. Family: {FAMILIES.get(rule.family, rule.family)}. Theme: {rule.theme}.",
    ]
    for paragraph in parts.checks:
        lines += ["", paragraph]
    for name, text in parts.sections.items():
        lines += ["", f"## {_HEADS[name]}", "", text[0].upper() + text[1:]]
    if rule.limits:
        lines += ["", "## Limits", "", "| name | default | what it limits | source |", "|---|---|---|---|"]
        lines += [
            f"| `{rule.code}.{limit.name}` | {limit.default} | {limit.text} | {limit.source} |" for limit in rule.limits
        ]
    return "\n".join(lines) + "\n"


def overview(rules: Iterable[Rule] = RULES) -> str:
    """Return the page that lists all rules, family by family, as Markdown."""
    rules = tuple(rules)
    lines = [
        "# Rules",
        "",
        "A rule reads the design, finds faults and never repairs. An error means that the design cannot be built or",
        "does not do what it declares; a warning, that somebody should decide; a remark needs no action.",
    ]
    for family, members in group((rule.family, rule) for rule in rules).items():
        lines += ["", f"## {family}: {FAMILIES.get(family, family)}", "", "| code | name | severity | what it checks |"]
        lines.append("|---|---|---|---|")
        lines += [
            f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity} | {page(rule).checks[0]} |"
            for rule in members
        ]
    toc = ["", "```{toctree}", ":hidden:", "", *(rule.code for rule in rules), "```"]
    return "\n".join(lines + toc) + "\n"


def pages(rules: Iterable[Rule] = RULES) -> dict[str, str]:
    """Return the reference pages by file name: ``index.md`` and ``<code>.md`` for each rule."""
    rules = tuple(rules)
    return {"index.md": overview(rules), **{f"{rule.code}.md": render(rule) for rule in rules}}
