"""Finding brand words in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clusterdesign.procurement.description.brands.fold import Folded, fold, folded
from clusterdesign.procurement.description.brands.vocabulary import Brand

_LONG = 5
"""Letters from which on a word is also found when it is spaced out, ``N V I D I A``."""

_GAP = r"[\s._·*'’\"«»-]{0,2}"
_BETWEEN = r"[\W_]{0,3}"

_BEGINS = re.compile(r"(?<![^\W_])[^\W_]")
_FIRST = re.compile(r"^(?:\(\?<!\S+?\))?\[?([^\W_]+?(?=\])|[^\W_])")
"""First letter of a pattern, or those that may stand in its place."""

_WORD_ENDS = r"(?![^\W_])"

_CASES = (*"ауеыиояюь", *("ом", "ой", "ов", "ам", "ами", "ах", "ям", "ями", "ях", "ем", "ей", "ев", "ий", "ию", "ией"))
_OF_IT = tuple(
    f"{vowel}вск{end}"
    for vowel in ("", "о", "е")
    for end in ("ий", "ого", "ому", "им", "ом", "ая", "ой", "ую", "ое", "ие", "их", "ими")
)
_ENDINGS = (*_CASES, *_OF_IT)
"""What Russian adds to a name."""

_ALIKE = {"o": "[o0]", "0": "[o0]", "i": "[il1]", "l": "[il1]", "1": "[il1]"}


@dataclass(frozen=True, slots=True)
class Hit:
    """A brand word in a text.

    Attributes:
        brand: the word, with its owner's spelling.
        written: as it stands in the text.
        start, end: where it stands.
    """

    brand: Brand
    written: str
    start: int
    end: int


class Scanner:
    """Finds brand words. Made once for a vocabulary, since that is large.

    Args:
        brands: the vocabulary.
        beside: scanner of another vocabulary, whose words are found as well.
    """

    def __init__(self, brands: Iterable[Brand], beside: Scanner | None = None) -> None:
        brands = tuple(brands)
        self._beside = beside
        self._loose = _Words((_loose(brand), brand) for brand in brands if not brand.exact)
        self._exact = _Words((_exact(brand), brand) for brand in brands if brand.exact)
        self._russian = _Words((_russian(stem), brand) for brand in brands for stem in brand.russian)

    def hits(self, text: str) -> tuple[Hit, ...]:
        """Return the brand words of a text in their order; of two that overlap the longer one."""
        found = [
            *(self._beside.hits(text) if self._beside is not None else ()),
            *self._loose.hits(folded(text)),
            *self._exact.hits(folded(text, cased=True)),
            *self._russian.hits(folded(text, "cyrillic")),
        ]
        kept: list[Hit] = []
        for hit in sorted(found, key=lambda hit: (hit.start - hit.end, hit.start)):
            if all(hit.end <= other.start or other.end <= hit.start for other in kept):
                kept.append(hit)
        return tuple(sorted(kept, key=lambda hit: hit.start))


class _Words:
    """Patterns that are tried together, at the beginning of every word: only those that begin with its letter."""

    def __init__(self, patterns: Iterable[tuple[str, Brand]]) -> None:
        groups: dict[str, list[tuple[str, Brand]]] = {}
        for pattern, brand in patterns:
            first = _FIRST.search(pattern)
            for letter in first[1] if first else "":
                groups.setdefault(letter, []).append((pattern, brand))
        self._groups = {letter: _either_of(group) for letter, group in groups.items()}

    def hits(self, text: Folded) -> Iterator[Hit]:
        reached = 0
        for begins in _BEGINS.finditer(text.text):
            regex, brands = self._groups.get(begins[0], (None, ()))
            match = regex.match(text.text, begins.start()) if regex and begins.start() >= reached else None
            if match is not None:
                reached = match.end()
                start, end = text.span(*match.span())
                yield Hit(brands[(match.lastindex or 1) - 1], text.original[start:end], start, end)


def _either_of(group: list[tuple[str, Brand]]) -> tuple[re.Pattern[str], tuple[Brand, ...]]:
    # The longest first: an alternation takes the first that fits.
    ordered = sorted(group, key=lambda one: (-len(one[1].word), one[1].word, one[0]))
    return re.compile("|".join(f"({pattern})" for pattern, _ in ordered)), tuple(brand for _, brand in ordered)


def _loose(brand: Brand) -> str:
    word = fold(brand.word)
    if brand.kind == "model":
        return re.sub("9", r"\\d", re.escape(word)) + f"[a-z]{{0,2}}{_WORD_ENDS}"
    if brand.kind == "part number":
        pieces = re.findall(r"[^\W\d_]+|\d+", word)
        return _BETWEEN.join("".join(_ALIKE.get(letter, letter) for letter in piece) for piece in pieces) + _WORD_ENDS
    letters = [letter for letter in word if letter.isalnum()]
    body = _GAP.join(map(re.escape, letters)) if len(letters) >= _LONG else re.escape(word)
    return f"{body}(?:\\d+|['’]?(?:{_either('latin')}))?{_WORD_ENDS}"


def _exact(brand: Brand) -> str:
    unless = f"(?<!{brand.unless})" if brand.unless else ""
    return unless + re.escape(fold(brand.word, cased=True)) + _WORD_ENDS


def _russian(stem: str) -> str:
    body = re.escape(fold(stem, "cyrillic")).replace(r"\ ", r"[\s-]+")
    return f"{body}(?:{_either('cyrillic')})?{_WORD_ENDS}"


def _either(script: str) -> str:
    endings = {fold(ending, "latin" if script == "latin" else "cyrillic") for ending in _ENDINGS}
    return "|".join(sorted(endings, key=lambda ending: (-len(ending), ending)))


__all__ = ["Hit", "Scanner"]
