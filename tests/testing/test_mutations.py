"""A single fault in a sound design raises the rules that are meant for it, and no others.

``UPDATE_GOLDENS=1 pytest tests/testing`` writes the kill matrix anew; the difference is what to review.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clusterdesign.design.design import Design
from clusterdesign.rules import RULES, check
from clusterdesign.testing.mutations import MUTATIONS, Mutation, example, fresh, kill_matrix
from clusterdesign.testing.mutations.matrix import said

GOLDEN = Path(__file__).with_name("kill_matrix.txt")


@pytest.fixture(scope="module")
def design() -> Design:
    return example()


def test_the_design_that_is_broken_is_sound(design: Design) -> None:
    assert check(design).ok


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_raises_its_rules_and_no_others(design: Design, mutation: Mutation) -> None:
    assert fresh(design, mutation) == mutation.expected


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_is_a_pure_function(design: Design, mutation: Mutation) -> None:
    before = said(check(design))
    assert mutation.apply(design) == mutation.apply(design)
    assert said(check(design)) == before
    assert (mutation.apply(design) == design) == bool(mutation.check and not mutation.also)


def test_every_fault_says_what_it_is() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)
    for mutation in MUTATIONS:
        assert mutation.apply.__doc__
        assert mutation.codes
        assert all(mutation.also.values())


def test_every_rule_has_a_mutation() -> None:
    meant = {code for mutation in MUTATIONS for code in mutation.codes}
    assert {rule.code for rule in RULES} - meant == set()


def test_the_kill_matrix(design: Design) -> None:
    matrix = kill_matrix(design, MUTATIONS)
    if os.environ.get("UPDATE_GOLDENS"):
        GOLDEN.write_text(matrix, encoding="utf-8")
    assert matrix == GOLDEN.read_text(encoding="utf-8")
    assert not any(word in matrix for word in ("NOTHING", "UNEXPLAINED", "MISSED"))
