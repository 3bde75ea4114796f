"""Heads and widths of the forms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from clusterdesign.tables.document import HeadGroup, Margins

Edition: TypeAlias = Literal["2013", "1995"]

_NAME = "Наименование и техническая характеристика"
_TYPE = "Тип, марка, обозначение документа, опросного листа"

SPECIFICATION: Mapping[Edition, tuple[str, ...]] = MappingProxyType(
    {
        "2013": (
            "Позиция",
            _NAME,
            _TYPE,
            "Код продукции",
            "Поставщик",
            "Ед. измерения",
            "Кол.",
            "Масса 1 ед., кг",
            "Примечание",
        ),
        "1995": (
            "Позиция",
            _NAME,
            _TYPE,
            "Код оборудования, изделия, материала",
            "Завод-изготовитель",
            "Единица измерения",
            "Количество",
            "Масса единицы, кг",
            "Примечание",
        ),
    }
)
"""The nine heads of form 1 of GOST 21.110, by edition."""

SPECIFICATION_WIDTHS = (20.0, 130.0, 60.0, 35.0, 45.0, 20.0, 20.0, 25.0, 40.0)
"""Millimetres; they fill a sheet of A3 with margins of 20 and 5. From drawing templates, not from the standard."""

JOURNAL = (
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
"""The lower heads of the cable journal, GOST 21.613-2014."""

JOURNAL_GROUPS = (
    HeadGroup("", 1),
    HeadGroup("Трасса", 2),
    HeadGroup("Кабель, провод: по проекту", 3),
    HeadGroup("Кабель, провод: проложен", 3),
)
"""The upper heads."""

JOURNAL_WIDTHS = (25.0, 60.0, 60.0, 20.0, 35.0, 16.0, 20.0, 35.0, 16.0)
"""Millimetres: 287 in all, as drawing programs set them."""

SHEET_MARGINS = Margins(left=20.0, right=5.0, top=16.0, bottom=16.0)
"""Of a sheet that is filed at its left side."""

JOURNAL_MARGINS = Margins(left=5.0, right=5.0, top=16.0, bottom=16.0)
"""So that 287 mm fit an A4 page on its side."""

SUFFIX = ".СО"
"""What the designation of a specification of equipment ends with."""

UNITS: Mapping[str, str] = MappingProxyType(
    {
        "pcs": "шт.",
        "шт": "шт.",
        "шт.": "шт.",
        "licences": "шт.",
        "m": "м",
        "м": "м",
        "м.": "м",
        "set": "компл.",
        "sets": "компл.",
        "компл": "компл.",
        "компл.": "компл.",
        "kg": "кг",
        "кг": "кг",
        "кг.": "кг",
        "l": "л",
        "L": "л",
        "sheets": "лист",
    }
)
"""Units as the specification writes them."""


def unit(word: str) -> str:
    """Return a unit as the specification writes it; one that it does not know stays as it is."""
    return UNITS.get(word.strip(), word.strip())


def designation(document: str) -> str:
    """Return the designation of the specification of a set of drawings; empty where that has none."""
    text = " ".join(document.split())
    return text if not text or text.upper().endswith(SUFFIX) else f"{text}{SUFFIX}"


__all__ = [
    "JOURNAL",
    "JOURNAL_GROUPS",
    "JOURNAL_MARGINS",
    "JOURNAL_WIDTHS",
    "SHEET_MARGINS",
    "SPECIFICATION",
    "SPECIFICATION_WIDTHS",
    "SUFFIX",
    "UNITS",
    "Edition",
    "designation",
    "unit",
]
