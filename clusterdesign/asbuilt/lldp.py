"""Reader of LLDP neighbours as ``lldpcli show neighbors`` prints them with ``-f json`` and ``-f json0``.

The two forms say the same. ``json`` keys interfaces and chassis by their names and leaves lists of one out;
``json0`` always writes lists of objects with a ``name`` and a ``value``. The output does not say whose neighbours
they are: that is the name of the file, unless the local chassis was printed too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clusterdesign.asbuilt.identify import plain
from clusterdesign.errors import DesignError

LARGEST = 64 << 20
"""Octets of a file that are read: JSON is held as a whole, and no switch has so many neighbours."""

_FIX = "save the output of 'lldpcli show neighbors -f json' to a file and name it after the host"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What one end of a link says of the other.

    Attributes:
        owner: host that reports.
        port: its interface.
        name: name of the neighbour's chassis; empty where it sends none.
        macs: hardware addresses by which the neighbour names its chassis and port.
        ports: names under which the port of the neighbour may be known.
    """

    owner: str
    port: str
    name: str
    macs: tuple[str, ...]
    ports: tuple[str, ...]


def is_json(path: Path) -> bool:
    """Tell whether a file begins like JSON, which no InfiniBand tool prints."""
    try:
        with path.open("rb") as file:
            return file.read(256).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in {b"{", b"["}
    except OSError:
        return False


def read_lldp(path: Path) -> tuple[Neighbour, ...]:
    """Read a file.

    Raises:
        DesignError: it cannot be read, is too large, cut short, or of another tool.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise DesignError(
                f"is larger than {LARGEST >> 20} MB", where=str(path), fix="save the neighbours of one host a file"
            )
        data = path.read_bytes()
    except OSError as error:
        raise DesignError(f"cannot be read: {error.strerror}", where=str(path), fix=_FIX) from error
    return neighbours(data, path.name.partition(".")[0], where=str(path))


def neighbours(data: bytes, owner: str, *, where: str = "") -> tuple[Neighbour, ...]:
    """Read the neighbours of a host.

    Args:
        data: the JSON; also an object of several hosts, each with its own.
        owner: the host, unless the data names it.
        where: the file, for messages.

    Raises:
        DesignError: this is no JSON, or not of this tool.
    """
    try:
        parsed = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise DesignError("is cut short, or no JSON", where=where, fix=_FIX) from error
    found = list(_hosts(parsed, owner))
    if not found:
        raise DesignError("is JSON, but not of lldpcli", where=where, fix=_FIX)
    return tuple(neighbour for host, tree in found for neighbour in _interfaces(host, tree))


def _hosts(parsed: Any, owner: str) -> Iterator[tuple[str, Any]]:
    if not isinstance(parsed, dict):
        return
    if "lldp" in parsed:
        for tree in _list(parsed["lldp"]):
            local = next(_named(parsed.get("local-chassis") or tree.get("local-chassis"), "chassis"), None)
            yield (local[0] if local and local[0] else owner), tree
        return
    for host, inside in parsed.items():
        if isinstance(inside, dict) and "lldp" in inside:
            yield from ((host, tree) for tree in _list(inside["lldp"]))


def _interfaces(owner: str, tree: Any) -> Iterator[Neighbour]:
    for port, interface in _named(tree, "interface"):
        for name, chassis in _named(interface, "chassis"):
            far = next(iter(_list(interface.get("port"))), {})
            ids = [*_ids(chassis), *_ids(far)]
            macs = tuple(value.casefold() for kind, value in ids if kind == "mac")
            ports = [value for kind, value in _ids(far) if kind != "mac"]
            ports += [text for text in (_text(far.get("descr")),) if text]
            yield Neighbour(plain(owner), port.strip(), plain(name), macs, tuple(ports))


def _named(tree: Any, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield name and content of the entries of a key, in whichever of the two forms."""
    for branch in _list(tree):
        for entry in _list(branch.get(key)):
            # An entry with an id of its own is the thing; otherwise its keys are the names of things.
            if "name" in entry or "id" in entry or "via" in entry:
                yield _text(entry.get("name")), entry
                continue
            for name, content in entry.items():
                for one in _list(content):
                    yield str(name), one


def _ids(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for entry in _list(tree.get("id")):
        yield str(entry.get("type", "")), _text(entry.get("value"))


def _text(value: Any) -> str:
    """Return the text of a value that may be wrapped in lists and objects."""
    while isinstance(value, list | dict):
        value = next(iter(value), None) if isinstance(value, list) else value.get("value")
    return value.strip() if isinstance(value, str) else ""


def _list(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a value that is one or a list of them."""
    entries = value if isinstance(value, list) else [value]
    return [entry for entry in entries if isinstance(entry, dict)]
