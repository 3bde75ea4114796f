"""Sentences and numbers of one language."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from clusterdesign.errors import DesignError
from clusterdesign.names import natural_sorted
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.printer import Printer
from clusterdesign.sizing.words import WORDS as SIZING
from clusterdesign.tables.i18n import word
from clusterdesign.tables.proposal import words_en, words_ru
from clusterdesign.units import Quantity

WORDS = MappingProxyType({"en": words_en.WORDS, "ru": words_ru.WORDS})
"""Texts by language; both have the same keys."""

_UNNAMED = Architecture.model_fields["name"].default

FEW = 3
"""So many paths are named before the rest is counted."""


class Teller:
    """Tells the texts of the project document in one language.

    Raises:
        DesignError: there is no such language.
    """

    def __init__(self, lang: str) -> None:
        if lang not in WORDS:
            raise DesignError(f"unknown language {lang!r}", fix=f"the languages are {', '.join(WORDS)}")
        self.lang = lang
        self.printer = Printer(lang)
        self._words = WORDS[lang]
        self.sizing = SIZING[lang]

    def __call__(self, key: str, **fields: object) -> str:
        """Return a text with its fields filled in; an abbreviation at the end of a sentence has one full stop."""
        return self._words[key].format(**fields).replace("сут..", "сут.") if fields else self._words[key]

    def has(self, key: str) -> bool:
        """Tell whether there is such a text."""
        return key in self._words

    def word(self, english: str) -> str:
        """Return a word of the sheets."""
        return word(english, self.lang)

    def kilowatts(self, watts: float, count: int = 3) -> str:
        """Print watts as kilowatts."""
        return self.printer.digits(watts / 1e3, count, "kW")

    def quantity(self, value: Quantity | None, unit: str, count: int = 3) -> str:
        """Print a quantity, or that it is unknown."""
        return self("unknown") if value is None else self.printer.digits(value.to(unit), count, unit)

    def rated(self, value: Quantity | None) -> str:
        """Print a rate of storage in bytes per second."""
        return self("unknown") if value is None else self.printer.rate(value.to("GB/s") * 1e9, 3)

    def inside(self, phrase: str) -> str:
        """Return a phrase for the inside of a sentence; abbreviations keep their capitals."""
        return phrase if phrase[:2].isupper() else phrase[:1].lower() + phrase[1:]

    def model(self, model: Architecture) -> str:
        """Return the name of a model, or what it is where it has none."""
        if model.name != _UNNAMED:
            return model.name
        return self("model.unnamed", parameters=self.printer.short(model.parameters))

    def few(self, texts: Iterable[str]) -> str:
        """Name the first and count the rest."""
        found = natural_sorted(set(texts))
        named = ", ".join(found[:FEW])
        return named if len(found) <= FEW else self("more", first=named, count=len(found) - FEW)


__all__ = ["FEW", "WORDS", "Teller"]
