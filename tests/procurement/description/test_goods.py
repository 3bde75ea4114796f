"""Positions, characteristics and codes of what is bought."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.catalog import builtin
from clusterdesign.design.procurement import Code, Compatibility, Extra, Procurement, Spares, Tender
from clusterdesign.procurement.bill import bill
from clusterdesign.procurement.description import Good, gaps, goods
from clusterdesign.procurement.description.characteristic import Characteristic, at_least, at_most, between, having
from clusterdesign.procurement.description.goods import KTRU, mark_text
from clusterdesign.procurement.description.kinds import characteristics, noun
from clusterdesign.procurement.description.okei import ALL, METRE, PIECE, okei
from clusterdesign.procurement.description.positions import positions
from clusterdesign.procurement.description.russian import comma
from clusterdesign.units import m
from tests.procurement.description.designs import REFERENCES, reference, small
from tests.tables.small import NODE

CYRILLIC = re.compile("[А-Яа-яЁё]")


def good(name: str, key: str) -> Good:
    return next(one for one in goods(reference(name)) if one.position.line.key == key)


def lines(found: Good) -> list[str]:
    return [str(one) for one in found.characteristics]


def test_numbers_have_a_decimal_comma() -> None:
    assert [comma(value) for value in (2.5, 2.0, 0.1, 14.8, 1234567.25, 0.00001, 3)] == [
        "2,5",
        "2",
        "0,1",
        "14,8",
        "1234567,25",
        "0",
        "3",
    ]


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9))
def test_a_printed_number_reads_back(value: float) -> None:
    text = comma(value)

    assert float(text.replace(",", ".")) == pytest.approx(value, abs=0.00006)
    assert re.fullmatch(r"-?\d+(,\d{1,4})?", text)


def test_ranges_are_said_in_words() -> None:
    assert str(at_least("Порты", 8, PIECE)) == "Порты: не менее 8 шт."
    assert str(at_most("Длина", m(2.5), METRE, "m")) == "Длина: не более 2,5 м"
    assert str(between("Длина", m(1.8), m(2), METRE, "m")) == "Длина: не менее 1,8 и не более 2 м"
    assert str(having("Тип", "медный")) == "Тип: медный"
    assert not at_least("Порты", None, PIECE).known
    assert not having("Тип", None).known
    assert "может изменяться" in having("Тип", "медный").instruction
    assert "конкретное значение" in at_least("Порты", 8, PIECE).instruction


def test_a_server_is_described_by_ranges() -> None:
    assert lines(good("production-h100", "nvidia/dgx-h100"))[:6] == [
        "Количество ускорителей вычислений (GPU): не менее 8 шт.",
        "Ускоритель вычислений (GPU): объём памяти: не менее 80 ГБ",
        "Ускоритель вычислений (GPU): пропускная способность памяти: не менее 3350 ГБ/с",
        "Ускоритель вычислений (GPU): пропускная способность соединения с другими ускорителями сервера, сумма по обоим"
        " направлениям: не менее 900 ГБ/с",
        "Ускоритель вычислений (GPU): пиковая производительность в формате BF16 без разреженности, 10¹² операций в"
        " секунду: не менее 989,5 ед.",
        "Объём оперативной памяти: не менее 2000 ГБ",
    ]


def test_a_cable_is_as_long_as_its_longest_run_asks() -> None:
    found = good("large-h200", "MCA4J80-N005")

    assert "Длина: не менее 4,7 и не более 5 м" in lines(found)
    # Where run and slack take the whole length, an upper bound would leave a single value.
    assert "Длина: не менее 4 м" in lines(good("large-h200", "MCA4J80-N004"))


def test_what_a_server_sold_with_two_accelerators_has_is_unknown_unless_they_share_it() -> None:
    named = reference("large-h200")
    ident = "supermicro/sys-421ge-tnhr2-lcc+8xmcx75310aas-neat+1xmcx755106as-heat"
    both = named.parts[ident].with_(gpu=("nvidia/h100-sxm5-80gb", "nvidia/h200-sxm-141gb"))
    design = replace(named, parts={**named.parts, ident: both})
    found = next(one for one in goods(design) if one.position.line.key == "SYS-421GE-TNHR2-LCC")

    assert "Ускоритель вычислений (GPU): объём памяти" in found.position.missing
    assert any("900 ГБ/с" in line for line in lines(found))
    remarks = [remark for remark in gaps(design, (found,)) if "published" in remark.what]
    assert [remark.fix for remark in remarks] == [
        f"{ident} is sold with nvidia/h100-sxm5-80gb or nvidia/h200-sxm-141gb: name the one with part.with_(gpu=(...,))"
    ]


def test_the_reference_of_h200_names_its_accelerator() -> None:
    found = good("large-h200", "SYS-421GE-TNHR2-LCC")

    assert "Ускоритель вычислений (GPU): объём памяти" not in found.position.missing
    assert any("141 ГБ" in line for line in lines(found))


@pytest.mark.parametrize("name", REFERENCES)
def test_positions_are_the_bill_once_each(name: str) -> None:
    design = reference(name)
    found = positions(design)

    assert [position.number for position in found] == list(range(1, len(found) + 1))
    assert len({position.line.key for position in found}) == len(found)
    assert sum(position.total for position in found) == sum(line.total for line in bill(design))
    for position in found:
        assert CYRILLIC.search(position.name)
        for one in position.known:
            assert one.unit is None or one.unit in ALL
            assert one.text or re.fullmatch(r"не (менее|более) [\d,]+( и не более [\d,]+)?", one.value), one


@pytest.mark.parametrize("part", builtin.parts(), ids=lambda part: part.id)
def test_every_part_of_the_catalogue_can_be_described(part: object) -> None:
    design = reference("starter-a100")
    line = bill(design)[0]

    made = characteristics(design, line, part)  # type: ignore[arg-type]  # any part
    assert noun(line, part)  # type: ignore[arg-type]
    assert len({one.name for one in made}) == len(made), "two characteristics of one name"


def test_spares_are_bought_and_counted_apart() -> None:
    spares = Spares(of="Switches", because="house rule", at_least=1)
    plain, spared = positions(small(Procurement())), positions(small(Procurement(spares=(spares,))))

    assert [position.quantity for position in plain] == [position.quantity for position in spared]
    assert sum(position.spares for position in plain) == 0
    assert {position.line.section for position in spared if position.spares} == {"Switches"}
    own_lot = positions(small(Procurement(spares=(spares,), own_spares_lot=True)))
    assert [(p.quantity, p.spares) for p in own_lot] == [(p.quantity, p.spares) for p in spared]


def test_a_declared_code_replaces_the_unit_and_the_most_specific_one_holds() -> None:
    codes = (
        Code("Switches", "26.30.11.110", "table", okei="839"),
        Code("acme/leaf", "26.30.11.120", "table", ktru="26.30.11.120-00000001"),
    )
    found = {one.position.line.key: one for one in goods(small(Procurement(codes=codes)))}

    assert (found["1/3"].codes, found["1/3"].unit_code) == ("26.30.11.120-00000001", "796")
    assert found["00123"].codes == ""
    sections = {one.codes: one.unit_code for one in goods(small(Procurement(codes=codes[:1])))}
    assert sections["26.30.11.110"] == "839"


def test_the_pattern_of_the_ktru() -> None:
    assert KTRU.fullmatch("26.20.14.000-00000189")
    assert len("26.20.14.000-00000189") == 21
    assert not KTRU.fullmatch("26.20.14.000-0000189")
    assert not KTRU.fullmatch("26.20.14-00000189")


def test_a_licence_is_called_by_its_russian_description_only() -> None:
    extras = (
        Extra("licence", "stack", "Лицензия на программный комплекс", "gpu", 1, "licences", "the offer"),
        Extra("service", "training", "Training by NVIDIA", "cluster", 1, "sets", "the offer"),
    )
    design = small(Procurement(extras=extras))
    found = goods(replace(design, parts={**design.parts, "acme/node": NODE.with_(gpus=2)}))

    assert [(one.name, one.unit_code) for one in found[-2:]] == [
        ("Лицензия на программный комплекс", "796"),
        ("Услуга", "839"),
    ]
    assert "its description is not in Russian: 'Training by NVIDIA'" in {remark.what for remark in gaps(design, found)}


def test_what_is_missing_is_listed() -> None:
    codes = (Code("Switches", "26.30.11.110", "table", ktru="26.30.11.110-00000001"),)
    extra = Extra("service", "training", "Обучение администраторов", "cluster", 1, "courses", "the offer")
    design = small(Procurement(codes=codes, extras=(extra,), tender=Tender(customer="Заказчик")))
    remarks = {(remark.at, remark.what): str(remark) for remark in gaps(design, goods(design))}

    assert [at for at, what in remarks if "customer" in what] == []
    assert remarks["tender", "the subject is not declared"] == (
        "warning: tender: the subject is not declared\n  way out: declare procurement.tender.subject=..."
    )
    switch = next(one for one in goods(design) if one.position.line.section == "Switches")
    at = f"position {switch.position.number}, Коммутатор InfiniBand"
    assert remarks[at, "characteristics beyond those of position 26.30.11.110-00000001 have no justification"]
    assert remarks[at, "no number in the registry, or no country of origin, for a good of OKPD2 group 26"]
    last = f"position {len(goods(design))}, Обучение администраторов"
    assert remarks[last, "no characteristics"]
    assert remarks[last, "the unit has no code of the OKEI"]
    assert remarks[last, "no OKPD2 or KTRU code"]


def test_a_code_in_a_design_that_was_not_declared_here_is_checked_too() -> None:
    codes = (Code("**", "26.30.11.110", "table", ktru="26.30.11.110-1"),)
    design = small(Procurement(codes=codes))

    assert [remark.what for remark in gaps(design, goods(design)) if remark.level == "error"] == [
        "'26.30.11.110-1' is no code of the KTRU"
    ] * len(goods(design))


def test_a_mark_that_is_asked_for_stands_with_or_equivalent() -> None:
    marks = (
        Compatibility(("Acme",), "Switches", "four of them work there"),
        Compatibility(("Acme",), "Racks", "spare part", or_equivalent=False),
        Compatibility(("Acme",), "**", "may be named"),
    )
    found = {one.position.line.section: one for one in goods(small(Procurement(compatibility=marks)))}

    assert [mark_text(mark) for mark in found["Switches"].marks] == ["Acme (или эквивалент)"]
    assert [mark_text(mark) for mark in found["Racks"].marks] == ["Acme"]
    assert found["Nodes"].marks == ()


def test_units_of_the_classifier() -> None:
    assert okei("pcs") == PIECE
    assert okei("шт") == PIECE
    assert okei("796") == PIECE
    assert okei("bushel") is None
    assert len({one.code for one in ALL}) == len(ALL)
    assert all(re.fullmatch(r"\d{3,4}", one.code) for one in ALL)


def test_a_characteristic_without_a_value_prints_its_name_alone() -> None:
    assert str(Characteristic("Масса")) == "Масса: "
