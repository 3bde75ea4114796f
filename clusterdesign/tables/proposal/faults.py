"""Faults that rules find, in words: English from the name of the rule, Russian from the table beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from clusterdesign.tables.proposal.teller import Teller


@lru_cache(maxsize=1)
def russian() -> Mapping[str, str]:
    """Return the Russian words of every rule of this package, by code."""
    text = files(__package__).joinpath("faults_ru.toml").read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


def fault(tell: Teller, code: str, name: str) -> str:
    """Return what a rule finds, as a phrase; that of another package stays English.

    Args:
        tell: the language.
        code: of the rule.
        name: of the rule, in kebab case.
    """
    phrase = name.replace("-", " ")
    return (russian().get(code, "") if tell.lang == "ru" else "") or phrase[:1].upper() + phrase[1:]


__all__ = ["fault", "russian"]
