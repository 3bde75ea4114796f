"""What a column of a quote may hold, and the words that head it in English and in Russian."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import column_letters, column_number

Field: TypeAlias = Literal[
    "position",
    "part_number",
    "manufacturer",
    "description",
    "quantity",
    "unit",
    "price",
    "amount",
    "currency",
]

FIELDS: tuple[Field, ...] = get_args(Field)

_WORDS: Mapping[Field, tuple[str, ...]] = MappingProxyType(
    {
        "position": (
            "#",
            "no",
            "no.",
            "pos",
            "position",
            "line",
            "line no",
            "item no",
            "№",
            "№ п/п",
            "n п/п",
            "п/п",
            "поз",
            "позиция",
        ),
        "part_number": (
            "part number",
            "manufacturer part number",
            "mfr part number",
            "mfr pn",
            "vendor part number",
            "part no",
            "part num",
            "partnumber",
            "p/n",
            "pn",
            "mpn",
            "part",
            "part #",
            "парт-номер",
            "партномер",
            "парт номер",
            "партийный номер",
            "номер по каталогу",
            "каталожный номер",
            "артикул производителя",
            "код производителя",
            "артикул",
            "sku",
            "product number",
            "product code",
            "item number",
            "item code",
            "article",
            "code",
            "код товара",
            "код изделия",
            "код",
            "model",
            "модель",
            "тип, марка",
            "марка",
        ),
        "manufacturer": (
            "manufacturer",
            "vendor",
            "brand",
            "maker",
            "mfr",
            "производитель",
            "изготовитель",
            "завод-изготовитель",
            "вендор",
            "бренд",
        ),
        "description": (
            "description",
            "item description",
            "product description",
            "product name",
            "name",
            "product",
            "item",
            "goods",
            "наименование товара",
            "наименование и техническая характеристика",
            "наименование",
            "описание",
            "название",
            "номенклатура",
            "товар",
            "спецификация",
        ),
        "quantity": (
            "to order",
            "к заказу",
            "total quantity",
            "quantity total",
            "total qty",
            "qty total",
            "quantity",
            "qty",
            "q-ty",
            "qnty",
            "count",
            "количество",
            "кол-во",
            "колво",
            "кол",
            "pieces",
        ),
        "unit": (
            "unit",
            "uom",
            "unit of measure",
            "ед",
            "ед. изм",
            "ед.изм",
            "ед. измерения",
            "единица измерения",
            "единица",
        ),
        "price": (
            "net unit price",
            "unit price",
            "price per unit",
            "price each",
            "net price",
            "price",
            "unit cost",
            "цена за единицу",
            "цена за ед",
            "цена за шт",
            "цена без ндс",
            "цена",
            "стоимость за единицу",
            "стоимость единицы",
            "стоимость за ед",
        ),
        "amount": (
            "amount",
            "net",
            "line total",
            "total price",
            "extended price",
            "ext. price",
            "ext price",
            "total amount",
            "net amount",
            "subtotal",
            "total",
            "sum",
            "сумма без ндс",
            "сумма",
            "стоимость",
            "price total",
            "общая стоимость",
            "общая сумма",
            "цена всего",
            "цена итого",
            "итого",
            "всего",
        ),
        "currency": ("currency", "валюта"),
    }
)
"""Heads by field; of several in one sheet the one that stands first here is taken."""

_CURRENCIES: Mapping[str, str] = MappingProxyType(
    {
        "usd": "USD",
        "$": "USD",
        "долл": "USD",
        "eur": "EUR",
        "€": "EUR",
        "евро": "EUR",
        "rub": "RUB",
        "rur": "RUB",
        "₽": "RUB",
        "руб": "RUB",
        "р": "RUB",
        "cny": "CNY",
        "¥": "CNY",
        "юань": "CNY",
    }
)

_SIGNS = re.compile(r"[^\w#№$€₽¥/.-]+|_")
_COLUMN = re.compile(r"[A-Za-z]{1,3}")
_MARK = re.compile(r"[A-Za-z]+|[а-яё]+|[$€₽¥]", re.IGNORECASE)


def plain(text: str) -> str:
    """Return a head without case, signs and repeated blanks."""
    words = _SIGNS.sub(" ", unicodedata.normalize("NFKC", text.replace("№", "\0")).replace("\0", "№").casefold())
    return " ".join(word if word in {"#", "№", "."} else word.rstrip(".") for word in words.split())


def field_of(head: str) -> tuple[Field, int] | None:
    """Return the field that a head names and how well, the smaller the better; None for a head of something else.

    A currency or a unit after the words does no harm: ``Price, USD``, ``Кол-во, шт.``.
    """
    text = plain(head)
    best: tuple[int, int, Field] | None = None
    for field, words in _WORDS.items():
        for rank, word in enumerate(map(plain, words)):
            if text == word:
                found = (0, rank, field)
            elif text.startswith(f"{word} "):
                # The longest words say most: "unit price usd" is a price, not a unit.
                found = (100 - len(word), rank, field)
            else:
                continue
            best = min(best or found, found)
    return (best[2], best[0] + best[1]) if best else None


def currency_of(text: str) -> str:
    """Return the currency that a head or a cell names; empty if it names none."""
    found = {_CURRENCIES[mark] for mark in map(str.casefold, _MARK.findall(text)) if mark in _CURRENCIES}
    return found.pop() if len(found) == 1 else ""


def columns(texts: Iterable[str]) -> dict[Field, int]:
    """Read ``part_number=C,quantity=E`` as 1-based columns by field.

    Raises:
        DesignError: another form, an unknown field, or a field or column named twice.
    """
    found: dict[Field, int] = {}
    for text in (piece.strip() for one in texts for piece in one.split(",")):
        name, _, letters = (piece.strip() for piece in text.partition("="))
        field = next((field for field in FIELDS if field == name.replace("-", "_")), None)
        if field is None:
            near = get_close_matches(name, FIELDS, n=1)
            raise DesignError(
                f"there is no field {name!r}",
                thing="--columns",
                fix=f"did you mean {near[0]}?" if near else f"the fields are {', '.join(FIELDS)}",
            )
        if not _COLUMN.fullmatch(letters):
            raise DesignError(
                f"{letters!r} is no column", thing="--columns", fix=f"write the letters of a column, as in {field}=C"
            )
        if field in found or column_number(letters) in found.values():
            raise DesignError(
                f"{field} or column {letters.upper()} is named twice",
                thing="--columns",
                fix="name each field and each column once",
            )
        found[field] = column_number(letters)
    return found


def letters_of(fields: Mapping[Field, int]) -> str:
    """Return columns as the option takes them: ``part_number=C,quantity=E``."""
    return ",".join(f"{field}={column_letters(fields[field])}" for field in FIELDS if field in fields)


__all__ = ["FIELDS", "Field", "columns", "currency_of", "field_of", "letters_of", "plain"]
