"""``design.json``: the design as text that git can compare, one record a line, with a schema version.

``load(dump(design)) == design``. Quantities are text with their unit.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from clusterdesign.design.design import SCHEMA, Design
from clusterdesign.design.records import PortRef
from clusterdesign.errors import DesignError
from clusterdesign.parts import AnyPart
from clusterdesign.parts.base import shorten
from clusterdesign.units import Quantity

_FORMAT = "clusterdesign/design"

_WAY_OUT = "write the file again with 'clusterdesign build', or take it from version control"


def dump(design: Design) -> bytes:
    """Write a design as UTF-8 JSON. Equal designs give equal bytes."""
    lines = [
        "{",
        f' "format": {_json(_FORMAT)},',
        f' "schema": {design.schema},',
        f' "name": {_json(design.name)},',
    ]
    parts = [f"  {_json(id_)}: {_json(_part(part))}" for id_, part in design.parts.items()]
    lines.append(_block("parts", "{", parts, "}") + ",")
    names = [f.name for f in fields(design) if f.compare and f.name not in {"name", "schema", "parts"}]
    lines += [_field(name, getattr(design, name)) + ("" if name == names[-1] else ",") for name in names]
    lines.append("}")
    return ("\n".join(lines) + "\n").encode()


def load(data: bytes, *, where: str = "design.json") -> Design:
    """Read what :func:`dump` wrote.

    Raises:
        DesignError: the text is cut short, is not a design, repeats a key, is of a newer schema, or a record
            does not fit.
    """
    raw = _parse(data, where)
    if not isinstance(raw, dict) or raw.pop("format", None) != _FORMAT:
        raise DesignError("is not a design", fix=f'a design begins with "format": "{_FORMAT}"', where=where)
    schema = raw.get("schema")
    if type(schema) is not int or schema < 1:
        raise DesignError(f"has no schema number, but {shorten(repr(schema))}", fix=_WAY_OUT, where=where)
    if schema > SCHEMA:
        raise DesignError(
            f"has schema {schema}, this version reads up to {SCHEMA}", fix="update clusterdesign", where=where
        )
    unknown = next((name for name in raw if name not in _NAMES), None)
    if unknown is not None:
        raise DesignError(f"has an unknown field {shorten(repr(unknown))}", fix=_WAY_OUT, where=where)
    for id_, part in _mapping(raw.get("parts"), where).items():
        _mapping(part, where)["id"] = id_
    try:
        return _adapter().validate_python(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        cause = first.get("ctx", {}).get("error")
        fault = cause.what if isinstance(cause, DesignError) else f"{first['msg'][0].lower()}{first['msg'][1:]}"
        raise DesignError(f"{place}: {fault}", fix=_WAY_OUT, where=where) from error


def _parse(data: bytes, where: str) -> Any:
    """Read JSON, strictly: UTF-8, no key twice, no number that JSON does not have."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        what = "is cut short" if error.reason == "unexpected end of data" else "is not UTF-8 text"
        line = data.count(b"\n", 0, error.start) + 1
        raise DesignError(what, fix=_WAY_OUT, where=f"{where}:{line}") from error
    try:
        raw = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant, parse_int=_integer)
    except DesignError as error:
        raise error.at(where) from error
    except RecursionError as error:
        raise DesignError("is nested too deeply to be a design", fix=_WAY_OUT, where=where) from error
    except json.JSONDecodeError as error:
        end = text.rstrip()
        cut = text.lstrip()[:1] in {"", "{"} and (error.pos >= len(end) - 1 or not end.endswith("}"))
        what = "is cut short" if cut else f"is not JSON: {error.msg.lower()} in column {error.colno}"
        line = text.count("\n", 0, len(end)) + 1 if cut else error.lineno
        raise DesignError(what, fix=_WAY_OUT, where=f"{where}:{line}") from error
    if _HALF.search(text) and not _encodes(raw):
        raise DesignError("holds half of a character", fix=_WAY_OUT, where=where)
    return raw


def _encodes(raw: object) -> bool:
    try:
        _json(raw).encode()
    except UnicodeEncodeError:
        return False
    return True


def _no_constant(name: str) -> float:
    raise DesignError(f"holds {name}, which is no number", fix=_WAY_OUT)


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise DesignError(f"holds a number of {len(digits)} digits", fix=_WAY_OUT)
    return int(digits)


_NAMES = frozenset(f.name for f in fields(Design) if f.compare)

_HALF = re.compile(r"\\u[dD][89a-fA-F]")

_DIGITS = 30
"""More digits than any count or base unit has."""


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[Design]:
    return TypeAdapter(Design)


def _part(part: AnyPart) -> dict[str, Any]:
    """Return the fields of a part that differ from their defaults; the kind first, it tells the model."""
    return {"kind": part.kind} | part.model_dump(mode="json", exclude_defaults=True, exclude={"id"})


def _mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DesignError("parts is not a mapping of parts", fix=_WAY_OUT, where=where)
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DesignError(f"key {twice!r} is repeated", fix="keep one of the two")
    return found


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), sort_keys=False)


def _field(name: str, held: Any) -> str:
    """Write a collection with one record a line, or a single record."""
    if not isinstance(held, tuple):
        return f" {_json(name)}: {_json(_plain(held))}"
    return _block(name, "[", [f"  {_json(_plain(record))}" for record in held], "]")


def _block(name: str, opening: str, rows: list[str], closing: str) -> str:
    if not rows:
        return f' "{name}": {opening}{closing}'
    return f' "{name}": {opening}\n' + ",\n".join(rows) + f"\n {closing}"


def _plain(value: Any) -> Any:  # any record, and what records hold
    """Turn a record into what JSON holds, leaving out fields at their defaults so that diffs stay short."""
    if isinstance(value, Quantity):
        return str(value)
    if isinstance(value, PortRef):
        return value._asdict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {f.name: _plain(item) for f in fields(value) if (item := getattr(value, f.name)) != f.default}
    return value
