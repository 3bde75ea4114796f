"""What a quote must offer: the bill, its lots put together, and how its lines are found by any spelling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.quote.lines import Offer
from clusterdesign.procurement.quote.spelling import lookalikes, loose_key, number_key, words_key


@dataclass(frozen=True, slots=True)
class Wanted:
    """One key of the bill.

    Attributes:
        lines: the lines of the lots that have it.
        spares: 0 where spares are not asked for.
    """

    lines: tuple[BillLine, ...]
    quantity: int
    spares: int

    @property
    def line(self) -> BillLine:
        """The line that says what it is."""
        return self.lines[0]

    @property
    def key(self) -> str:
        """Its key in the bill."""
        return self.line.key

    @property
    def needed(self) -> int:
        """How many must be offered."""
        return self.quantity + self.spares

    @property
    def name(self) -> str:
        """How messages call it."""
        return self.line.part_number or f"{self.line.description or self.key}"


def wanted(lines: Sequence[BillLine], *, spares: bool = True) -> tuple[Wanted, ...]:
    """Put lines of the bill together by their key, in the order of the bill."""
    found: dict[str, list[BillLine]] = {}
    for line in lines:
        found.setdefault(line.key, []).append(line)
    made = (
        Wanted(tuple(same), sum(line.quantity for line in same), sum(line.spares for line in same) if spares else 0)
        for same in found.values()
    )
    return tuple(one for one in made if one.needed)


class Finder:
    """Finds what a line of a quote offers.

    Args:
        all_: what is wanted.
        same: keys of the bill by part number of the quote, as somebody confirmed them.
    """

    def __init__(self, all_: Sequence[Wanted], same: Mapping[str, str]) -> None:
        self._keys = {one.key: one for one in all_}
        self._same = {number_key(offered): self._keys[key] for offered, key in same.items() if key in self._keys}
        self._exact: dict[str, list[Wanted]] = {}
        self._loose: dict[str, list[Wanted]] = {}
        self._names: dict[str, list[Wanted]] = {}
        self._texts: dict[str, list[Wanted]] = {}
        for one in all_:
            for number in {one.line.part_number, one.line.order_number, one.key, *_ids(one)} - {""}:
                self._exact.setdefault(number_key(number), []).append(one)
                self._loose.setdefault(loose_key(number), []).append(one)
            self._texts.setdefault(words_key(one.line.description), []).append(one)
            # Without a part number a line is known by its name.
            names = () if one.line.part_number or not one.line.description else _names(one)
            for name in names:
                self._names.setdefault(words_key(name), []).append(one)

    def find(self, offer: Offer) -> tuple[Wanted | None, str]:
        """Return what a line offers, None if nothing that is wanted, and a remark on how it was recognised."""
        number = number_key(offer.part_number)
        if number in self._same:
            return self._same[number], f"{offer.part_number} is taken for {self._same[number].name}, as confirmed"
        found = self._one(self._exact.get(number), offer)
        if found is not None:
            odd = lookalikes(offer.part_number)
            remark = f"{offer.part_number} is spelt with Cyrillic {odd}" if odd else ""
            return found, remark
        found = self._one(self._loose.get(loose_key(offer.part_number)), offer) if loose_key(number) else None
        if found is not None:
            return found, f"{offer.part_number} is taken for {found.name}"
        return self._by_description(offer)

    def _by_description(self, offer: Offer) -> tuple[Wanted | None, str]:
        text = words_key(offer.description)
        found = self._one(self._names.get(text), offer)
        if found is not None:
            return found, ""
        if not offer.part_number:
            numbers = {number_key(word) for word in offer.description.replace(",", " ").split()}
            held = [one for number in sorted(numbers) for one in self._exact.get(number, ())]
            if len({one.key for one in held}) == 1:
                return held[0], f"{held[0].name} stands in the description only"
            found = self._one(self._texts.get(text), offer) if offer.description else None
            if found is not None:
                return found, f"{offer.name} is taken for {found.name} by its name"
        # At the beginning only: a rail kit for a server is no server.
        begun = [name for name in self._names if text.startswith(name)]
        found = self._one(self._names[max(begun, key=len)], offer) if begun else None
        return (found, f"{offer.name} is taken for {found.name} by its name") if found else (None, "")

    def _one(self, found: Sequence[Wanted] | None, offer: Offer) -> Wanted | None:
        """Return the one that is meant; of equal numbers of several makers the one whose maker is named."""
        said = words_key(f"{offer.manufacturer} {offer.description}")
        named = [one for one in found or () if one.line.manufacturer and _maker(one) in said]
        held = named or found
        return held[0] if held and len({one.key for one in held}) == 1 else None


def _maker(one: Wanted) -> str:
    return words_key(one.line.manufacturer)


def _ids(one: Wanted) -> tuple[str, ...]:
    return one.line.parts if len(one.line.parts) == 1 and one.line.length is None and not one.line.part_number else ()


def _names(one: Wanted) -> tuple[str, ...]:
    """Return its name, with the maker in front and the length behind as people write it."""
    names = [one.line.description]
    if one.line.length is not None:
        names.append(f"{one.line.description} {one.line.length}")
    return tuple(dict.fromkeys(text for name in names for text in (name, f"{one.line.manufacturer} {name}")))


__all__ = ["Finder", "Wanted", "wanted"]
