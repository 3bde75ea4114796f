"""The cable journal, GOST 21.613-2014: cables and power cords as designed, and room for what is laid."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from clusterdesign.design import Design
from clusterdesign.parts import FittingPart
from clusterdesign.procurement.description.brands.vocabulary import NOBODY
from clusterdesign.procurement.description.goods import goods
from clusterdesign.procurement.description.kinds import PLUGS
from clusterdesign.tables.cabling.columns import empty, spot
from clusterdesign.tables.cabling.cords import CordRow, cord_rows
from clusterdesign.tables.cabling.journal import cores
from clusterdesign.tables.cabling.rows import CableRow, plan
from clusterdesign.tables.document import Block, Document, Grid, Heading, Section, Text
from clusterdesign.tables.gost.forms import JOURNAL, JOURNAL_GROUPS, JOURNAL_MARGINS, JOURNAL_WIDTHS
from clusterdesign.tables.sheet import Book, Column, Sheet
from clusterdesign.units import Length

TITLE = "Кабельный журнал"

SUMMARY = "Сводная таблица длин кабелей"

NOT_DECLARED = "не объявлен"
"""Fire hazard class where the project declares none."""

_KEY = "_cable_journal"

_SHORT = {"twisted-pair": "Витая пара"}
"""What a cable whose maker the buyer chooses is called, where its name does not fit the column."""

_FIRE = "Класс пожарной опасности (ГОСТ 31565)"


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A cable or cord as designed.

    Attributes:
        type: number of its maker, or what it is called where the buyer chooses the maker.
        cores: what is in it, ``1x MPO-12/APC OM4``.
        length: None where it is not known.
        section: way over the trays; empty within a rack.
    """

    mark: str
    start: str
    end: str
    type: str
    cores: str
    length: Length | None
    section: str = ""


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """Cables of one type and length."""

    type: str
    cores: str
    length: Length | None
    count: int

    @property
    def total(self) -> Length | None:
        """Length of all of them; None where that of one is not known."""
        return None if self.length is None else self.length * self.count


def journal_lines(design: Design) -> tuple[JournalLine, ...]:
    """Return the cables in the order of pulling, then the power cords in the order of a walk along the racks.

    They are kept with the design.
    """
    kept = vars(design).get(_KEY)
    if isinstance(kept, tuple):
        return kept
    names = {id_: good.position.name for good in goods(design) for id_ in good.position.line.parts}
    cables = (_cable(row, names) for row in plan(design).rows)
    made = (*cables, *(_cord(design, row, names) for row in cord_rows(design)))
    vars(design)[_KEY] = made
    return made


def summary_lines(lines: tuple[JournalLine, ...]) -> tuple[SummaryLine, ...]:
    """Count the lines by type and length."""
    counted = Counter((line.type, line.cores, line.length) for line in lines)
    found = (SummaryLine(*key, count) for key, count in counted.items())
    return tuple(sorted(found, key=lambda one: (one.type, one.cores, one.length.base if one.length else 0)))


def journal_book(design: Design) -> Book:
    """Return the journal as a workbook: the lines with the fire class beside them, and the summary of lengths."""
    lines = journal_lines(design)
    fire = _fire(design)
    flat = _flat_sheet(lines, fire)
    return Book(
        name="cable-journal", title=design.name, paper="A3", sheets=(flat, _summary_sheet(summary_lines(lines), fire))
    )


def journal_document(design: Design) -> Document:
    """Return the journal as a document: two rows of heads, the columns of what is laid empty, then the summary."""
    tender = design.procurement.tender
    lines = journal_lines(design)
    fire = _fire(design)
    blocks: list[Block] = [Section("landscape", "A4"), Text(TITLE, "lead")]
    blocks += [Text(text) for text in (tender.document, tender.customer, tender.subject) if text]
    blocks += [
        Text(f"{_FIRE}: {fire}.", "note"),
        Grid(
            _form_sheet(lines),
            heads=JOURNAL,
            groups=JOURNAL_GROUPS,
            widths=JOURNAL_WIDTHS,
            numbers=True,
            size=7.0,
        ),
        Heading(SUMMARY, page=True),
        Grid(_summary_sheet(summary_lines(lines), fire), widths=(60.0, 60.0, 30.0, 30.0, 40.0, 67.0), total="Итого"),
    ]
    return Document(
        name="cable-journal",
        title=TITLE,
        blocks=tuple(blocks),
        lang="ru",
        header=design.name,
        footer=" ".join(tender.document.split()),
        margins=JOURNAL_MARGINS,
    )


