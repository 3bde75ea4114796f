"""Many paths in few words: ``gpu/000 .. gpu/031 (32)``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clusterdesign.names import natural_sorted

_NUMBER = re.compile(r"\d+")


def families(paths: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Group paths that differ in their numbers only; groups and their members in natural order."""
    found: dict[str, list[str]] = {}
    for path in natural_sorted(paths):
        found.setdefault(_NUMBER.sub("#", path), []).append(path)
    return tuple(tuple(family) for family in found.values())


def span(family: tuple[str, ...]) -> str:
    """Name a group by its first and last member; the count tells what the two do not."""
    match family:
        case (only,):
            return only
        case (first, second):
            return f"{first}, {second}"
        case _:
            return f"{family[0]} .. {family[-1]} ({len(family)})"


def spans(paths: Iterable[str]) -> tuple[str, ...]:
    """Name all paths, one text for each group of :func:`families`."""
    return tuple(span(family) for family in families(paths))
