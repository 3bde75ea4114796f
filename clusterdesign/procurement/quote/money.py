"""Prices of a quote: in themselves, and against a price book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal

from clusterdesign.procurement.prices import Price
from clusterdesign.procurement.quote.differences import Difference, DifferenceKind
from clusterdesign.procurement.quote.lines import Offer
from clusterdesign.procurement.quote.wanted import Wanted

_CENT = Decimal("0.01")
_SAME = Decimal("0.001")
"""Amounts that are the same multiple of price times quantity, up to rounding."""

_ENOUGH = 3
"""Rows that must agree for their common factor to be a tax or discount and no fault."""


def amounts(offers: Sequence[Offer], keys: Mapping[str, str], notes: list[str]) -> list[Difference]:
    """Return the lines whose amount is not quantity times price.

    A factor that all of them share, such as 1.2, is a tax or a discount, which goes to the notes.

    Args:
        offers: the lines of the quote.
        keys: what they offer, by their place; strangers are left out.
        notes: takes what is no fault.
    """
    priced = [offer for offer in offers if offer.price and offer.quantity and offer.amount is not None]
    factor = _common_factor(priced)
    if factor is not None and factor != 1:
        notes.append(f"the amounts are {factor:f} times quantity times price: with tax or discount?")
    return [_wrong(offer, keys.get(offer.place, "")) for offer in priced if not _right(offer, factor or Decimal(1))]


def _common_factor(offers: Sequence[Offer]) -> Decimal | None:
    """Return the factor of most rows, None where there are too few."""
    factors = Counter(
        (offer.amount / (offer.price * offer.quantity)).quantize(_SAME)
        for offer in offers
        if offer.amount is not None and offer.price and offer.quantity
    )
    if not factors:
        return None
    factor, times = factors.most_common(1)[0]
    return factor.normalize() if times >= _ENOUGH and times * 2 > len(offers) else None


def _right(offer: Offer, factor: Decimal) -> bool:
    if offer.amount is None or offer.price is None or offer.quantity is None:
        return True
    # The price may be rounded to a cent, the amount too, and the factor to three digits.
    allowed = _CENT * offer.quantity / 2 + _CENT
    if factor != 1:
        allowed += abs(offer.amount) * _SAME
    return abs(offer.amount - offer.price * offer.quantity * factor) <= allowed


def _wrong(offer: Offer, key: str) -> Difference:
    product = (offer.price or 0) * (offer.quantity or 0)
    return Difference(
        kind="wrong amount",
        key=key,
        what=f"{offer.quantity} of {offer.name} at {offer.price} are {product}, the quote says {offer.amount}",
        fix="ask which of the three is right",
        offered=offer.name,
        places=(offer.place,),
    )


def prices(one: Wanted, offers: Sequence[Offer], listed: Price | None, notes: list[str]) -> list[Difference]:
    """Compare the prices of one line with each other and with the price book."""
    priced = [offer for offer in offers if offer.price is not None]
    if not priced:
        return []
    asked = {(offer.price, offer.currency) for offer in priced}
    places = tuple(offer.place for offer in priced)
    if len(asked) > 1:
        told = ", ".join(_told(offer.price, offer.currency) for offer in priced)
        return [
            _difference(one, "two prices", f"{one.name} has more than one price: {told}", "ask which holds", places)
        ]
    price, currency = priced[0].price, priced[0].currency
    if listed is None or price is None:
        return []
    if currency and currency != listed.currency:
        what = f"{one.name} is priced in {currency}, the price book has it in {listed.currency}"
        return [_difference(one, "other currency", what, "compare by hand, at the rate of the day", places)]
    if not currency:
        notes.append(f"the quote names no currency; its prices are taken for {listed.currency}")
    if price == listed.price:
        return []
    what = (
        f"{one.name} costs {_told(price, listed.currency)}, the price book says {_told(listed.price, listed.currency)}"
    )
    if listed.price:
        what += f" ({(price / listed.price - 1) * 100:+.1f} %)"
    return [_difference(one, "price differs", what, "ask for the price that was agreed", places)]


def _difference(one: Wanted, kind: DifferenceKind, what: str, fix: str, places: tuple[str, ...]) -> Difference:
    return Difference(kind=kind, key=one.key, what=what, fix=fix, offered=one.name, places=places)


def _told(price: Decimal | None, currency: str) -> str:
    return f"{price:,f} {currency}".strip().replace(",", " ") if price is not None else ""


__all__ = ["amounts", "prices"]
