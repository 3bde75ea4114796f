from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import pytest

from clusterdesign.design.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.rules import RULES, Rule, named
from clusterdesign.rules.docs import SECTIONS
from clusterdesign.rules.reference import page, pages, render
from clusterdesign.rules.rule import FAMILIES, THEMES, Hit, rule

by_code = pytest.mark.parametrize("each", RULES, ids=lambda each: each.code)


def test_codes_and_names_are_unique() -> None:
    assert len({each.code for each in RULES}) == len(RULES)
    assert len({each.name for each in RULES}) == len(RULES)


def test_rules_stand_in_the_order_of_families_and_numbers() -> None:
    order = [(list(FAMILIES).index(each.family), each.code) for each in RULES]
    assert order == sorted(order)


@by_code
def test_code_and_name_have_their_form(each: Rule) -> None:
    assert each.family in FAMILIES
    assert re.fullmatch(r"[A-Z]{3}\d{3}", each.code)
    assert each.code[3] in THEMES
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", each.name)


@by_code
def test_the_function_takes_exactly_its_limits(each: Rule) -> None:
    parameters = list(inspect.signature(each.function).parameters.values())[1 + each.after :]
    assert all(parameter.kind.name in {"KEYWORD_ONLY", "VAR_KEYWORD"} for parameter in parameters)
    if not any(parameter.kind.name == "VAR_KEYWORD" for parameter in parameters):
        assert [parameter.name for parameter in parameters] == [limit.name for limit in each.limits]
    assert all(limit.source and limit.text for limit in each.limits)


@by_code
def test_the_page_says_everything(each: Rule) -> None:
    text = render(each)
    assert text.startswith(f"# {each.code} {each.name}\n")
    for head in ("Why it matters on site", "Example", "Way out", "Source"):
        assert f"\n## {head}\n\n" in text
    assert all(page(each).sections[name].endswith(".") for name in SECTIONS)
    assert page(each).checks[0].endswith(".")
    assert ("## Limits" in text) == bool(each.limits)


def test_a_page_word_for_word() -> None:
    assert pages()["CBL105.md"] == (
        "# CBL105 cable-slack-low\n\n"
        "Severity: **warning**. Family: cabling. Theme: capacity.\n\n"
        "A cable reaches, but with less slack than the declared share of its run.\n\n"
        "## Why it matters on site\n\n"
        "Without slack the cable hangs across its neighbours, and nothing slides out for service.\n\n"
        "## Example\n\nA 3 m cable for a run of 2.9 m.\n\n"
        "## Way out\n\nOrder the next longer length, or declare a smaller share for this project.\n\n"
        "## Source\n\nHouse practice; a default that a project may replace.\n\n"
        "## Limits\n\n"
        "| name | default | what it limits | source |\n|---|---|---|---|\n"
        "| `CBL105.slack_share` | 0.1 | least share of the run by which a bought cable is longer "
        "| house practice of cabling installers, 10 % |\n"
    )


def test_the_overview_links_every_page() -> None:
    overview = pages()["index.md"]
    assert all(f"[{each.code}]({each.code}.md)" in overview for each in RULES)


def test_a_docstring_without_its_sections_is_refused() -> None:
    @rule("XYZ001", "half-written", "info")
    def half_written(design: Design) -> Iterator[Hit]:
        """It checks something.

        Why: Because.
        """
        yield Hit(paths=(), message=design.name, fix="none")

    with pytest.raises(DesignError, match="lacks Example, Fix, Source"):
        page(half_written)


def test_rules_are_found_by_code_and_name() -> None:
    assert named("NET301") is named("leaf-oversubscribed")
    with pytest.raises(DesignError, match="codes look like NET301"):
        named("?")
