"""Letters that look alike made one: a brand word stays one however it is typed.

Read as Latin, the Cyrillic and Greek letters that look like Latin ones become those; read as Cyrillic, the Latin ones
become Cyrillic. Full-width and styled letters become plain; what cannot be seen (soft hyphens, zero-width spaces) and
marks over letters go.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

Script: TypeAlias = Literal["latin", "cyrillic"]

# Capital letters that look like capitals, small ones that look like small ones.
_LATIN = str.maketrans(
    "АВЕЗКМНОРСТУХІЈЅԚԜҺԁаеорсухкіјѕһԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονρ",
    "ABE3KMHOPCTYXIJSQWHdaeopcyxkijshqw" + "ABEZHIKMNOPTYXaovp",
)
_CYRILLIC = str.maketrans("ABEKMHOPCTXYaeopcyxk" + "ΑΒΕΚΜΗΟΡΤΧΥαορ", "АВЕКМНОРСТХУаеорсухк" + "АВЕКМНОРТХУаор")
_TABLES = {"latin": _LATIN, "cyrillic": _CYRILLIC}

_DASHES = frozenset("‐‑‒–—―−﹣－")
_UNSEEN = frozenset({"Mn", "Me", "Cf"})


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text.

    Attributes:
        original: as it was given.
        text: folded.
        places: for each letter of ``text``, where it stands in ``original``.
    """

    original: str
    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of the folded text stands in the original."""
        return self.places[start], self.places[end - 1] + 1


def folded(text: str, script: Script = "latin", *, cased: bool = False) -> Folded:
    """Fold a text and remember where each letter was; ``cased`` keeps capital letters."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        for piece in _fold(letter, script, cased=cased):
            letters.append(piece)
            places.append(place)
    return Folded(text, "".join(letters), tuple(places))


def fold(text: str, script: Script = "latin", *, cased: bool = False) -> str:
    """Return a text folded."""
    return folded(text, script, cased=cased).text


def _fold(letter: str, script: Script, *, cased: bool) -> str:
    if letter in _DASHES:
        return "-"
    found = []
    for piece in unicodedata.normalize("NFKD", letter):
        if unicodedata.category(piece) in _UNSEEN:
            continue
        alike = " " if piece.isspace() else piece.translate(_TABLES[script])
        found.append(alike if cased else alike.lower())
    return "".join(found)


__all__ = ["Folded", "Script", "fold", "folded"]
