"""A cluster as the definition that declares it: Python that can be pasted into a file, and gives an equal cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any

from pydantic import BaseModel

from clusterdesign.catalog import builtin
from clusterdesign.catalog.kinds import KINDS
from clusterdesign.errors import DesignError
from clusterdesign.intent import Cluster
from clusterdesign.parts import Node, Part
from clusterdesign.units import Quantity

_HOMES = ("clusterdesign", "clusterdesign.fabric", "clusterdesign.site", "clusterdesign.parts", "clusterdesign.units")
"""Where public names are imported from; the first one that has a name counts."""

_WIDTH = 100

_WITHOUT = "+without-"


def definition(cluster: Cluster) -> str:
    """Return a definition that binds ``cluster`` to an equal cluster."""
    page = _Page()
    body = page.value(cluster, 0)
    lines = [f"from {home} import {', '.join(sorted(names))}" for home, names in sorted(page.imports.items()) if names]
    return "\n".join([*lines, "", f"cluster = {body}"]) + "\n"


class _Page:
    """Expressions, and the imports that they need."""

    def __init__(self) -> None:
        self.imports: dict[str, set[str]] = {}

    def value(self, value: Any, depth: int) -> str:
        """Return an expression for a value; the depth is that of its first line."""
        match value:
            case Part() if found := self._from_catalogue(value):
                return found
            case BaseModel():
                return self._call(self._name(type(value)), self._fields(value), depth)
            case Mapping():
                items = [f"{_literal(key)}: {self.value(inner, depth + 1)}" for key, inner in value.items()]
                return self._wrapped("{", items, "}", depth)
            case tuple():
                items = [self.value(item, depth + 1) for item in value]
                return self._wrapped("(", items, ",)" if len(items) == 1 else ")", depth)
            case _:
                return self._scalar(value)

    def _scalar(self, value: Any) -> str:
        match value:
            case Quantity():
                return self._quantity(value)
            case Fraction():
                return f"{self._import('fractions', 'Fraction')}({value.numerator}, {value.denominator})"
            case Decimal():
                return f"{self._import('decimal', 'Decimal')}({str(value)!r})"
            case date():
                return f"{self._import('datetime', 'date')}({value.year}, {value.month}, {value.day})"
            case _:
                return _literal(value)

    def _fields(self, value: BaseModel) -> Iterator[tuple[str, Any]]:
        """Yield the fields that differ from their defaults; ``kind`` follows from the class."""
        for name, info in type(value).model_fields.items():
            given = getattr(value, name)
            if name != "kind" and (info.is_required() or given != info.get_default(call_default_factory=True)):
                yield name, given

    def _call(self, name: str, fields: Iterator[tuple[str, Any]], depth: int) -> str:
        return self._wrapped(f"{name}(", [f"{field}={self.value(v, depth + 1)}" for field, v in fields], ")", depth)

    def _wrapped(self, opening: str, items: list[str], closing: str, depth: int) -> str:
        line = f"{opening}{', '.join(items)}{closing}"
        if len(line) + 4 * depth <= _WIDTH and "\n" not in line:
            return line
        pad = "    " * (depth + 1)
        return f"{opening}\n" + "".join(f"{pad}{item},\n" for item in items) + f"{'    ' * depth}{closing[-1]}"

    def _name(self, type_: type) -> str:
        for home in _HOMES:
            if getattr(import_module(home), type_.__name__, None) is type_:
                return self._import(home, type_.__name__)
        return self._import(type_.__module__, type_.__name__)

    def _import(self, home: str, name: str) -> str:
        self.imports.setdefault(home, set()).add(name)
        return name

    def _quantity(self, value: Quantity) -> str:
        number, unit = str(value).split(" ", maxsplit=1)
        short = {"Gb/s": "Gbps"}.get(unit, unit)
        made = getattr(import_module("clusterdesign.units"), short, None)
        figure: float = float(number) if "." in number else int(number)
        if callable(made) and made(figure) == value:
            return f"{self._import('clusterdesign.units', short)}({figure!r})"
        return f"{self._name(type(value))}.parse({str(value)!r})"

    def _from_catalogue(self, part: Part) -> str:
        """Return the call that gives a part of the catalogue, or one without some adapters; empty where none does."""
        base, without, adapters = part.id.partition(_WITHOUT)
        try:
            known = builtin.part(base)
            if without and isinstance(known, Node):
                known = known.without(*adapters.split("-"))
        except DesignError:
            return ""
        if known != part:
            return ""
        self._import("clusterdesign", "catalog")
        call = f'catalog.{KINDS[part.kind].call}("{base}")'
        return call + (f".without({', '.join(map(_literal, adapters.split('-')))})" if without else "")


def _literal(value: object) -> str:
    """Return the literal of a plain value, texts in double quotes where they need no escape."""
    plain = isinstance(value, str) and value.isprintable() and not {'"', "\\"} & set(value)
    return f'"{value}"' if plain else repr(value)
