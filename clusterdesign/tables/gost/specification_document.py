"""The specification of equipment as a document."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.procurement.description.russian import comma
from clusterdesign.tables.document import Block, Document, Section, Table, Text
from clusterdesign.tables.gost.forms import SHEET_MARGINS, SPECIFICATION_WIDTHS, designation
from clusterdesign.tables.gost.specification import (
    SpecificationRow,
    masses,
    specification_rows,
    specification_sheet,
)

TITLE = "Спецификация оборудования, изделий и материалов"


def specification_document(design: Design) -> Document:
    """Return the specification: form 1 on A3, and below it what all of it weighs as far as that is known."""
    tender = design.procurement.tender
    rows = specification_rows(design, tender.gost)
    sheet = specification_sheet(rows, tender.gost)
    table = Table(
        sheet.heads("ru"),
        tuple(sheet.cells("ru")),
        aligned="llllllcrl",
        widths=SPECIFICATION_WIDTHS,
        numbers=True,
        strong=frozenset(n for n, row in enumerate(rows) if row.title),
        size=8.0,
    )
    code = designation(tender.document)
    blocks: list[Block] = [Section("landscape", "A3"), Text(TITLE, "lead")]
    blocks += [Text(text) for text in (code, tender.customer, tender.subject) if text]
    blocks += [
        Text(f"ГОСТ 21.110-{tender.gost}, форма 1", "note"),
        table,
        *(Text(text, "note") for text in _mass(rows)),
    ]
    return Document(
        name="specification",
        title=TITLE,
        blocks=tuple(blocks),
        lang="ru",
        header=design.name,
        footer=code,
        margins=SHEET_MARGINS,
    )


def _mass(rows: tuple[SpecificationRow, ...]) -> list[str]:
    known = sum(mass for _, mass in masses(rows))
    unknown = [row.position for row in rows if not row.title and row.mass is None]
    texts = [f"Масса позиций с известной массой, без запасных частей: {comma(known, 2)} кг."]
    if unknown:
        texts.append(f"Масса не опубликована для позиций: {', '.join(unknown)}.")
    return texts


__all__ = ["TITLE", "specification_document"]