def _cable(row: CableRow, names: dict[str, str]) -> JournalLine:
    maker = row.part.vendor != NOBODY
    return JournalLine(
        mark=row.tag,
        start=spot(row.ends[0]),
        end="\n".join(map(spot, row.ends[1:])),
        type=row.cable.part_number or (row.part.name if maker else _SHORT.get(row.medium, names.get(row.part.id, ""))),
        cores=cores(row),
        length=row.cable.length,
        section=row.route,
    )


def _cord(design: Design, row: CordRow, names: dict[str, str]) -> JournalLine:
    cord = row.cord
    part = design.parts.get(cord.part)
    place = " ".join(filter(None, (row.rack, f"U{row.unit}" if row.unit else "", cord.device, f"PSU{cord.supply}")))
    plugs = PLUGS.get(part.inlet or "", "") if isinstance(part, FittingPart) else ""
    number = part.part_number if part is not None else ""
    return JournalLine(
        mark=cord.path.removeprefix("cord/"),
        start=place,
        end=" ".join(filter(None, (cord.pdu, cord.outlet))),
        type=number or names.get(cord.part, "") or "в комплекте устройства",
        cores=f"1x {plugs}" if plugs else "",
        length=cord.length,
    )


def _form_sheet(lines: tuple[JournalLine, ...]) -> Sheet[JournalLine]:
    """Return the nine columns of the form. Its heads stand in two rows, where some are alike: these here are unlike."""
    return Sheet(
        name="Cable journal",
        rows=lines,
        columns=(*_designed("Трасса", "По проекту"), *_laid()),
    )


def _flat_sheet(lines: tuple[JournalLine, ...], fire: str) -> Sheet[JournalLine]:
    mark, start, end, *designed = _designed("Трасса", "По проекту")
    section: Column[JournalLine] = Column("Участок трассы кабеля, провода", lambda row: row.section, width=20)
    return Sheet(
        name="Cable journal",
        rows=lines,
        columns=(mark, start, end, section, *designed, Column(_FIRE, lambda _: fire, width=16), *_laid()),
    )


def _designed(way: str, designed: str) -> tuple[Column[JournalLine], ...]:
    return (
        Column(JOURNAL[0], lambda row: row.mark, width=16),
        Column(f"{way}: {JOURNAL[1].lower()}", lambda row: row.start, width=36),
        Column(f"{way}: {JOURNAL[2].lower()}", lambda row: row.end, width=36),
        Column(f"{designed}: {JOURNAL[3].lower()}", lambda row: row.type, width=24),
        Column(f"{designed}: {JOURNAL[4].lower()}", lambda row: row.cores, width=22),
        Column(f"{designed}: длина", lambda row: row.length, kind="number", unit="m", width=12),
    )


def _laid() -> tuple[Column[JournalLine], ...]:
    return (
        Column(f"Проложен: {JOURNAL[6].lower()}", empty, width=18),
        Column(f"Проложен: {JOURNAL[7].lower()}", empty, width=18),
        Column("Проложен: длина", empty, width=12),
    )


def _summary_sheet(lines: tuple[SummaryLine, ...], fire: str) -> Sheet[SummaryLine]:
    return Sheet(
        name="Cable lengths",
        rows=lines,
        columns=(
            Column(JOURNAL[3], lambda row: row.type, width=30),
            Column(JOURNAL[4], lambda row: row.cores, width=26),
            Column("Длина одного", lambda row: row.length, kind="number", unit="m", width=12),
            Column("Количество", lambda row: row.count, kind="integer", unit="pcs", width=12, total=True),
            Column("Общая длина", lambda row: row.total, kind="number", unit="m", width=14, total=True),
            Column(_FIRE, lambda _: fire, width=20),
        ),
    )


def _fire(design: Design) -> str:
    return design.procurement.tender.fire_class or NOT_DECLARED


__all__ = [
    "NOT_DECLARED",
    "SUMMARY",
    "TITLE",
    "JournalLine",
    "SummaryLine",
    "journal_book",
    "journal_document",
    "journal_lines",
    "summary_lines",
]
