"""Which words are brand words: those of ``words.toml``, and what the parts are called by their makers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

from clusterdesign.catalog import builtin
from clusterdesign.parts import Fibre, Part
from clusterdesign.procurement.description.brands.fold import fold

BrandKind: TypeAlias = Literal["maker", "family", "model", "part number"]

NOBODY = "generic"
"""Vendor of the parts that stand for whatever the buyer chooses."""

_LETTERS, _DIGITS = 2, 3
"""What the first piece of a part number must have to be told from an ordinary abbreviation, ``MQM9700``."""

_SHORTEST = 5
"""Letters and digits of the shortest part number that is looked for."""

_PIECES = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Brand:
    """A brand word.

    Attributes:
        word: as its owner writes it.
        russian: stems of its Russian spellings.
        exact: it is a brand word only in these very capital letters.
        unless: pattern that must not stand in front of an exact word: ``APC`` is a polish of fibre ends in ``LC/APC``.
    """

    word: str
    kind: BrandKind
    russian: tuple[str, ...] = ()
    exact: bool = False
    unless: str = ""


@lru_cache(maxsize=1)
def declared() -> tuple[Brand, ...]:
    """Return the words of ``words.toml``."""
    kinds: dict[str, BrandKind] = {"makers": "maker", "families": "family", "models": "model"}
    data = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    return tuple(
        Brand(word, kinds[table], tuple(entry.get("russian", ())), entry.get("exact", False), entry.get("unless", ""))
        for table, entries in data.items()
        for word, entry in entries.items()
    )


def of_parts(parts: Iterable[Part]) -> Iterator[Brand]:
    """Yield what parts bring: their makers, part numbers and order numbers."""
    for part in parts:
        if part.vendor != NOBODY:
            yield Brand(part.vendor, "maker")
        yield from of_numbers((part.part_number, part.order_number))
        if isinstance(part, Fibre):
            yield from of_numbers(number for sold in part.lengths for number in (sold.part_number, sold.order_number))


def of_numbers(numbers: Iterable[str | None]) -> Iterator[Brand]:
    """Yield part numbers, and their first piece where that alone tells the product: ``MQM9700`` of ``MQM9700-NS2F``."""
    for number in numbers:
        pieces = _PIECES.findall(number or "")
        if number is None or sum(map(len, pieces)) < _SHORTEST or not any(map(str.isdigit, number)):
            continue
        yield Brand(number, "part number")
        letters, digits = sum(map(str.isalpha, pieces[0])), sum(map(str.isdigit, pieces[0]))
        if letters >= _LETTERS and digits >= _DIGITS:
            yield Brand(pieces[0], "part number")


@lru_cache(maxsize=1)
def vocabulary() -> tuple[Brand, ...]:
    """Return the declared words and those of the built-in catalogue, each once."""
    return _once((*declared(), *of_parts(builtin.parts())))


def beyond(parts: Iterable[Part] = (), numbers: Iterable[str] = (), makers: Iterable[str] = ()) -> tuple[Brand, ...]:
    """Return the brand words of parts, numbers and makers that are not in :func:`vocabulary`."""
    known = {fold(brand.word) for brand in vocabulary()}
    own = (Brand(maker, "maker") for maker in makers if maker not in {"", NOBODY})
    found = _once((*of_parts(parts), *of_numbers(numbers), *own))
    return tuple(brand for brand in found if fold(brand.word) not in known)


def _once(brands: Iterable[Brand]) -> tuple[Brand, ...]:
    found: dict[str, Brand] = {}
    for brand in brands:
        if _PIECES.search(brand.word):
            found.setdefault(fold(brand.word), brand)
    return tuple(found.values())


__all__ = ["NOBODY", "Brand", "BrandKind", "beyond", "declared", "of_numbers", "of_parts", "vocabulary"]
