"""A part as rows of field, value and source, for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from clusterdesign.parts import Frozen, Part, Source

_OWN = {"sources", "notes"}


class Row(NamedTuple):
    """One line of a part's description.

    Attributes:
        field: dotted field.
        value: as text; ``unknown`` where a rule needs it and no source gives it.
        source: where the value comes from; None for what the catalogue itself decides, such as the id.
    """

    field: str
    value: str
    source: Source | None


def describe(part: Part) -> tuple[Row, ...]:
    """Return every value of a part with its source, then what is unknown, then its notes."""
    rows = [Row(field, text(value), _source(part, field)) for field, value in leaves(part) if value != ""]
    rows += [Row(field, "unknown", None) for field in part.unknown()]
    rows += [Row("notes", note, None) for note in part.notes]
    return tuple(rows)


def leaves(part: Part) -> Iterator[tuple[str, Any]]:
    """Yield the dotted fields of a part that have a value, models inside it opened, lists as they are."""
    for name in type(part).model_fields:
        if name not in _OWN:
            yield from _leaves(name, getattr(part, name))


def _leaves(field: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Frozen):
        for name in type(value).model_fields:
            yield from _leaves(f"{field}.{name}", getattr(value, name))
    elif value is not None and value != ():
        yield field, value


def text(value: Any) -> str:
    """Write a value as one line of text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(text(item) for item in value)
    if isinstance(value, Frozen):
        pairs = ((name, getattr(value, name)) for name in type(value).model_fields)
        return ", ".join(f"{name} {text(item)}" for name, item in pairs if item not in (None, ()))
    return str(value)


def _source(part: Part, field: str) -> Source | None:
    return None if field in {"id", "kind", "name", "vendor", "description"} else part.source(field)
