"""Every rule has a folder named after its code: ``case.py`` with a design that triggers it and one that does not,
and ``expected.txt`` with all that it then says, word for word. A rule without them fails here.

A case of a rule about the check itself may hold CHECK, arguments of the check; ASKED says that they alone trigger it.

``UPDATE_GOLDENS=1 pytest tests/rules`` writes the expected texts anew; the difference is what to review.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from clusterdesign.design.design import Design
from clusterdesign.rules import RULES, Finding, NotChecked, Rule, check
from clusterdesign.rules.reference import pages
from tests.rules.designs import sound

HERE = Path(__file__).parent

by_code = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


def _case(rule: Rule) -> ModuleType:
    return import_module(f"tests.rules.{rule.code}.case")


def _said(rule: Rule, case: ModuleType, design: Design) -> list[Finding | NotChecked]:
    """Return what a rule says; one about the check itself needs a check, with the arguments that the case gives."""
    if not rule.after:
        return list(rule(design))
    report = check(design, **getattr(case, "CHECK", {}))
    said: list[Finding | NotChecked] = [*report.findings, *report.not_checked]
    return [result for result in said if result.code == rule.code]


def _words(result: Finding | NotChecked) -> str:
    if isinstance(result, NotChecked):
        return f"not checked: {result.field} of {result.part or 'the design'}\n  paths: {', '.join(result.paths)}\n"
    lines = [
        f"{result.severity} {result.code} {result.name}",
        f"  {result.message}",
        f"  paths: {', '.join(result.paths)}",
        f"  measured: {result.measured}; limit: {result.limit}; margin: {result.margin}",
        f"  way out: {result.fix}",
        f"  source: {result.source}",
    ]
    return "\n".join(lines) + "\n"


@by_code
def test_says_exactly_this(rule: Rule) -> None:
    case = _case(rule)
    said = "".join(_words(result) for result in _said(rule, case, case.triggering()))
    golden = HERE / rule.code / "expected.txt"
    if os.environ.get("UPDATE_GOLDENS"):
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")
    assert said


@by_code
def test_is_silent_about_its_clean_design(rule: Rule) -> None:
    case = _case(rule)
    assert list(rule(case.clean())) == []
    # What a rule about the check says also depends on how the check was asked for.
    if rule.after and not getattr(case, "ASKED", False):
        assert _said(rule, case, case.clean()) == []


@by_code
def test_its_fault_raises_it_and_what_follows_from_it_only(rule: Rule) -> None:
    case = _case(rule)
    report = check(case.triggering(), **getattr(case, "CHECK", {}))
    found = report.codes() | {gap.code for gap in report.not_checked if gap.code == rule.code}
    assert found == {rule.code, *getattr(case, "ALSO", ())}


@by_code
def test_findings_are_complete(rule: Rule) -> None:
    case = _case(rule)
    for result in _said(rule, case, case.triggering()):
        if isinstance(result, NotChecked):
            continue
        assert result.message
        assert not result.message.endswith(".")
        assert result.message[0].islower() or not result.message[0].isalpha() or "/" in result.message.split()[0]
        assert result.fix
        assert result.name == rule.name


def test_nothing_to_say_about_a_sound_design() -> None:
    report = check(sound())
    assert report.findings == ()
    assert report.not_checked == ()


def test_folders_and_rules_are_the_same_set() -> None:
    folders = {path.parent.name for path in HERE.glob("*/case.py")}
    assert folders == {rule.code for rule in RULES}
    assert {path.parent.name for path in HERE.glob("*/expected.txt")} == folders


def test_every_rule_has_a_page() -> None:
    assert set(pages()) == {"index.md"} | {f"{rule.code}.md" for rule in RULES}
