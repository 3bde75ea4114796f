"""Units of measurement by the All-Russian classifier OKEI (OK 015-94)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Okei:
    """A unit of the classifier.

    Attributes:
        code: three or four digits.
        name: full Russian name.
        sign: as it is printed behind a number.
    """

    code: str
    name: str
    sign: str


# Codes and names as in two public copies of the classifier, which agree. It has no terabit per second, no litre per
# minute, no rack unit and no operation per second: those are turned into units that it has.
MILLIMETRE = Okei("003", "Миллиметр", "мм")
METRE = Okei("006", "Метр", "м")
LITRE = Okei("112", "Литр", "л")
KILOGRAM = Okei("166", "Килограмм", "кг")
WATT = Okei("212", "Ватт", "Вт")
KILOWATT = Okei("214", "Киловатт", "кВт")
VOLT = Okei("222", "Вольт", "В")
KILOVOLT_AMPERE = Okei("227", "Киловольт-ампер", "кВА")
AMPERE = Okei("260", "Ампер", "А")
CELSIUS = Okei("280", "Градус Цельсия", "°C")
KELVIN = Okei("288", "Кельвин", "К")
KILOPASCAL = Okei("297", "Килопаскаль", "кПа")
CUBIC_METRE_PER_HOUR = Okei("598", "Кубический метр в час", "м³/ч")
SHEET = Okei("625", "Лист", "лист")
UNIT = Okei("642", "Единица", "ед.")
PERCENT = Okei("744", "Процент", "%")
PIECE = Okei("796", "Штука", "шт.")
SET = Okei("839", "Комплект", "компл.")
GIGABIT_PER_SECOND = Okei("2547", "Гигабит в секунду", "Гбит/с")
GIGABYTE_PER_SECOND = Okei("2552", "Гигабайт в секунду", "ГБ/с")
GIGABYTE = Okei("2553", "Гигабайт", "ГБ")
TERABYTE = Okei("2554", "Терабайт", "ТБ")

ALL: tuple[Okei, ...] = tuple(value for value in list(vars().values()) if isinstance(value, Okei))
"""Every unit that is used here."""

_BILL = {
    "pcs": PIECE,
    "licences": PIECE,
    "set": SET,
    "sets": SET,
    "sheets": SHEET,
    "m": METRE,
    "kg": KILOGRAM,
    "l": LITRE,
    "L": LITRE,
}
"""Units of the bill."""


def okei(unit: str) -> Okei | None:
    """Return the unit of a word of the bill such as ``pcs``; None where the classifier has none that is known here."""
    found = _BILL.get(unit)
    return found or next((one for one in ALL if unit in {one.code, one.name, one.sign, one.sign.rstrip(".")}), None)


__all__ = ["ALL", "Okei", "okei"]
