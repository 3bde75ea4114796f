"""The texts of the project document: in both languages, and without a figure."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from clusterdesign.rules import RULES
from clusterdesign.sizing.task import TrainingTask
from clusterdesign.sizing.understood import understand
from clusterdesign.tables.proposal import document, faults, words_en, words_ru
from clusterdesign.tables.proposal.teller import WORDS, Teller

ROOM = Path(document.__file__).parent


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_have_the_same_texts() -> None:
    assert words_en.WORDS.keys() == words_ru.WORDS.keys() - words_ru.ASSUMED.keys()


def test_both_languages_print_the_same_figures() -> None:
    english = {key: fields(text) for key, text in words_en.WORDS.items()}
    russian = {key: fields(words_ru.WORDS[key]) for key in english}
    # Russian sentences about what the design leaves out do not name it: rules speak English.
    english["risk.unchecked"] -= {"fields"}
    # English takes the reason from the search.
    differing = {key for key in english if english[key] != russian[key]}

    assert differing == set()


@pytest.mark.parametrize("lang", WORDS)
def test_no_figure_is_typed_into_a_text(lang: str) -> None:
    typed = {key: text for key, text in WORDS[lang].items() if re.search(r"\d", text)}

    # A name, no figure.
    assert {key for key in typed if typed[key].replace("FP8", "") != typed[key]} <= {"why.precision"}
    assert set(typed) <= {"why.precision"}


def test_no_figure_is_typed_into_a_chapter() -> None:
    found = {}
    for path in ROOM.glob("*.py"):
        if path.name.startswith("words_"):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                text = re.sub(r"[a-z]+/\w+|m3/h|level \d|\.\dg|utf-8|A3|A4|fp8|0123456789", "", node.value)
                if re.search(r"\d", text):
                    found[path.name] = node.value

    assert found == {}


def test_every_rule_has_its_russian_words() -> None:
    assert {rule.code for rule in RULES} - faults.russian().keys() == set()


def test_no_two_rules_share_their_russian_words() -> None:
    assert len(set(faults.russian().values())) == len(faults.russian())


def test_a_rule_of_another_package_stays_english() -> None:
    assert faults.fault(Teller("ru"), "OWN001", "not-our-rule") == "Not our rule"
    assert faults.fault(Teller("en"), "CBL104", "cable-too-short") == "Cable too short"


EXPERTS = {"layers": 32, "hidden": 4096, "heads": 32, "ffn": 14336, "experts": 8, "experts_per_token": 2}


@pytest.mark.parametrize("model", ["7B", "llama-3-70b", EXPERTS])
def test_everything_that_may_be_assumed_has_its_russian_words(model: object) -> None:
    understood = understand(TrainingTask.model_validate({"model": model, "tokens": "1B"}))
    tell = Teller("ru")

    assert understood.assumptions
    for note in understood.assumptions:
        assert tell.has(f"field.{note.field}")
        assert tell.has(f"why.{note.field}")
        assert tell(f"why.{note.field}", rate="", tokens="")
