"""Brand words are found however they are typed; names of standards and ordinary words are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.catalog import builtin
from clusterdesign.parts import Fibre
from clusterdesign.procurement.description.brands import Brand, Scanner, beyond, vocabulary
from clusterdesign.procurement.description.brands.fold import fold, folded
from clusterdesign.procurement.description.brands.vocabulary import NOBODY, declared

SCANNER = Scanner(vocabulary())

ALIKE = {"A": "А", "B": "В", "C": "С", "E": "Е", "H": "Н", "K": "К", "M": "М", "O": "О", "P": "Р", "T": "Т", "X": "Х"}
"""Latin to Cyrillic capitals that look the same."""


def found(text: str) -> list[str]:
    return [hit.written for hit in SCANNER.hits(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NVIDIA H200 8 шт.", ["NVIDIA", "H200"]),
        ("сервер nvidia", ["nvidia"]),
        ("ΝVIDIА", ["ΝVIDIА"]),
        ("N\u200bVI\u00adDIA", ["N\u200bVI\u00adDIA"]),
        ("ＮＶＩＤＩＡ", ["ＮＶＩＤＩＡ"]),
        ("N V I D I A", ["N V I D I A"]),
        ("NVIDIA-совместимый", ["NVIDIA"]),
        ("поставка нвидией", ["нвидией"]),
        ("НВИДИА", ["НВИДИА"]),
        ("процессоры Интел, Интелом, интеловские", ["Интел", "Интелом", "интеловские"]),
        ("шкаф РАРИТАНА", ["РАРИТАНА"]),
        ("на Xeonах", ["Xeonах"]),
        ("Quantum2 и ConnectХ-7", ["Quantum2", "ConnectХ"]),
        ("коммутатор MQМ9700-NS2F", ["MQМ9700-NS2F"]),
        ("mqm 9700 ns2f", ["mqm 9700 ns2f"]),
        ("серии MQM9700", ["MQM9700"]),
        ("SN4600C", ["SN4600C"]),
        ("MFP7E1O N005", ["MFP7E1O N005"]),
        ("920-9B210-00FN-0M0", ["920-9B210-00FN-0M0"]),
        ("шкаф APC", ["APC"]),
        ("AMD EPYC", ["AMD", "EPYC"]),
        ("Spectrum Scaled", ["Spectrum"]),
        ("«Spectrum Scale»", ["Spectrum Scale"]),
    ],
)
def test_brand_words_are_found(text: str, words: list[str]) -> None:
    assert found(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "GPU: не менее 8, память не менее 141 ГБ",
        "QSFP112, QSFP56, OSFP, MPO-12/APC, LC/APC, OM4, OS2, C13, C19, IEC 60309, PCI Express 5.0 x16, BF16, NVMe",
        "InfiniBand, Ethernet, NDR200, HDR100, 8P8C (RJ45)",
        "модель, интеллект, ядро, гигабайт, спектр, квант, апс, делать, раритет",
        "26.20.14.000-00000189, ГОСТ 21.110-2013, 48U, А4, H2O, 100 м",
    ],
)
def test_standards_and_ordinary_words_are_no_brands(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("brand", declared(), ids=lambda brand: brand.word)
def test_every_declared_word_is_found_in_a_sentence(brand: Brand) -> None:
    word = brand.word.replace("9", "4") if brand.kind == "model" else brand.word

    assert brand in {hit.brand for hit in SCANNER.hits(f"Поставить {word}, не менее 4 шт.")} or found(word) == [word]
    for stem in brand.russian:
        assert [hit.brand.word for hit in SCANNER.hits(f"Оборудование {stem.title()} новое")] == [brand.word]


def test_every_maker_and_number_of_the_catalogue_is_found() -> None:
    for part in builtin.parts():
        numbers = {part.part_number, part.order_number}
        if isinstance(part, Fibre):
            numbers |= {sold.part_number for sold in part.lengths} | {sold.order_number for sold in part.lengths}
        for text in numbers - {None}:
            assert found(f"изделие {text} новое") == [text]
        if part.vendor != NOBODY:
            assert found(f"фирмы {part.vendor}.") == [part.vendor]


@given(st.sampled_from([part.part_number for part in builtin.parts() if part.part_number]), st.data())
def test_a_number_with_letters_that_look_alike_is_found(number: str, data: st.DataObject) -> None:
    typed = "".join(
        data.draw(st.sampled_from([letter, ALIKE[letter]])) if letter in ALIKE else letter for letter in number
    )

    assert found(f"тип {typed};") == [typed]


@given(st.text())
def test_any_text_folds_and_keeps_its_places(text: str) -> None:
    for script in ("latin", "cyrillic"):
        made = folded(text, script)
        assert len(made.text) == len(made.places)
        assert list(made.places) == sorted(made.places)
        assert all(0 <= place < len(text) for place in made.places)
    for hit in SCANNER.hits(text):
        assert text[hit.start : hit.end] == hit.written


def test_what_the_catalogue_knows_is_not_known_twice() -> None:
    assert beyond(builtin.parts(), ("MQM9700-NS2F",), ("NVIDIA", NOBODY)) == ()


def test_folding_twice_changes_nothing() -> None:
    text = "ΝVIDIА коммутатор MQМ‑9700 ё й İ ﬁ"

    assert fold(fold(text)) == fold(text)


def test_words_of_a_design_are_found_beside_those_of_the_catalogue() -> None:
    own = Scanner(beyond(numbers=("ZX-90210",), makers=("Rosa Networks", "", "NVIDIA")), beside=SCANNER)

    assert [hit.written for hit in own.hits("Rosa Networks ZX 90210 и NVIDIA")] == [
        "Rosa Networks",
        "ZX 90210",
        "NVIDIA",
    ]
