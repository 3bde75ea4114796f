"""Chapter: what is bought, in sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.bill import bill as lines_of
from clusterdesign.procurement.lots import lots
from clusterdesign.tables.document import Block, Heading, Table, Text
from clusterdesign.tables.proposal.figures import cost
from clusterdesign.tables.proposal.offer import Configuration, Offer
from clusterdesign.tables.proposal.teller import Teller

_WIDTHS = (70.0, 35.0, 35.0, 35.0)
_LOTS = (105.0, 35.0, 35.0)
_MAIN = (85.0, 60.0, 30.0)
_LARGEST = ("Nodes", "Switches", "Storage", "Appliances", "Racks", "PDUs", "CDUs")


def bill(offer: Offer, tell: Teller) -> Iterator[Block]:
    """Yield the chapter."""
    chosen = offer.chosen
    lines = lines_of(chosen.design)
    yield Heading(tell("bill"))
    yield Text(tell("bill.intro"))
    heads = tuple(tell(f"bill.{key}") for key in ("section", "lines", "quantity", "numbered"))
    rows = tuple(_sections(tell, lines))
    yield Table(heads, rows, caption=tell("bill.caption"), widths=_WIDTHS, aligned="lrrr",
                strong=frozenset({len(rows) - 1}))  # fmt: skip
    main = tuple(_main(lines))
    if main:
        heads = (tell("bill.part"), tell("bill.number"), tell("bill.quantity"))
        yield Table(heads, main, caption=tell("bill.main"), widths=_MAIN, aligned="llr", size=8)
    heads = (tell("bill.lot"), tell("bill.lines"), tell("bill.quantity"))
    yield Table(heads, tuple(_lots(tell, chosen, lines)), caption=tell("bill.lots"), widths=_LOTS, aligned="lrr")
    yield from (Text(note) for note in _notes(tell, chosen, lines))


def _sections(tell: Teller, lines: tuple[BillLine, ...]) -> Iterator[tuple[str | int, ...]]:
    for section in dict.fromkeys(line.section for line in lines):
        yield (tell.word(section), *_sums([line for line in lines if line.section == section]))
    yield (tell("bill.total"), *_sums(lines))


def _sums(lines: list[BillLine] | tuple[BillLine, ...]) -> tuple[int, int, int]:
    return len(lines), sum(line.total for line in lines), sum(bool(line.part_number) for line in lines)


def _main(lines: tuple[BillLine, ...]) -> Iterator[tuple[str, str, int]]:
    for line in lines:
        if line.section in _LARGEST:
            yield line.description, line.part_number, line.total


def _lots(tell: Teller, chosen: Configuration, lines: tuple[BillLine, ...]) -> Iterator[tuple[str | int, ...]]:
    count, pieces = Counter[str](), Counter[str]()
    for line in lines:
        count[line.lot] += 1
        pieces[line.lot] += line.total
    for lot in lots(chosen.design):
        if count[lot.name]:
            key = f"lot.{lot.name}"
            yield tell(key) if tell.has(key) else lot.title or lot.name, count[lot.name], pieces[lot.name]


def _notes(tell: Teller, chosen: Configuration, lines: tuple[BillLine, ...]) -> Iterator[str]:
    if chosen.candidate.cost is None:
        yield tell("bill.unpriced")
    else:
        yield tell("bill.priced", cost=cost(tell, chosen))
    unknown = sum(line.lead_time_weeks is None for line in lines)
    if unknown:
        yield tell("bill.lead", unknown=unknown, lines=len(lines))


__all__ = ["bill"]
