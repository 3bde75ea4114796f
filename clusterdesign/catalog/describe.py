"""A part as rows of field, value and source, for people to read."""

from __future__ import annotations

from typing import Any, NamedTuple

from clusterdesign.parts import Frozen, Part, Source


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
    rows = [Row("kind", part.kind, None)]
    rows += [Row(field, text(value), _source(part, field)) for field, value in part.values()]
    rows += [Row(field, "unknown", None) for field in part.unknown()]
    rows += [Row("notes", note, None) for note in part.notes]
    return tuple(rows)


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
    return None if field in part.NAMES else part.source(field)
