"""Part numbers as people spell them: case, blanks, dashes and letters that only look like Latin ones."""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = "АВЕКМНОРСТУХЅІЈ"
_LATIN = "ABEKMHOPCTYXSIJ"
_LOOKALIKES = str.maketrans(_CYRILLIC, _LATIN)
_DASHES = re.compile("[\u2010-\u2015\u2212\u00ad\ufe58\ufe63\uff0d]")
_BLANKS = re.compile(r"[\s\u200b-\u200d\u2060\ufeff]+")
_SIGNS = re.compile(r"[^0-9A-Z]+")


def number_key(text: str) -> str:
    """Return a part number for comparison: upper case, plain dashes, no blanks, Latin letters for their lookalikes."""
    upper = _DASHES.sub("-", unicodedata.normalize("NFKC", text)).upper()
    return _BLANKS.sub("", upper).translate(_LOOKALIKES)


def loose_key(text: str) -> str:
    """Return letters and digits of a part number only."""
    return _SIGNS.sub("", number_key(text))


def lookalikes(text: str) -> str:
    """Return the Cyrillic letters in a part number that were read as Latin ones, each once."""
    return "".join(dict.fromkeys(sign for sign in text.upper() if sign in _CYRILLIC))


def words_key(text: str) -> str:
    """Return a name for comparison: words and numbers, a blank around each."""
    words = re.findall(r"\d+[.,]\d+|\w+", unicodedata.normalize("NFKC", text).casefold())
    return f" {' '.join(words)} ".replace(",", ".")


__all__ = ["lookalikes", "loose_key", "number_key", "words_key"]
