from __future__ import annotations

from itertools import chain
from typing import get_args

import pytest

from clusterdesign.design.records import Tier
from clusterdesign.errors import DesignError
from clusterdesign.parts import Confidence, Medium
from clusterdesign.procurement.items import SECTIONS, Section
from clusterdesign.tables import Book, bom_book, cabling_book, cooling_book, power_book, racks_book
from clusterdesign.tables.bom import CONFIDENCES
from clusterdesign.tables.i18n import words
from tests.tables.small import small_design


def books() -> tuple[Book, ...]:
    design = small_design()
    return cabling_book(design), bom_book(design), racks_book(design), power_book(design), cooling_book(design)


def test_every_head_and_sheet_name_has_a_russian_one() -> None:
    russian = words("ru")
    used = {sheet.name for book in books() for sheet in book.sheets}
    for column in chain.from_iterable(sheet.columns for book in books() for sheet in book.sheets):
        used |= {column.unit, "" if column.fixed else column.head} - {""}

    assert used - russian.keys() == set()


def test_every_word_of_the_model_has_a_russian_one() -> None:
    vocabulary = {*get_args(Medium), *get_args(Tier), *get_args(Confidence), *SECTIONS, *CONFIDENCES}
    vocabulary |= {"multimode", "singlemode", "override", "pin", "pcs", "Page", "of", "Total", "power cords"}
    vocabulary |= {"unknown", "assumed", "not in the bill"}

    assert vocabulary - words("ru").keys() == set()
    assert set(SECTIONS) == set(get_args(Section))


def test_every_word_that_is_printed_has_a_russian_one() -> None:
    for book in books():
        for sheet in book.sheets:
            printed = [n for n, column in enumerate(sheet.columns) if column.kind == "word" and column.head != "Name"]
            for row in sheet.cells():
                texts = {text for n in printed for text in str(row[n] or "pcs").split("; ")}
                assert texts - words("ru").keys() == set()


def test_two_english_words_never_share_a_russian_one_within_a_sheet() -> None:
    # Sheet() checks its heads in every language; this is what it would say.
    for book in books():
        for sheet in book.sheets:
            assert len(set(sheet.heads("ru"))) == len(sheet.heads())


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DesignError) as error:
        words("rus")

    assert str(error.value) == ("unknown language 'rus'\n  way out: did you mean ru? the languages are en, ru")
