"""The cable journal with its two rows of heads."""

from __future__ import annotations

import pytest

from clusterdesign.design.procurement import Procurement, Tender
from clusterdesign.tables.document import Grid
from clusterdesign.tables.gost import journal_book, journal_document
from clusterdesign.tables.gost.cable_journal import NOT_DECLARED, journal_lines, summary_lines
from tests.procurement.description.designs import REFERENCES, reference, small


@pytest.mark.parametrize("name", REFERENCES)
def test_every_cable_and_cord_has_a_line(name: str) -> None:
    design = reference(name)
    lines = journal_lines(design)

    assert len(lines) == len(design.cables) + len(design.cords)
    assert len({line.mark for line in lines}) == len(lines)
    assert all(line.type and line.start and line.end for line in lines)


@pytest.mark.parametrize("name", REFERENCES)
def test_the_summary_counts_the_lines_and_adds_their_lengths(name: str) -> None:
    design = reference(name)
    lines = journal_lines(design)
    summary = summary_lines(lines)

    assert sum(one.count for one in summary) == len(lines)
    assert sum(one.total.base for one in summary if one.total) == sum(line.length.base for line in lines if line.length)
    assert len({(one.type, one.cores, one.length) for one in summary}) == len(summary)


def test_the_form_has_nine_columns_under_two_rows_of_heads() -> None:
    form, _ = [block for block in journal_document(small(Procurement())).blocks if isinstance(block, Grid)]

    assert form.heads == (
        "Обозначение кабеля, провода",
        "Начало",
        "Конец",
        "Марка",
        "Кол., число и сечение жил",
        "Длина, м",
        "Марка",
        "Кол., число и сечение жил",
        "Длина, м",
    )
    assert [(group.text, group.columns) for group in form.groups] == [
        ("", 1),
        ("Трасса", 2),
        ("Кабель, провод: по проекту", 3),
        ("Кабель, провод: проложен", 3),
    ]
    assert list(form.widths) == [25, 60, 60, 20, 35, 16, 20, 35, 16]
    assert all(row[6:] == (None, None, None) for row in form.sheet.cells("ru"))


def test_the_fire_class_is_not_declared_until_it_is() -> None:
    for tender, said in ((Tender(), NOT_DECLARED), (Tender(fire_class="нг(А)-HF"), "нг(А)-HF")):
        flat, summary = journal_book(small(Procurement(tender=tender))).sheets
        for sheet in (flat, summary):
            column = sheet.heads("ru").index("Класс пожарной опасности (ГОСТ 31565)")
            assert {row[column] for row in sheet.cells("ru")} == {said}


def test_the_workbook_has_the_section_of_the_way_beside_the_form() -> None:
    flat, _ = journal_book(small(Procurement())).sheets

    assert flat.heads("ru")[3] == "Участок трассы кабеля, провода"
    assert len(flat.columns) == 11
