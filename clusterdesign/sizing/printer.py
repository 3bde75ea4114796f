"""Numbers with their units in the words of a language; English as :mod:`clusterdesign.sizing.printing` has them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clusterdesign.sizing import counts, judging, printing

_UNITS = {
    "PB": "ПБ",
    "TB": "ТБ",
    "GB": "ГБ",
    "MB": "МБ",
    "kW": "кВт",
    "MWh": "МВт·ч",
    "GB/s": "ГБ/с",
    "Gb/s": "Гбит/с",
    "s": "с",
    "min": "мин",
    "h": "ч",
    "d": "сут.",
    "days": "сут.",
    "hours": "ч",
    "minutes": "мин",
    "K": "тыс.",
    "M": "млн",
    "B": "млрд",
    "T": "трлн",
    "m": "м",
    "mm": "мм",
    "kg": "кг",
    "m3/h": "м³/ч",
    "L/min": "л/мин",
    "A": "А",
    "V": "В",
    "°C": "°C",
    "kPa": "кПа",
}

_NUMBER = re.compile(r"-?[0-9][0-9,]*(?:\.[0-9]+)?")
_COUNT = re.compile(r"([0-9.]+)([KMBT])")
_SPACE = "\u00a0"


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints numbers with two or three digits, never more than the models know.

    Attributes:
        lang: ``en``, or ``ru`` with decimal commas, spaces between thousands and Russian units.
    """

    lang: str = "en"

    def unit(self, name: str) -> str:
        """Return a unit in the language; what is not known stays."""
        if self.lang == "en":
            return name
        per = name.removesuffix("/s")
        return _UNITS.get(name) or (f"{_UNITS[per]}/с" if per != name and per in _UNITS else name)

    def digits(self, value: float, count: int = 2, unit: str = "") -> str:
        """Print a number with so many significant digits: ``1,400``, in Russian ``1 400``."""
        return self._text(printing.digits(value, count) + (f" {unit}" if unit else ""))

    def short(self, number: float) -> str:
        """Print a count: ``70.6B``, in Russian ``70,6 млрд``."""
        return self._text(counts.short(number))

    def size(self, number: float, count: int = 3) -> str:
        """Print bytes: ``980 GB``."""
        return self._text(printing.size(number, count))

    def rate(self, number: float, count: int = 2) -> str:
        """Print bytes per second: ``43 GB/s``."""
        return self._text(printing.rate(number, count))

    def hours(self, seconds: float) -> str:
        """Print a time span in the unit that suits it: ``21 min``."""
        return self._text(printing.hours(seconds))

    def ordered(self, low: float, high: float, unit: str = "", count: int = 2) -> str:
        """Print a range: ``52 to 78 MWh``, in Russian ``52–78 МВт·ч``."""
        return self._text(printing.ordered(low, high, unit, count))

    def span(self, days: tuple[float, float, float]) -> str:
        """Print a range of days: ``52 to 78 days``, in Russian ``52–78 сут.``."""
        return self._text(judging.span(days))

    def percent(self, share: float, count: int = 2) -> str:
        """Print a share: ``49 %``."""
        return self.digits(100 * share, count, "%")

    def _text(self, text: str) -> str:
        if self.lang == "en":
            return text
        text = _COUNT.sub(lambda match: f"{match[1]} {match[2]}", text.replace(" to ", "–"))
        words = (self.unit(word) for word in text.split(" "))
        return _NUMBER.sub(_russian, _SPACE.join(words))


def _russian(match: re.Match[str]) -> str:
    return match[0].replace(",", _SPACE).replace(".", ",").replace("-", "\u2212")


__all__ = ["Printer"]
