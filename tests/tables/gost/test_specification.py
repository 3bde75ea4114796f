"""The specification of equipment: heads, sections, numbers, masses."""

from __future__ import annotations

import pytest

from clusterdesign.design.procurement import Code, Procurement, Spares, Tender
from clusterdesign.engineering.racks import rack_loads
from clusterdesign.parts import Fibre, FibreLength
from clusterdesign.procurement.bill import bill
from clusterdesign.tables.document import Table
from clusterdesign.tables.gost import specification_book, specification_document, specification_rows
from clusterdesign.tables.gost.forms import (
    JOURNAL_WIDTHS,
    SPECIFICATION,
    SPECIFICATION_WIDTHS,
    UNITS,
    designation,
    unit,
)
from clusterdesign.tables.gost.specification import SPARES, masses, unit_mass
from clusterdesign.tables.i18n import word
from clusterdesign.units import kg, m
from tests.procurement.description.designs import REFERENCES, reference, small

IN_RACKS = {"Nodes", "Servers", "Switches", "Appliances", "Storage", "Racks", "PDUs", "CDUs", "Fittings"}


def test_the_nine_heads_of_2013() -> None:
    sheet = specification_book(small(Procurement())).sheets[0]

    assert sheet.heads("ru") == (
        "Позиция",
        "Наименование и техническая характеристика",
        "Тип, марка, обозначение документа, опросного листа",
        "Код продукции",
        "Поставщик",
        "Ед. измерения",
        "Кол.",
        "Масса 1 ед., кг",
        "Примечание",
    )


def test_the_heads_of_1995_where_they_differ() -> None:
    sheet = specification_book(small(Procurement(tender=Tender(gost="1995")))).sheets[0]

    assert [head for head in sheet.heads("ru") if head not in SPECIFICATION["2013"]] == [
        "Код оборудования, изделия, материала",
        "Завод-изготовитель",
        "Единица измерения",
        "Количество",
        "Масса единицы, кг",
    ]
    assert len(sheet.columns) == 9


def test_units_are_written_in_one_way() -> None:
    assert [unit(text) for text in ("pcs", "шт", "шт.", "m", "м.", "set", "компл", "kg", "кг", "L")] == [
        "шт.",
        "шт.",
        "шт.",
        "м",
        "м",
        "компл.",
        "компл.",
        "кг",
        "кг",
        "л",
    ]
    assert unit("courses") == "courses"
    assert all(unit(written) == written for written in UNITS.values())


def test_the_designation_ends_with_its_suffix_once() -> None:
    assert designation("2026-017-ИОС5") == "2026-017-ИОС5.СО"
    assert designation("2026-017-ИОС5.СО") == "2026-017-ИОС5.СО"
    assert designation("") == ""
    assert designation("a\nb") == "a b.СО"


def test_masses_have_a_decimal_comma() -> None:
    rows = specification_rows(reference("starter-a100"))
    cells = specification_book(reference("starter-a100")).sheets[0].cells("ru")
    written = {row.mass: cell[7] for row, cell in zip(rows, cells, strict=True) if row.mass is not None}

    assert (written[11.4], written[123.16], written[190]) == ("11,4", "123,16", "190")
    assert all(isinstance(cell, str) and "." not in cell for cell in written.values())


@pytest.mark.parametrize("name", REFERENCES)
def test_mass_times_quantity_is_the_mass_budget_of_the_racks(name: str) -> None:
    design = reference(name)
    found = [(row, mass) for row, mass in masses(specification_rows(design)) if row.good is not None]
    in_racks = sum(mass for row, mass in found if row.good and row.good.position.line.section in IN_RACKS)

    assert in_racks == pytest.approx(sum(load.mass for load in rack_loads(design).values()))
    assert in_racks > 1000


@pytest.mark.parametrize("name", REFERENCES)
def test_every_position_of_the_bill_is_there_under_its_section(name: str) -> None:
    design = reference(name)
    rows = specification_rows(design)

    title = ""
    for row in rows:
        if row.good is None:
            title = row.name
            assert (row.position, row.quantity, row.mass, row.type) == ("", None, None, "")
        elif row.spare:
            assert title == SPARES
        else:
            assert title == word(row.good.position.line.section, "ru")
    assert sum(row.quantity or 0 for row in rows if not row.spare) == sum(line.quantity for line in bill(design))
    assert sum(row.quantity or 0 for row in rows if row.spare) == sum(line.spares for line in bill(design))
    numbers = [row.position for row in rows if row.position]
    assert len(set(numbers)) == len(numbers)
    assert numbers[0] == "1.1"


def test_spares_are_the_last_section_and_do_not_count_for_the_mass() -> None:
    plain = specification_rows(small(Procurement()))
    spares = Spares(of="Switches", because="house rule", at_least=2)
    rows = specification_rows(small(Procurement(spares=(spares,))))

    assert [(row.position, row.quantity) for row in rows[: len(plain)]] == [(r.position, r.quantity) for r in plain]
    assert [row.name for row in rows if row.title][-1] == SPARES
    assert [(row.quantity, row.spare) for row in rows[-1:]] == [(2, True)]
    assert sum(mass for _, mass in masses(rows)) == sum(mass for _, mass in masses(plain))


def test_supplier_and_code_come_from_declarations() -> None:
    codes = (Code("Switches", "26.30.11.110", "table", ktru="26.30.11.110-00000001"),)
    row = next(row for row in specification_rows(small(Procurement(codes=codes))) if row.code)

    assert (row.code, row.supplier, row.type) == ("26.30.11.110", "Acme", "Switch\n1/3\n12-11")


def test_mass_of_one_piece() -> None:
    fibre = Fibre(
        id="acme/fibre",
        name="Fibre",
        vendor="Acme",
        fibre="multimode",
        connector="mpo12-apc",
        channel_maximum=m(50),
        lengths=(FibreLength(length=m(5), part_number="F-5", grade="OM4"),),
        grams_per_metre=12.5,
    )

    assert unit_mass(fibre, m(5)) == 0.062
    assert unit_mass(fibre, None) is None
    assert unit_mass(fibre.with_(weight=kg(2.5)), m(5)) == 2.5
    assert unit_mass(None, m(5)) is None


def test_the_document_has_form_1_on_a3() -> None:
    tender = Tender(customer="Заказчик", subject="Кластер", document="17-ИОС5", gost="1995")
    document = specification_document(small(Procurement(tender=tender)))
    (table,) = [block for block in document.blocks if isinstance(block, Table)]

    assert table.widths == SPECIFICATION_WIDTHS
    assert sum(SPECIFICATION_WIDTHS) == 420 - document.margins.left - document.margins.right
    assert sum(JOURNAL_WIDTHS) == 287
    assert document.footer == "17-ИОС5.СО"
    assert [table.rows[n][1] for n in sorted(table.strong)] == [
        row.name for row in specification_rows(small(Procurement())) if row.title
    ]


def test_unknown_masses_are_named_below_the_form() -> None:
    document = specification_document(small(Procurement()))
    texts = [getattr(block, "text", "") for block in document.blocks]

    assert texts[-1].startswith("Масса не опубликована для позиций: 1.1, ")
