"""How many are offered of what is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from clusterdesign.procurement.quote.differences import Difference, DifferenceKind
from clusterdesign.procurement.quote.fields import plain
from clusterdesign.procurement.quote.lines import Offer
from clusterdesign.procurement.quote.wanted import Wanted

_UNITS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "piece": frozenset({"pc", "pcs", "piece", "pieces", "ea", "each", "unit", "units", "шт", "штук", "ед", "796"})
        | frozenset({"set", "sets", "kit", "kits", "компл", "комплект", "набор", "839", "sheet", "sheets", "лист"}),
        "m": frozenset({"m", "metre", "metres", "meter", "meters", "м", "метр", "006"}),
        "l": frozenset({"l", "litre", "litres", "liter", "liters", "л", "литр", "112"}),
        "pack": frozenset({"pack", "packs", "pk", "box", "boxes", "pkg", "уп", "упак", "упаковка", "кор", "коробка"}),
    }
)
"""Words for a unit, codes of the Russian classifier of units (OKEI) among them. A set counts as one piece."""


def quantities(one: Wanted, offers: Sequence[Offer], notes: list[str]) -> Difference | None:
    """Compare how many are offered with how many are needed; add to the notes what is no fault."""
    if not offers:
        what = f"{one.name}: {_many(one)} needed, none offered"
        return _difference(one, offers, "missing", what, fix="ask for it", got=0)
    unclear = _unclear(one, offers)
    if unclear is not None:
        return unclear
    counts = [offer.quantity or 0 for offer in offers]
    if sum(counts) != one.needed:
        return _other_number(one, offers, counts)
    if len(counts) > 1:
        places = ", ".join(offer.place for offer in offers)
        notes.append(f"{one.name} is split over {places}: {' + '.join(map(str, counts))} = {one.needed}")
    return None


def _unclear(one: Wanted, offers: Sequence[Offer]) -> Difference | None:
    """Return the first offer that does not say how many."""
    for offer in offers:
        if offer.quantity is None:
            what = f"{one.name}: {one.needed} needed, how many are offered cannot be read: {offer.unreadable}"
            return _difference(one, offers, "no quantity", what, fix="ask for the quantity")
        if _other_unit(one.line.unit, offer.unit):
            unit = one.line.unit
            what = f"{one.name}: counted in {unit}, the quote says {offer.quantity} {offer.unit}"
            return _difference(one, offers, "other unit", what, fix=f"ask how many {unit} that are")
    return None


def _other_number(one: Wanted, offers: Sequence[Offer], counts: Sequence[int]) -> Difference:
    got = sum(counts)
    if got == one.quantity:
        what = f"{one.name}: {got} offered, {one.spares} more needed as spares"
        fix = f"ask for {one.needed}, or compare with --without-spares"
        return _difference(one, offers, "spares left out", what, fix=fix, got=got)
    if len(set(counts)) == 1 and len(counts) > 1 and counts[0] in {one.needed, one.quantity}:
        what = f"{one.name}: {counts[0]} offered in each of {len(counts)} rows, {one.needed} needed"
        return _difference(one, offers, "offered twice", what, fix="ask for all rows but one to be struck out", got=got)
    only = "only " if got < one.needed else ""
    what = f"{one.name}: {_many(one)} needed, {only}{got} offered"
    return _difference(one, offers, "short" if only else "over", what, fix=f"ask for {one.needed}", got=got)


def _difference(
    one: Wanted, offers: Sequence[Offer], kind: DifferenceKind, what: str, *, fix: str, got: int | None = None
) -> Difference:
    return Difference(
        kind=kind,
        key=one.key,
        what=what,
        fix=fix,
        offered=offers[0].name if offers else "",
        places=tuple(offer.place for offer in offers),
        needed=one.needed,
        got=got,
    )


def _many(one: Wanted) -> str:
    return f"{one.quantity} and {one.spares} spare" if one.spares else str(one.quantity)


def _other_unit(asked: str, offered: str) -> bool:
    """Tell whether two units are certainly different: words that nobody knows are no difference."""
    meant = {unit for unit, words in _UNITS.items() if plain(offered) in words}
    wanted = {unit for unit, words in _UNITS.items() if plain(asked) in words}
    return bool(meant and wanted and not meant & wanted)


__all__ = ["quantities"]
