"""The linter of descriptions: brand words that the law does not allow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from clusterdesign.design import Design
from clusterdesign.design.procurement import Compatibility, Law, selects
from clusterdesign.procurement.bill import bill
from clusterdesign.procurement.description.brands import Hit, Scanner, beyond, vocabulary
from clusterdesign.procurement.description.goods import OR_EQUIVALENT, Good, goods
from clusterdesign.procurement.description.passages import Passage, passages
from clusterdesign.procurement.description.remark import Level, Remark

# 44-FZ, article 33, part 1; 223-FZ, article 3, part 6.1.
LEVEL: dict[Law, Level] = {"44-FZ": "error", "223-FZ": "warning"}
"""How bad a brand word is: 223-FZ leaves it to the customer's own rules of procurement."""

_EQUIVALENT = re.compile(r"или\s+(?:его\s+)?эквивалент", re.IGNORECASE)

_NEAR = 80
"""Letters behind a trade mark within which «или эквивалент» belongs to it."""


@lru_cache(maxsize=1)
def builtin_scanner() -> Scanner:
    """Return the scanner of the built-in vocabulary. It is made once."""
    return Scanner(vocabulary())


def scanner_of(design: Design) -> Scanner:
    """Return a scanner that also knows what the parts of a design and its bill are called."""
    lines = bill(design)
    numbers = [number for line in lines for number in (line.part_number, line.order_number)]
    makers = [line.manufacturer for line in lines]
    return Scanner(beyond(design.parts.values(), numbers, makers), beside=builtin_scanner())


def lint_text(
    text: str, *, law: Law = "44-FZ", allowed: Iterable[Compatibility] = (), at: str = "text"
) -> tuple[Remark, ...]:
    """Examine one text with the built-in vocabulary.

    Args:
        text: in Russian or any language.
        law: under 44-FZ a brand word is an error, under 223-FZ a warning.
        allowed: trade marks that are declared necessary.
        at: what the text is, for the remarks.
    """
    return tuple(lint([Passage(at, text)], builtin_scanner(), law=law, allowed=tuple(allowed)))


def lint_description(design: Design, found: tuple[Good, ...] | None = None) -> tuple[Remark, ...]:
    """Examine every text of the description of a design."""
    texts = passages(design, goods(design) if found is None else found)
    declared = design.procurement
    return tuple(lint(texts, scanner_of(design), law=declared.tender.law, allowed=declared.compatibility))


def lint(
    texts: Iterable[Passage], scanner: Scanner, *, law: Law, allowed: tuple[Compatibility, ...]
) -> Iterator[Remark]:
    """Yield a remark for every brand word that nothing allows, in the order of the texts."""
    known = [(mark, frozenset(hit.brand.word for word in mark.words for hit in scanner.hits(word))) for mark in allowed]
    for passage in texts:
        for hit in scanner.hits(passage.text):
            marks = [mark for mark, words in known if _means(mark, words, hit) and _holds(mark, passage)]
            if not marks:
                yield Remark(
                    LEVEL[law],
                    passage.at,
                    f"{hit.written!r} is a brand word ({hit.brand.kind} {hit.brand.word})",
                    "describe it by ranges, or declare why it is needed: Compatibility(words=..., because=...)",
                )
            elif not passage.reason and all(mark.or_equivalent for mark in marks) and not _equivalent(passage, hit):
                yield Remark(
                    LEVEL[law],
                    passage.at,
                    f"{hit.written!r} stands without «{OR_EQUIVALENT}»",
                    f"write «{hit.written} ({OR_EQUIVALENT})», or declare or_equivalent=False where the law allows it",
                )


def _means(mark: Compatibility, words: frozenset[str], hit: Hit) -> bool:
    return hit.brand.word in words or hit.written.casefold() in {word.casefold() for word in mark.words}


def _holds(mark: Compatibility, passage: Passage) -> bool:
    """Tell whether a trade mark is allowed in a passage: texts about the whole purchase may name each of them."""
    if passage.good is None:
        return True
    line = passage.good.position.line
    return selects(mark.of, line.section, line.ids)


def _equivalent(passage: Passage, hit: Hit) -> bool:
    return _EQUIVALENT.search(passage.text[hit.end : hit.end + _NEAR]) is not None


__all__ = ["LEVEL", "builtin_scanner", "lint", "lint_description", "lint_text", "scanner_of"]
