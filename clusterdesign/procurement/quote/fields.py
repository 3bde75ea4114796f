"""What the columns of a quote hold: by the words above them, or as somebody named them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import column_letters, column_number
from clusterdesign.procurement.quote.words import CURRENCIES, FIELDS, WORDS, Field

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
    for field, words in WORDS.items():
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
    found = {CURRENCIES[mark] for mark in map(str.casefold, _MARK.findall(text)) if mark in CURRENCIES}
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
