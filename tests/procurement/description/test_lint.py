"""What the linter says about texts, by law and by what is declared necessary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.design.procurement import Compatibility, Procurement, Tender
from clusterdesign.procurement.description import goods, lint_description, lint_text
from tests.procurement.description.designs import REFERENCES, reference, small

QUANTUM = Compatibility(words=("NVIDIA Quantum-2",), of="**", because="works with four such switches of the customer")


def test_a_named_accelerator_is_an_error_and_a_range_is_none() -> None:
    assert [str(remark) for remark in lint_text("NVIDIA H200 8 шт.", at="line 1")] == [
        "error: line 1: 'NVIDIA' is a brand word (maker NVIDIA)\n"
        "  way out: describe it by ranges, or declare why it is needed: Compatibility(words=..., because=...)",
        "error: line 1: 'H200' is a brand word (model H200)\n"
        "  way out: describe it by ranges, or declare why it is needed: Compatibility(words=..., because=...)",
    ]
    assert lint_text("GPU: не менее 8, память не менее 141 ГБ") == ()


def test_223_fz_warns_where_44_fz_forbids() -> None:
    assert [remark.level for remark in lint_text("NVIDIA", law="44-FZ")] == ["error"]
    assert [remark.level for remark in lint_text("NVIDIA", law="223-FZ")] == ["warning"]


@pytest.mark.parametrize(
    "text",
    [
        "коммутатор NVIDIA Quantum-2 (или эквивалент)",
        "коммутатор NVIDIA Quantum-2 или эквивалент",
        "совместимость с NVIDIA Quantum-2, или его эквивалентом",
    ],
)
def test_a_declared_mark_with_or_equivalent_passes(text: str) -> None:
    assert lint_text(text, allowed=(QUANTUM,)) == ()


def test_a_declared_mark_without_or_equivalent_is_named() -> None:
    (first, second) = lint_text("коммутатор NVIDIA Quantum-2", allowed=(QUANTUM,), at="requirement 1")

    assert str(first) == (
        "error: requirement 1: 'NVIDIA' stands without «или эквивалент»\n"
        "  way out: write «NVIDIA (или эквивалент)», or declare or_equivalent=False where the law allows it"
    )
    assert second.what == "'Quantum' stands without «или эквивалент»"


def test_the_law_lets_or_equivalent_be_left_out_where_that_is_declared() -> None:
    spare = Compatibility(QUANTUM.words, QUANTUM.of, QUANTUM.because, or_equivalent=False)

    assert lint_text("запасная часть к NVIDIA Quantum-2", allowed=(spare,)) == ()


def test_a_declared_mark_allows_no_other() -> None:
    assert [remark.what for remark in lint_text("Mellanox (или эквивалент)", allowed=(QUANTUM,))] == [
        "'Mellanox' is a brand word (maker Mellanox)"
    ]


@pytest.mark.parametrize("name", REFERENCES)
def test_the_descriptions_of_the_reference_clusters_are_clean(name: str) -> None:
    design = reference(name)

    assert lint_description(design) == ()
    assert len(goods(design)) > 10


def test_texts_of_the_user_are_examined_and_the_customer_is_not() -> None:
    tender = Tender(
        customer="АО «Интел-Снаб»",
        subject="Поставка кластера",
        purpose="Обучение на Н100",
        requirements=("Совместимость с CUDA",),
    )
    design = small(Procurement(tender=tender))

    assert [(remark.at, remark.what) for remark in lint_description(design)] == [
        ("purpose", "'Н100' is a brand word (model H100)"),
        ("requirement 1", "'CUDA' is a brand word (family CUDA)"),
    ]


def test_words_of_the_parts_of_a_design_are_brand_words() -> None:
    design = small(Procurement(tender=Tender(purpose="изделие HCA-1 или ACME")))

    assert [remark.what for remark in lint_description(design)] == ["'ACME' is a brand word (maker Acme)"]


def test_a_mark_is_allowed_where_it_is_declared_and_its_reason_may_name_it() -> None:
    mark = Compatibility(("NVIDIA",), "Switches", "у заказчика работают коммутаторы NVIDIA")
    design = small(Procurement(compatibility=(mark,)))

    assert lint_description(design) == ()
    other = Compatibility(("NVIDIA",), "Switches", "у заказчика работают коммутаторы NVIDIA и Cisco")
    remarks = lint_description(small(Procurement(compatibility=(other,))))
    assert [(remark.at, remark.what) for remark in remarks] == [
        ("reason for NVIDIA", "'Cisco' is a brand word (maker Cisco)")
    ]


@given(st.text())
def test_any_text_can_be_examined(text: str) -> None:
    assert all(remark.level == "error" for remark in lint_text(text))
