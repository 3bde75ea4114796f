"""In what the data sheets of two parts differ."""

from __future__ import annotations

from clusterdesign.parts import Part

_SHOWN = 6

_NAMES = frozenset({"id", "name", "kind", "vendor", "part_number", "order_number", "description", "discontinued"})
"""Fields in which different parts differ anyway."""

_TAKEN = frozenset({"size", "weight", "supplies", "airflow"})
"""Fields of what a part takes; they come behind those of what it does."""


def differing(asked: Part, offered: Part) -> tuple[str, ...]:
    """Return the values of the data sheet in which two parts differ, the first few."""
    a, b = dict(asked.values()), dict(offered.values())
    fields = sorted(a, key=lambda field: field.partition(".")[0] in _TAKEN)
    found = [
        f"{field} is {_shown(b[field])} instead of {_shown(a[field])}"
        for field in fields
        if field in b and a[field] != b[field] and field not in _NAMES and _short(a[field]) and _short(b[field])
    ]
    rest = len(found) - _SHOWN
    return (*found[:_SHOWN], *([f"{rest} more values differ"] if rest > 0 else []))


def _short(value: object) -> bool:
    """Tell whether a value can be printed: lists of cages cannot."""
    return not isinstance(value, tuple) or all(isinstance(one, str) for one in value)


def _shown(value: object) -> str:
    return " or ".join(value) if isinstance(value, tuple) else str(value)


__all__ = ["differing"]
