"""The docstring of a rule, taken apart: what it checks, then one paragraph for each of :data:`SECTIONS`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

SECTIONS = ("Why", "Example", "Fix", "Source")
"""Why it matters on site, an example, the way out, where the limit comes from."""


@dataclass(frozen=True, slots=True)
class Text:
    """What a docstring says.

    Attributes:
        checks: what the rule checks, paragraph by paragraph; the first is one sentence.
        sections: text of each section that there is.
    """

    checks: tuple[str, ...]
    sections: dict[str, str]


@lru_cache(maxsize=1024)
def read(function: Callable[..., Any]) -> Text:
    """Take the docstring of a function apart; a section begins with its name and a colon."""
    checks: list[str] = []
    sections: dict[str, str] = {}
    current = ""
    for line in (inspect.getdoc(function) or "").splitlines():
        head, colon, rest = line.partition(":")
        if colon and head in SECTIONS:
            current = head
            sections[current] = rest.strip()
        elif current:
            sections[current] = f"{sections[current]} {line.strip()}".strip()
        else:
            checks.append(line.strip())
    paragraphs = "\n".join(checks).strip().split("\n\n")
    return Text(tuple(paragraph.replace("\n", " ") for paragraph in paragraphs if paragraph), sections)
