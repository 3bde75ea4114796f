"""The description of a procurement object under 44-FZ or 223-FZ, as sheets and as a document, in Russian.

Nothing in it may name a maker, so it does not carry the name of the cluster either: that may hold one, ``large-h200``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.design.procurement import Tender
from clusterdesign.procurement.description.characteristic import UNCHANGED
from clusterdesign.procurement.description.goods import Good, goods, mark_text
from clusterdesign.procurement.description.okei import Okei
from clusterdesign.tables.document import Block, Bullets, Document, Grid, Heading, Section, Text
from clusterdesign.tables.sheet import Book, Column, Sheet

TITLE = "Описание объекта закупки"

HEADS = (
    "Наименование товара",
    "Код ОКПД2/КТРУ",
    "Наименование характеристики",
    "Значение характеристики",
    "Единица измерения характеристики",
    "Инструкция по заполнению характеристик в заявке",
    "Обоснование доп. характеристик",
)
"""Heads of the table of characteristics."""

_WIDTHS = (40.0, 26.0, 60.0, 28.0, 30.0, 50.0, 28.0)
_GOODS_WIDTHS = (9.0, 56.0, 24.0, 40.0, 14.0, 12.0, 20.0, 26.0, 22.0, 27.0, 12.0)
"""Millimetres: 262 in all, what an A4 page on its side has between its margins."""

_LAWS = {
    "44-FZ": "Федеральный закон от 05.04.2013 № 44-ФЗ, статья 33",
    "223-FZ": "Федеральный закон от 18.07.2011 № 223-ФЗ, статья 3, часть 6.1",
}

_REGIMES = {"": "", "ban": "запрет", "restriction": "ограничение", "preference": "преимущество"}

_MARK = "Товарный знак"
_REASONS = "Обоснование указания товарных знаков"


@dataclass(frozen=True, slots=True)
class CharacteristicRow:
    """One characteristic of a good, or the trade mark that it must have."""

    good: Good
    name: str
    value: str
    unit: Okei | None
    instruction: str
    justification: str


def description_book(design: Design) -> Book:
    """Return the description as a workbook: characteristics, list of goods with codes, texts."""
    found = goods(design)
    return Book(
        name="description",
        title=TITLE,
        sheets=(_characteristics(found), _goods(found), _texts(design)),
    )


def description_document(design: Design) -> Document:
    """Return the description as a document."""
    tender = design.procurement.tender
    found = goods(design)
    blocks: list[Block] = [Section("landscape", "A4"), Text(TITLE, "lead"), Text(_LAWS[tender.law], "note")]
    blocks += [Heading("Сведения о закупке"), *(Text(f"{name}: {text}") for name, text in _said(tender))]
    blocks += [Heading("Перечень товаров"), Grid(_goods(found), widths=_GOODS_WIDTHS, size=7.0)]
    blocks += [Heading("Характеристики"), Grid(_characteristics(found), widths=_WIDTHS, size=7.0)]
    if tender.requirements:
        blocks += [Heading("Дополнительные требования"), Bullets(tender.requirements, numbered=True)]
    reasons = tuple(f"{mark_text(mark)}: {mark.because}" for mark in design.procurement.compatibility)
    if reasons:
        blocks += [Heading(_REASONS), Bullets(reasons)]
    return Document(name="description", title=TITLE, blocks=tuple(blocks), lang="ru")


def _rows(found: tuple[Good, ...]) -> Iterator[CharacteristicRow]:
    for good in found:
        # Beyond a position of the catalogue, every characteristic must be justified.
        extra = good.code.justification if good.code is not None and good.code.ktru else ""
        for mark in good.marks:
            yield CharacteristicRow(good, _MARK, mark_text(mark), None, UNCHANGED, mark.because)
        for one in good.characteristics:
            yield CharacteristicRow(good, one.name, one.value, one.unit, one.instruction, extra)
        if not good.characteristics and not good.marks:
            yield CharacteristicRow(good, "", "", None, "", extra)


def _characteristics(found: tuple[Good, ...]) -> Sheet[CharacteristicRow]:
    return Sheet(
        name="Characteristics",
        rows=tuple(_rows(found)),
        columns=(
            Column(HEADS[0], lambda row: f"{row.good.position.number}. {row.good.name}", width=34),
            Column(HEADS[1], lambda row: row.good.codes, width=24),
            Column(HEADS[2], lambda row: row.name, width=48),
            Column(HEADS[3], lambda row: row.value, width=28),
            Column(HEADS[4], lambda row: "" if row.unit is None else f"{row.unit.name} ({row.unit.code})", width=26),
            Column(HEADS[5], lambda row: row.instruction, width=34),
            Column(HEADS[6], lambda row: row.justification, width=30),
        ),
    )


def _goods(found: tuple[Good, ...]) -> Sheet[Good]:
    return Sheet(
        name="Goods",
        rows=found,
        columns=(
            Column("№", lambda good: good.position.number, kind="integer", width=6),
            Column("Наименование", lambda good: good.name, width=44),
            Column("Код ОКПД2", lambda good: good.code.okpd2 if good.code else "", width=16),
            Column("Код КТРУ", lambda good: good.code.ktru if good.code else "", width=24),
            Column("Ед. изм.", lambda good: good.unit.sign if good.unit else "", width=9),
            Column("Код ОКЕИ", lambda good: good.unit_code, width=8),
            Column("Количество", lambda good: good.position.total, kind="integer", width=12),
            Column("Национальный режим", lambda good: _REGIMES[good.code.regime] if good.code else "", width=16),
            Column("Номер реестровой записи", lambda good: good.code.registry if good.code else "", width=16),
            Column("Страна происхождения", _country, width=16),
            Column("Баллы", lambda good: good.code.points if good.code else None, kind="integer", width=8),
        ),
    )


def _country(good: Good) -> str:
    """Return the country of the table of codes, else the one that the terms of purchase declare."""
    return (good.code.country if good.code else "") or good.position.line.country


def _texts(design: Design) -> Sheet[tuple[str, str]]:
    tender = design.procurement.tender
    more = [("Дополнительное требование", text) for text in tender.requirements]
    more += [(_REASONS, f"{mark_text(mark)}: {mark.because}") for mark in design.procurement.compatibility]
    return Sheet(
        name="Tender",
        rows=(("Закон", _LAWS[tender.law]), *_said(tender), *more),
        columns=(Column("Поле", lambda row: row[0], width=28), Column("Текст", lambda row: row[1], width=90)),
    )


def _said(tender: Tender) -> tuple[tuple[str, str], ...]:
    """Return what is declared about the purchase; what is not says so."""
    fields = (
        ("Заказчик", tender.customer or "не объявлен"),
        ("Наименование объекта закупки", tender.subject or "не объявлено"),
        ("Назначение", tender.purpose),
    )
    return tuple((name, text) for name, text in fields if text)


__all__ = ["HEADS", "TITLE", "CharacteristicRow", "description_book", "description_document"]
