"""YAML for people to read: mappings in the order given, one item a line, text quoted only where it must be.

It writes the plain data that JSON knows, nothing else: no tags, anchors or dates. Every YAML 1.1 and 1.2 reader takes
it back unchanged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import TypeAlias

from clusterdesign.errors import DesignError

Yaml: TypeAlias = "Mapping[str, Yaml] | Sequence[Yaml] | str | int | float | bool | None"
"""What can be written. Text is a leaf, never a sequence."""

# Text that no reader takes for a number, a truth value, a date, a comment or a piece of syntax.
_PLAIN = re.compile(r"[A-Za-z_/][A-Za-z0-9_./@%+() -]*(?<! )")
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"})
# JSON leaves these as they are, and YAML does not allow them or breaks lines at them.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_NAKED = 120
"""Longest line of a block of text; a longer one is still written on one line."""


def to_yaml(data: Yaml, comment: str = "") -> str:
    """Return a document.

    Args:
        data: mapping keys must be text.
        comment: lines that stand above the document.

    Raises:
        DesignError: a value has no YAML form here, such as a number that is not finite.
    """
    head = "".join(f"# {line}".rstrip() + "\n" for line in comment.splitlines())
    return head + "\n".join(_lines(data, "")) + "\n"


def _lines(data: Yaml, indent: str) -> Iterator[str]:
    """Yield the lines of a node, each with its indent."""
    match data:
        case str():
            yield f"{indent}{_scalar(data)}"
        case Mapping() if data:
            for key, value in data.items():
                yield from _entry(f"{indent}{_scalar(str(key))}:", value, indent)
        case Sequence() if data:
            for value in data:
                yield from _item(value, indent)
        case _:
            yield f"{indent}{_scalar(data)}"


def _entry(head: str, value: Yaml, indent: str) -> Iterator[str]:
    if _is_block(value):
        yield f"{head} |"
        yield from (f"{indent}  {line}".rstrip() for line in str(value).splitlines())
    elif value and isinstance(value, Mapping | Sequence) and not isinstance(value, str):
        yield head
        yield from _lines(value, f"{indent}  ")
    else:
        yield f"{head} {_scalar(value)}"


def _item(value: Yaml, indent: str) -> Iterator[str]:
    """Yield an item of a sequence: what it holds stands two columns further in, its first line after the dash."""
    first, *rest = _lines(value, f"{indent}  ")
    yield f"{indent}- {first[len(indent) + 2 :]}"
    yield from rest


def _is_block(value: Yaml) -> bool:
    """Tell whether a text may be written as a block of lines: it ends in one line end and no line begins with space."""
    if not isinstance(value, str) or "\n" not in value[:-1] or not value.endswith("\n") or value.endswith("\n\n"):
        return False
    lines = value[:-1].split("\n")
    return all(line.isprintable() and line == line.strip() for line in lines) and bool(lines[0])


def _scalar(value: Yaml) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float() if isfinite(value):
            # Without a point YAML 1.1 takes an exponent for text.
            return repr(value) if "." in repr(value) else repr(value).replace("e", ".0e")
        case str():
            return _text(value)
        case Mapping() | Sequence():
            return "{}" if isinstance(value, Mapping) else "[]"
    raise DesignError(
        f"{value!r} has no form in YAML", fix="write text, a finite number, a truth value, a list or a mapping"
    )


def _text(value: str) -> str:
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS and len(value) <= _NAKED:
        return value
    if '"' in value and value.isprintable():
        return "'{}'".format(value.replace("'", "''"))
    return _UNSAFE.sub(_escaped, json.dumps(value, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


__all__ = ["Yaml", "to_yaml"]
