"""The bill: one line a part number and lot. Every quantity is counted in the graph or follows from such a count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from clusterdesign.design import Design
from clusterdesign.design.procurement import chosen
from clusterdesign.names import natural_key, natural_sorted, summary
from clusterdesign.parts import AnyPart
from clusterdesign.procurement.extras import ExtraItem, extra_items
from clusterdesign.procurement.items import SECTIONS, Bought, Section, bought
from clusterdesign.procurement.lots import SPARES, lot_of, lots
from clusterdesign.procurement.reasons import reason
from clusterdesign.procurement.spares import spares_of
from clusterdesign.units import Length


@dataclass(frozen=True, slots=True)
class BillLine:
    """One part number in one lot.

    Attributes:
        key: identity of what is bought, the same in every document: part number, else part id; with the length where
            that is bought by length and has no number. Lines of several lots may share it; ``(lot, key)`` is unique.
        lot: what it is delivered with.
        parts: ids of its parts: several where changed parts kept their number, none for what is no component.
        published: False where no source says that this length is sold.
        quantity: how many the design needs.
        spares: how many more are bought.
        unit: what is counted.
        origin: from which components the quantity follows.
        why: the rule behind the number.
        lead_time_weeks, warranty_months, country, supplier, service: as declared; None or empty where unknown.
        source: where part number and terms come from.
    """

    key: str
    section: Section
    lot: str
    parts: tuple[str, ...]
    manufacturer: str
    part_number: str
    order_number: str
    description: str
    length: Length | None
    published: bool
    quantity: int
    spares: int
    unit: str
    origin: str
    why: str
    lead_time_weeks: int | None = None
    warranty_months: int | None = None
    country: str = ""
    source: str = ""
    supplier: str = ""
    service: str = ""
    extra: str = ""

    @property
    def total(self) -> int:
        """How many are bought."""
        return self.quantity + self.spares

    @property
    def ids(self) -> tuple[str, ...]:
        """What selectors name it by: ids of its parts, or that of a licence or service."""
        return self.parts or (self.extra,)


def bill(design: Design) -> tuple[BillLine, ...]:
    """Return the lines in the order of the sections, those of a lot of spares last."""
    lines = needed(design)
    if not design.procurement.own_spares_lot:
        return lines
    spare = [replace(line, lot=SPARES, quantity=0) for line in _merged(line for line in lines if line.spares)]
    return (*(replace(line, spares=0) for line in lines), *spare)


def needed(design: Design) -> tuple[BillLine, ...]:
    """Return the lines with the spares of each beside what it is a spare for, whatever lot they are delivered in."""
    lines = [_spared(design, line) for line in (*_counted(design), *_extras(design))]
    rank = {lot.name: n for n, lot in enumerate(lots(design))}
    return tuple(sorted(lines, key=lambda line: _order(line, rank)))


def _merged(lines: Iterable[BillLine]) -> Iterator[BillLine]:
    """Make one line of those that share a key: in the lot of spares they are one."""
    found: dict[str, list[BillLine]] = {}
    for line in lines:
        found.setdefault(line.key, []).append(line)
    for same in found.values():
        yield replace(same[0], spares=sum(line.spares for line in same))


def groups(design: Design) -> Iterator[tuple[str, str, list[Bought]]]:
    """Yield lot, key and items of every line of components.

    Items are alike in lot, maker, number and length; those without a number go by their part.
    """
    homes: dict[str, str] = {}
    alike: dict[tuple[str, str, str, Length | None], list[Bought]] = {}
    for item in bought(design):
        part = design.parts.get(item.part)
        lot = lot_of(design, item.section, (item.part,), homes.get(item.owner, ""))
        if item.path in design.device and not item.owner:
            homes[item.path] = lot
        maker = part.vendor if part is not None and item.part_number else ""
        alike.setdefault((lot, maker, item.part_number or item.part, item.length), []).append(item)
    makers: dict[str, set[str]] = {}
    for _, maker, number, _ in alike:
        makers.setdefault(number, set()).add(maker)
    for (lot, maker, number, length), items in alike.items():
        key = f"{maker} {number}" if len(makers[number]) > 1 else number
        if length is not None and not items[0].part_number:
            key = f"{key} {length}"
        yield lot, key, items


def _counted(design: Design) -> Iterator[BillLine]:
    return (_line(design, items, lot=lot, key=key) for lot, key, items in groups(design))


def _line(design: Design, items: list[Bought], *, lot: str, key: str) -> BillLine:
    first = items[0]
    times = Counter(item.path for item in items)
    ids = tuple(natural_sorted({item.part for item in items}))
    parts = [design.parts[id_] for id_ in ids if id_ in design.parts]
    return BillLine(
        key=key,
        section=first.section,
        lot=lot,
        parts=ids,
        manufacturer=parts[0].vendor if parts else "",
        part_number=first.part_number,
        order_number=next((item.order_number for item in items if item.order_number), ""),
        description="; ".join(natural_sorted({part.name for part in parts})),
        length=first.length,
        published=all(item.published for item in items),
        quantity=len(items),
        spares=0,
        unit="pcs",
        origin=", ".join(
            summary(path for path in times if times[path] == each) + (f" × {each}" if each > 1 else "")
            for each in sorted(set(times.values()), reverse=True)
        ),
        why=reason(design, items),
        source="; ".join(natural_sorted({ref for part in parts if (ref := _source(part))})),
    )


def _source(part: AnyPart) -> str:
    field = "lengths" if part.kind == "fibre" else "part_number"
    source = part.source(field) if part.part_number or part.kind == "fibre" else None
    return source.ref if source is not None else ""


def _extras(design: Design) -> Iterator[BillLine]:
    for item in extra_items(design):
        yield _extra(design, item)


def _extra(design: Design, item: ExtraItem) -> BillLine:
    return BillLine(
        key=item.part_number or item.id,
        section=item.section,
        lot=lot_of(design, item.section, (item.id,)),
        parts=(),
        manufacturer=item.manufacturer,
        part_number=item.part_number,
        order_number="",
        description=item.description,
        length=None,
        published=True,
        quantity=item.quantity,
        spares=0,
        unit=item.unit,
        origin=item.origin,
        why=item.why,
        source=item.source,
        extra=item.id,
    )


def _spared(design: Design, line: BillLine) -> BillLine:
    """Fill in spares and terms: each term from the most specific declaration that gives it."""
    declared = design.procurement
    terms = chosen(declared.terms, line.section, line.ids)
    refs = [line.source, *(one.source for one in terms)]
    return replace(
        line,
        spares=spares_of(declared.spares, line.section, line.ids, line.quantity),
        lead_time_weeks=next((one.lead_time_weeks for one in terms if one.lead_time_weeks is not None), None),
        warranty_months=next((one.warranty_months for one in terms if one.warranty_months is not None), None),
        country=next((one.country for one in terms if one.country), ""),
        supplier=next((one.supplier for one in terms if one.supplier), ""),
        service=next((one.service for one in terms if one.service), ""),
        source="; ".join(dict.fromkeys(ref for ref in refs if ref)),
    )


def _order(line: BillLine, lot_rank: dict[str, int]) -> tuple[object, ...]:
    length = line.length.base if line.length is not None else 0
    return (
        SECTIONS.index(line.section),
        natural_key(line.ids[0]),
        length,
        natural_key(line.part_number),
        lot_rank[line.lot],
    )


__all__ = ["BillLine", "bill", "groups", "needed"]
