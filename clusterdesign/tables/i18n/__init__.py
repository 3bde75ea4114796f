"""Words of the sheets in other languages: one plain file a language, from the English word to its own."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from clusterdesign.errors import DesignError

LANGUAGES = ("en", "ru")
"""Languages that sheets are printed in, the one of the declarations first."""


@lru_cache(maxsize=len(LANGUAGES))
def words(lang: str) -> Mapping[str, str]:
    """Return the translations of one language; English needs none.

    Raises:
        DesignError: there is no such language.
    """
    if lang not in LANGUAGES:
        near = difflib.get_close_matches(lang, LANGUAGES, n=1, cutoff=0.5)
        raise DesignError(
            f"unknown language {lang!r}",
            fix=f"{'did you mean ' + near[0] + '? ' if near else ''}the languages are {', '.join(LANGUAGES)}",
        )
    if lang == LANGUAGES[0]:
        return MappingProxyType({})
    text = files(__package__).joinpath(f"{lang}.toml").read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


def word(text: str, lang: str) -> str:
    """Translate a word of the sheets. One without a translation, such as a new kind of cable, stays English."""
    return words(lang).get(text, text)
