"""The specification of equipment, products and materials: GOST 21.110, form 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.design.procurement import SECTIONS
from clusterdesign.parts import Cable, Fibre, Part
from clusterdesign.procurement.description.brands.vocabulary import NOBODY
from clusterdesign.procurement.description.goods import Good, goods
from clusterdesign.procurement.description.russian import comma
from clusterdesign.tables.gost.forms import SPECIFICATION, Edition, unit
from clusterdesign.tables.i18n import word
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.units import Length

SPARES = "Запасные части"
"""Title of the last section."""

_BRIEF = (
    "Количество ускорителей",
    "Ускоритель вычислений (GPU): объём памяти",
    "Длина",
    "Суммарная ёмкость",
    "Отводимая тепловая мощность",
    "Номинальный ток",
    "Номинальное напряжение",
    "Форм-фактор",
    "Категория волокна",
    "Разъём",
    "Скорость линии",
    "Дальность",
    "Количество портов вычислительной сети",
    "Скорость порта вычислительной сети",
    "Количество портов",
    "Скорость порта",
    "Состав",
    "Объём",
    "Высота",
    "Статическая нагрузка",
    "Количество розеток",
    "Количество мест",
    "Номинальный расход",
)
"""Which characteristics stand behind the name, the most telling first; the description has them all."""

_MOST = 5
"""How many of them."""

_GRAMS = 1000


@dataclass(frozen=True, slots=True)
class SpecificationRow:
    """A row: a section title, which stands in the second column alone, or a position.

    Attributes:
        position: ``2.1``; empty for a title.
        type: name and number that its maker gives it; empty for what the buyer chooses.
        quantity, mass: None for a title; ``mass`` also where nobody published it, in kg of one.
        good: None for a title.
        spare: stands in the section of spares.
    """

    position: str
    name: str
    type: str = ""
    code: str = ""
    supplier: str = ""
    unit: str = ""
    quantity: int | None = None
    mass: float | None = None
    note: str = ""
    good: Good | None = None
    spare: bool = False

    @property
    def title(self) -> bool:
        """Whether it is the title of a section."""
        return self.good is None


def specification_rows(design: Design, edition: Edition = "2013") -> tuple[SpecificationRow, ...]:
    """Return the rows: a title for every section of the bill and its positions, spares in a section of their own."""
    found = goods(design)
    groups = [
        (word(section, "ru"), [good for good in found if good.position.line.section == section], False)
        for section in SECTIONS
    ]
    groups.append((SPARES, list(found), True))
    rows: list[SpecificationRow] = []
    number = 0
    for title, members, spare in groups:
        counted = [good for good in members if (good.position.spares if spare else good.position.quantity)]
        if counted:
            number += 1
            rows.append(SpecificationRow("", title))
            rows += [_row(good, f"{number}.{n}", edition, spare=spare) for n, good in enumerate(counted, 1)]
    return tuple(rows)


def specification_book(design: Design) -> Book:
    """Return the specification as a workbook with its one sheet."""
    tender = design.procurement.tender
    return Book(
        name="specification",
        title=design.name,
        paper="A3",
        sheets=(specification_sheet(specification_rows(design, tender.gost), tender.gost),),
    )


def specification_sheet(rows: tuple[SpecificationRow, ...], edition: Edition) -> Sheet[SpecificationRow]:
    """Return the sheet with the nine columns of an edition. Masses are text, since the form asks for a comma."""
    heads = SPECIFICATION[edition]
    return Sheet(
        name="Equipment specification",
        rows=rows,
        columns=(
            Column(heads[0], lambda row: row.position, width=9),
            Column(heads[1], lambda row: row.name, width=70),
            Column(heads[2], lambda row: row.type, width=34),
            Column(heads[3], lambda row: row.code, width=24),
            Column(heads[4], lambda row: row.supplier, width=18),
            Column(heads[5], lambda row: row.unit, width=11),
            Column(heads[6], lambda row: row.quantity, kind="integer", width=9),
            Column(heads[7], lambda row: "" if row.mass is None else comma(row.mass), width=11),
            Column(heads[8], lambda row: row.note, width=24),
        ),
    )


def masses(rows: tuple[SpecificationRow, ...]) -> Iterator[tuple[SpecificationRow, float]]:
    """Yield the positions without spares with the mass of all their pieces, kg; those of unknown mass are left out."""
    for row in rows:
        if row.mass is not None and row.quantity is not None and not row.spare:
            yield row, row.mass * row.quantity


def unit_mass(part: Part | None, length: Length | None) -> float | None:
    """Return the mass of one piece, kg: as published, or that of a cable by its length; None where unknown."""
    if part is None:
        return None
    if part.weight is not None:
        return part.weight.to("kg")
    if isinstance(part, Cable | Fibre) and part.grams_per_metre is not None and length is not None:
        return round(part.grams_per_metre * length.to("m") / _GRAMS, 3)
    return None


def _row(good: Good, position: str, edition: Edition, *, spare: bool) -> SpecificationRow:
    line, part = good.position.line, good.position.part
    maker = "" if line.manufacturer == NOBODY else line.manufacturer
    return SpecificationRow(
        position=position,
        name=_name(good),
        type=_type(good, maker),
        code=good.code.okpd2 if good.code is not None else "",
        supplier=(line.supplier or maker) if edition == "2013" else maker,
        unit=unit(line.unit),
        quantity=good.position.spares if spare else good.position.quantity,
        mass=unit_mass(part, line.length),
        note=_note(good, maker),
        good=good,
        spare=spare,
    )


def _name(good: Good) -> str:
    """Return the name with its most telling characteristics, in their own order."""
    ranked = [(n, one) for one in good.characteristics for n, start in enumerate(_BRIEF) if one.name.startswith(start)]
    chosen = {one.name for _, one in sorted(ranked, key=lambda pair: pair[0])[:_MOST]}
    told = "; ".join(_uncapitalised(one.designed) for one in good.characteristics if one.name in chosen)
    return f"{good.name}: {told}" if told else good.name


def _uncapitalised(text: str) -> str:
    return text if text[:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def _type(good: Good, maker: str) -> str:
    """Return the maker's name and numbers; what a part stands for without a maker is no type."""
    line = good.position.line
    if not maker:
        return line.part_number
    described = line.description if good.position.part is not None else ""
    numbers = [number for number in (line.part_number, line.order_number) if number and number not in described]
    return "\n".join(dict.fromkeys(filter(None, (described, *numbers))))


def _note(good: Good, maker: str) -> str:
    notes = []
    if good.position.part is not None and not maker:
        notes.append("изготовитель не выбран")
    if not good.position.line.published:
        notes.append("длина не подтверждена источником")
    return "; ".join(notes)


__all__ = [
    "SPARES",
    "SpecificationRow",
    "masses",
    "specification_book",
    "specification_rows",
    "specification_sheet",
    "unit_mass",
]
