"""The description of a procurement object as sheets and document."""

from __future__ import annotations

from clusterdesign.design.procurement import Code, Compatibility, Procurement, Tender
from clusterdesign.tables.document import Bullets, Grid, Text
from clusterdesign.tables.tender import description_book, description_document
from clusterdesign.tables.tender_remarks import remarks, remarks_text
from tests.procurement.description.designs import reference, small

CODES = (
    Code(
        "Switches",
        "26.30.11.110",
        "table",
        ktru="26.30.11.110-00000001",
        okei="796",
        regime="restriction",
        registry="10001",
        country="Россия",
        points=30,
        justification="нужны порты 400 Гбит/с",
    ),
)


def test_the_columns_of_the_characteristics() -> None:
    characteristics = description_book(small(Procurement())).sheets[0]

    assert characteristics.heads("ru") == (
        "Наименование товара",
        "Код ОКПД2/КТРУ",
        "Наименование характеристики",
        "Значение характеристики",
        "Единица измерения характеристики",
        "Инструкция по заполнению характеристик в заявке",
        "Обоснование доп. характеристик",
    )


def test_a_row_of_a_good_with_codes() -> None:
    rows = list(description_book(small(Procurement(codes=CODES))).sheets[0].cells("ru"))
    row = next(row for row in rows if row[2] == "Количество портов сети")

    assert str(row[0]).endswith(". Коммутатор InfiniBand")
    assert row[1:] == (
        "26.30.11.110-00000001",
        "Количество портов сети",
        "не менее 8",
        "Штука (796)",
        "Участник закупки указывает в заявке конкретное значение характеристики",
        "нужны порты 400 Гбит/с",
    )


def test_the_list_of_goods_has_the_data_of_the_national_regime() -> None:
    goods = description_book(small(Procurement(codes=CODES))).sheets[1]
    row = next(row for row in goods.cells("ru") if row[3])

    assert row[2:] == ("26.30.11.110", "26.30.11.110-00000001", "шт.", "796", 2, "ограничение", "10001", "Россия", 30)
    without = [row for row in goods.cells("ru") if not row[3]]
    assert all(row[2] is None and row[7:] == (None, None, None, None) for row in without)


def test_a_trade_mark_stands_first_with_its_reason() -> None:
    mark = Compatibility(("Acme",), "Switches", "четыре таких коммутатора работают у заказчика")
    rows = list(description_book(small(Procurement(compatibility=(mark,)))).sheets[0].cells("ru"))
    row = next(row for row in rows if row[2] == "Товарный знак")

    assert row[3:] == (
        "Acme (или эквивалент)",
        None,
        "Значение характеристики не может изменяться участником закупки",
        "четыре таких коммутатора работают у заказчика",
    )


def test_every_declared_mark_is_told_with_its_reason() -> None:
    mark = Compatibility(("Acme",), "**", "четыре таких коммутатора работают у заказчика")
    design = small(Procurement(compatibility=(mark,)))
    said = "Acme (или эквивалент): четыре таких коммутатора работают у заказчика"

    assert [block.items for block in description_document(design).blocks if isinstance(block, Bullets)] == [(said,)]
    assert list(description_book(design).sheets[2].cells("ru"))[-1] == ("Обоснование указания товарных знаков", said)


def test_the_document_tells_law_customer_purpose_and_requirements() -> None:
    tender = Tender("223-FZ", customer="=1+1", subject="Кластер", purpose="Обучение", requirements=("Первое", "Второе"))
    document = description_document(small(Procurement(tender=tender)))
    texts = [block.text for block in document.blocks if isinstance(block, Text)]

    assert texts == [
        "Описание объекта закупки",
        "Федеральный закон от 18.07.2011 № 223-ФЗ, статья 3, часть 6.1",
        "Заказчик: =1+1",
        "Наименование объекта закупки: Кластер",
        "Назначение: Обучение",
    ]
    assert [block.items for block in document.blocks if isinstance(block, Bullets)] == [("Первое", "Второе")]
    for block in document.blocks:
        if isinstance(block, Grid):
            assert sum(block.widths) <= 297 - document.margins.left - document.margins.right


def test_the_name_of_the_cluster_is_not_told_since_it_may_hold_a_brand_word() -> None:
    design = reference("large-h200")
    document = description_document(design)

    assert (description_book(design).title, document.title) == ("Описание объекта закупки",) * 2
    assert (document.header, document.footer) == ("", "")


def test_remarks_begin_with_errors_and_tell_the_same_thing_once() -> None:
    design = small(Procurement(tender=Tender(purpose="NVIDIA")))
    text = remarks_text(design)

    assert [remark.level for remark in remarks(design)] == sorted(
        (remark.level for remark in remarks(design)), key=["error", "warning", "info"].index
    )
    assert text.startswith(
        "error: 'NVIDIA' is a brand word (maker NVIDIA)\n    purpose\n"
        "  way out: describe it by ranges, or declare why it is needed: Compatibility(words=..., because=...)\n\n"
        "warning: the customer is not declared\n    tender\n"
    )
    assert text.count("no OKPD2 or KTRU code") == 1
    assert "warning: the fire hazard class of the cables is not declared\n    cable journal\n" in text
    assert "warning: the mass is unknown\n    specification, position 1.1, " in text
    assert "warning: the designation of the set of drawings is not declared\n    specification\n" in text
