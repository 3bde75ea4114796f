"""Where parts lie and how one file becomes a part.

A catalogue is a directory of ``<vendor>/<kind>/<part>.toml``, one part a file. Vendor and part make the id, the
folder between them the kind; so every id is known without reading a file, and only what is asked for is parsed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from clusterdesign.catalog.kinds import KINDS, Kind
from clusterdesign.errors import DesignError
from clusterdesign.parts import Part, build

_NAME = re.compile(r"[a-z0-9][a-z0-9._+-]*")
_LINE = re.compile(r"\s*\(at line (\d+), column (\d+)\)$")
PLACE = "put one part into <vendor>/<kind>/<part>.toml"


class Entry(NamedTuple):
    """A file that holds one part.

    Attributes:
        id: ``vendor/part``, from the place of the file.
        where: the file as messages name it.
    """

    id: str
    kind: Kind
    file: Traversable
    where: str


def entries(root: Traversable, where: str) -> Iterator[Entry]:
    """Yield the parts below a catalogue directory, without reading them.

    Raises:
        DesignError: a file lies in the wrong place, or its name cannot be part of an id.
    """
    for vendor in _visible(root):
        place = f"{where}/{vendor.name}"
        if not vendor.is_dir():
            if vendor.name.endswith(".toml"):
                raise DesignError("a part cannot lie here", where=place, fix=PLACE)
            continue
        for folder in _visible(vendor):
            yield from _folder(vendor.name, folder, f"{place}/{folder.name}")


def _folder(vendor: str, folder: Traversable, where: str) -> Iterator[Entry]:
    if not folder.is_dir():
        raise DesignError("a part cannot lie here", where=where, fix=PLACE)
    kind = KINDS.get(folder.name)
    if kind is None:
        raise DesignError(f"{folder.name!r} is no kind of part", where=where, fix=f"the kinds are {', '.join(KINDS)}")
    for file in _visible(folder):
        if not file.name.endswith(".toml"):
            continue
        name = file.name.removesuffix(".toml")
        if not (_NAME.fullmatch(vendor) and _NAME.fullmatch(name)):
            raise DesignError(
                f"'{vendor}/{name}' cannot be an id",
                where=f"{where}/{file.name}",
                fix="use lower-case ASCII letters, digits, '.', '_', '+' and '-'",
            )
        yield Entry(f"{vendor}/{name}", kind.name, file, f"{where}/{file.name}")


def _visible(folder: Traversable) -> list[Traversable]:
    """List a folder in a fixed order, without hidden files and compiled code."""
    found = (item for item in folder.iterdir() if not item.name.startswith((".", "_")))
    return sorted(found, key=lambda item: item.name)


def read(entry: Entry) -> Part:
    """Read and validate the part in one file.

    Raises:
        DesignError: the file is not UTF-8 or not TOML, or what it says is not a part of its kind.
    """
    data = _toml(entry)
    for field in ("id", "kind"):
        if field in data:
            raise DesignError(
                f"{field!r} is not written in the file: its place gives it",
                thing=entry.id,
                where=entry.where,
                fix=f"delete the line {field} = {data[field]!r}",
            )
    model = KINDS[entry.kind].model
    return build(model, {"id": entry.id, "kind": entry.kind, **data}, thing=entry.id, where=entry.where)


def _toml(entry: Entry) -> dict[str, Any]:
    try:
        return tomllib.loads(entry.file.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DesignError("is not UTF-8 text", where=entry.where, fix="save the file as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        text = str(error)
        line = _LINE.search(text)
        raise DesignError(
            f"is not TOML: {_LINE.sub('', text)}",
            where=f"{entry.where}:{line[1]}" if line else entry.where,
            fix='write one key = value a line; quantities are text, as in weight = "14.8 kg"',
        ) from error
