"""A quote against the bill: which lines match, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType

from clusterdesign.catalog import Catalog
from clusterdesign.design import Design
from clusterdesign.errors import DesignError
from clusterdesign.procurement.bill import BillLine, bill
from clusterdesign.procurement.prices import PriceBook
from clusterdesign.procurement.quote.differences import KINDS, Difference
from clusterdesign.procurement.quote.fitting import Fitting
from clusterdesign.procurement.quote.lines import NO_QUANTITY, Offer, Skipped
from clusterdesign.procurement.quote.money import amounts, prices
from clusterdesign.procurement.quote.quantities import quantities
from clusterdesign.procurement.quote.reading import Quote
from clusterdesign.procurement.quote.spelling import number_key
from clusterdesign.procurement.quote.substitutes import substitutes, surpluses
from clusterdesign.procurement.quote.wanted import Finder, Wanted, wanted


@dataclass(frozen=True, slots=True)
class Asked:
    """What a quote was asked for.

    Attributes:
        lots: names of the lots; all of them where it is empty.
        spares: whether spares were asked for.
        same: keys of the bill by part number of the quote, as somebody confirmed them.
        prices: what to compare the prices with.
    """

    lots: tuple[str, ...] = ()
    spares: bool = True
    same: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    prices: PriceBook | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result.

    Attributes:
        quote: what was read.
        differences: in the order of :data:`KINDS`, then of the bill.
        notes: what a reader must know and what is no fault: spellings, split lines.
        skipped: rows that are no lines.
        lines: lines of the bill that were compared.
        offers: rows of the quote by key of the bill; substitutes and strangers are not among them.
        matched: keys that the quote offers as asked.
        total: sum of quantity and price by currency, of the lines that have both.
        unpriced: lines without a price.
    """

    quote: Quote
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    lines: tuple[Wanted, ...]
    offers: Mapping[str, tuple[Offer, ...]]
    matched: tuple[str, ...]
    total: Mapping[str, Decimal]
    unpriced: int

    @property
    def ok(self) -> bool:
        """True without a difference."""
        return not self.differences


def compare(design: Design, quote: Quote, catalog: Catalog, asked: Asked | None = None) -> Comparison:
    """Compare a quote with the bill of a design.

    Args:
        design: what is bought.
        quote: what is offered.
        catalog: parts that a supplier may offer instead.
        asked: what the quote was asked for; the whole bill by default.

    Raises:
        DesignError: there is no such lot, or a confirmed part number stands for no line of the bill.
    """
    asked = asked or Asked()
    lines = _lines(design, asked)
    wants = wanted(lines, spares=asked.spares)
    _check_same(asked.same, wants)
    finder = Finder(wants, asked.same)
    offers: dict[str, list[Offer]] = {}
    strangers: list[Offer] = []
    notes = [*quote.notes]
    skipped = [*quote.skipped]
    for offer in quote.lines:
        one, remark = finder.find(offer)
        if remark:
            notes.append(f"{offer.place}: {remark}")
        if one is not None:
            offers.setdefault(one.key, []).append(offer)
        elif offer.unreadable == NO_QUANTITY:
            skipped.append(Skipped(offer.place, "no quantity", offer.name))
        else:
            strangers.append(offer)
    found_differences, more = _judged(design, catalog, wants, offers, strangers)
    keys = {offer.place: key for key, found in offers.items() for offer in found}
    differences = [*found_differences, *amounts(quote.lines, keys, notes)]
    notes += more
    for one in wants:
        listed = asked.prices.find(one.line) if asked.prices is not None else None
        differences += prices(one, offers.get(one.key, ()), listed, notes)
    rank = {one.key: n for n, one in enumerate(wants)}
    differences.sort(key=lambda one: (KINDS.index(one.kind), rank.get(one.key, len(rank)), one.places))
    faulty = {one.key for one in differences}
    return Comparison(
        quote=quote,
        differences=tuple(differences),
        notes=tuple(dict.fromkeys(notes)),
        skipped=tuple(skipped),
        lines=wants,
        offers=MappingProxyType({key: tuple(found) for key, found in offers.items()}),
        matched=tuple(key for key in rank if key not in faulty),
        total=_total(quote.lines),
        unpriced=sum(offer.price is None for offer in quote.lines),
    )


def _lines(design: Design, asked: Asked) -> tuple[BillLine, ...]:
    lines = bill(design)
    lots = dict.fromkeys(line.lot for line in lines)
    for lot in asked.lots:
        if lot not in lots:
            raise DesignError(f"there is no lot {lot!r}", thing="--lot", fix=f"the lots are {', '.join(lots)}")
    return tuple(line for line in lines if not asked.lots or line.lot in asked.lots)


def _check_same(same: Mapping[str, str], wants: Sequence[Wanted]) -> None:
    keys = {one.key for one in wants}
    for offered, key in same.items():
        if key not in keys:
            raise DesignError(
                f"the bill has no line {key!r}",
                thing=f"--same {offered}={key}",
                fix="write the part number of the bill, or the part where it has none",
            )


def _judged(
    design: Design,
    catalog: Catalog,
    wants: Sequence[Wanted],
    offers: Mapping[str, Sequence[Offer]],
    strangers: Sequence[Offer],
) -> tuple[list[Difference], list[str]]:
    """Return the differences in what is offered and how much, and notes."""
    notes: list[str] = []
    found: dict[str, Difference] = {}
    for one in wants:
        difference = quantities(one, offers.get(one.key, ()), notes)
        if difference is not None:
            found[one.key] = difference
    fitting = Fitting(design, catalog)
    for key, other in surpluses(fitting, wants, found, offers).items():
        del found[key]
        found[other.key] = other
    open_ = {key: one for key, one in found.items() if one.kind in {"missing", "short"}}
    grouped: dict[str, list[Offer]] = {}
    for offer in strangers:
        grouped.setdefault(number_key(offer.part_number) or offer.description, []).append(offer)
    others = substitutes(fitting, wants, open_, tuple(grouped.values()))
    # What another part stands for is not missing besides.
    kept = [one for key, one in found.items() if key not in {other.key for other in others}]
    return [*kept, *others], notes


def _total(offers: Sequence[Offer]) -> Mapping[str, Decimal]:
    found: dict[str, Decimal] = {}
    for offer in offers:
        if offer.price is not None and offer.quantity is not None:
            found[offer.currency] = found.get(offer.currency, Decimal(0)) + offer.price * offer.quantity
    return MappingProxyType(dict(sorted(found.items())))


__all__ = ["Asked", "Comparison", "compare"]
