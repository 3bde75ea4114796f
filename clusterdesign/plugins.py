"""What other packages add: rules, catalogues and exporters, found by entry points of their distributions.

A plug-in is somebody else's program. It is imported where it is first needed and never by importing this package;
what goes wrong then is kept as a :class:`Failed`, named with its place, and everything else goes on. The name of
an entry point is the prefix of what it adds: ``ACME`` for rules means codes ``ACME101``.

The environment variable ``CLUSTERDESIGN_PLUGINS=0`` and the option ``--no-plugins`` switch all of them off.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SWITCH = "CLUSTERDESIGN_PLUGINS"

Kind: TypeAlias = Literal["rules", "catalogs", "exporters"]

KINDS: tuple[Kind, ...] = ("rules", "catalogs", "exporters")
"""Kinds of plug-ins; their entry points are in the groups ``clusterdesign.rules`` and so on."""

_ALLOWED: ContextVar[bool] = ContextVar("plug-ins allowed", default=True)

_OFF = frozenset({"0", "no", "off", "false"})


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point.

    Attributes:
        name: name of the entry point, the prefix of what it adds.
        value: ``module:attribute``.
        origin: distribution and version, ``acme-rules 1.2``.
    """

    kind: Kind
    name: str
    value: str
    origin: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name} of {self.origin}"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A plug-in and the object that its entry point names."""

    plugin: Plugin
    value: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """A plug-in that cannot be used.

    Attributes:
        what: what is wrong with it, one sentence.
        place: ``<file name>:<line>`` where it went wrong; else its entry point.
    """

    plugin: Plugin
    what: str
    place: str


def enabled() -> bool:
    """Tell whether plug-ins are used at all."""
    return _ALLOWED.get() and os.environ.get(SWITCH, "").strip().lower() not in _OFF


@contextmanager
def switched(*, on: bool) -> Iterator[None]:
    """Switch plug-ins off for a while; ``on=True`` leaves it to the environment."""
    token = _ALLOWED.set(on)
    try:
        yield
    finally:
        _ALLOWED.reset(token)


def found(kind: Kind) -> tuple[Plugin, ...]:
    """Return the plug-ins of one kind by name, without importing them; none where they are switched off."""
    return tuple(_named(kind, point) for point in _points(kind)) if enabled() else ()


def loaded(kind: Kind) -> tuple[tuple[Loaded, ...], tuple[Failed, ...]]:
    """Import the plug-ins of one kind; those that cannot be imported are returned as such."""
    return _loaded(kind) if enabled() else ((), ())


def place_of(error: BaseException) -> str:
    """Return ``<file name>:<line>`` where an error was raised: no directories, they differ between machines."""
    steps = traceback.extract_tb(error.__traceback__)
    return f"{Path(steps[-1].filename).name}:{steps[-1].lineno}" if steps else ""


def told(error: BaseException) -> str:
    """Return an error as one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split()) or 'no message'}"


def forget() -> None:
    """Look for plug-ins anew at the next call; for tests that install some."""
    _points.cache_clear()
    _loaded.cache_clear()


@lru_cache(maxsize=len(KINDS))
def _points(kind: Kind) -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow to import, and --help needs no plug-ins

    points = entry_points(group=f"clusterdesign.{kind}")
    return tuple(sorted(points, key=lambda point: (point.name, _origin(point), point.value)))


@lru_cache(maxsize=len(KINDS))
def _loaded(kind: Kind) -> tuple[tuple[Loaded, ...], tuple[Failed, ...]]:
    good: list[Loaded] = []
    bad: list[Failed] = []
    for point in _points(kind):
        plugin = _named(kind, point)
        if any(plugin.name == other.plugin.name for other in good):
            bad.append(Failed(plugin, f"the prefix {plugin.name!r} is taken by another package", point.value))
            continue
        try:
            good.append(Loaded(plugin, point.load()))
        # Importing a module runs it: anything may go wrong, and none of it may take the rest of a report along.
        except Exception as error:  # noqa: BLE001
            ours = place_of(error).startswith(("_bootstrap", "<frozen", "__init__.py"))
            bad.append(Failed(plugin, told(error), point.value if ours else place_of(error)))
    return tuple(good), tuple(bad)


def _named(kind: Kind, point: EntryPoint) -> Plugin:
    return Plugin(kind, point.name, point.value, _origin(point))


def _origin(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else "an unknown package"
