"""Names of components: paths, globs over paths, name templates and natural order.

A component's path is its identity. It comes from the declaration (``gpu/017``, ``compute/leaf/su1-r3``),
never from a counter, so that growing or thinning a cluster renames nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from string import Formatter
from typing import Any, TypeAlias, TypeVar

from clusterdesign.errors import DesignError

_T = TypeVar("_T")

_SEGMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_DIGITS = re.compile(r"(\d+)")

NaturalKey: TypeAlias = tuple[Any, ...]
"""What natural order compares."""


def check_name(name: str) -> str:
    """Return ``name`` if it can be one segment of a path: letters, digits, ``. _ + -``, ASCII only.

    Raises:
        DesignError: it cannot.
    """
    if not _SEGMENT.fullmatch(name):
        raise DesignError(
            f"{name!r} cannot be a name",
            fix="use ASCII letters, digits, '.', '_', '+' and '-', beginning with a letter or digit",
        )
    return name


def natural_key(text: str) -> NaturalKey:
    """Sort key under which ``gpu/2`` comes before ``gpu/10``, and letters before digits."""
    # Ports are many, devices and names of ports few: the keys of either side of the colon are put together.
    device, colon, port = text.rpartition(":")
    if not colon:
        return _split(text)
    head, tail = _split(device), _split(port)
    return (*head[:-1], f"{head[-1]}:{tail[1]}", *tail[2:])


@lru_cache(maxsize=1 << 17)
def _split(text: str) -> NaturalKey:
    """Return whether a text begins with a digit, then its letters and digits, which take turns.

    The first and the last piece are letters, be they none. Text without a colon comes back as its own natural key.
    """
    pieces: list[Any] = list(_DIGITS.split(text))
    pieces[1::2] = [(int(digits), digits) for digits in pieces[1::2]]
    return (text[:1].isdecimal(), *pieces)


def natural_sorted(texts: Iterable[str]) -> list[str]:
    """Sort texts so that numbers inside them count as numbers."""
    return sorted(texts, key=natural_key)


def natural_ordered(items: Iterable[_T], text: Callable[[_T], str]) -> list[_T]:
    """Sort items by the natural order of a text of each: many paths of ports, which few devices share.

    Devices and names of ports are compared once each; a path then has a number that sorts as it does.
    """
    held = list(items)
    texts = [text(item) for item in held]
    cuts = [one.rfind(":") + 1 for one in texts]
    heads = [one[:cut] or one for one, cut in zip(texts, cuts, strict=True)]
    tails = [one[cut:] if cut else "" for one, cut in zip(texts, cuts, strict=True)]
    some_heads, some_tails = set(heads), set(tails)
    if any(":" in head[:-1] for head in some_heads):
        # What follows the first of two colons could be the name of a port or a part of the name of a device.
        return sorted(held, key=lambda item: natural_key(text(item)))
    head_rank = {head: n * len(some_tails) for n, head in enumerate(natural_sorted(some_heads))}
    tail_rank = {tail: n for n, tail in enumerate(sorted(some_tails, key=lambda tail: natural_key(f":{tail}")))}
    ranks = [head_rank[head] + tail_rank[tail] for head, tail in zip(heads, tails, strict=True)]
    return [held[n] for n in sorted(range(len(held)), key=ranks.__getitem__)]


@lru_cache(maxsize=1024)
def glob_pattern(glob: str) -> re.Pattern[str]:
    """Compile a glob over paths: ``*`` stays in a segment, ``**`` crosses segments, ``?`` is one character."""
    out = []
    i = 0
    while i < len(glob):
        if glob.startswith("**", i):
            out.append(".*")
            i += 2
        elif glob[i] == "*":
            out.append("[^/]*")
            i += 1
        elif glob[i] == "?":
            out.append("[^/]")
            i += 1
        else:
            out.append(re.escape(glob[i]))
            i += 1
    return re.compile("".join(out))


def with_article(word: str) -> str:
    """Return an English noun with its indefinite article: ``a node``, ``an appliance``."""
    return f"{'an' if word[0] in 'aeio' else 'a'} {word}"


def matches(glob: str, path: str) -> bool:
    """Tell whether a path matches a glob as a whole."""
    return glob_pattern(glob).fullmatch(path) is not None


def fill(template: str, **fields: int | str) -> str:
    """Fill a name template such as ``gpu/{n:03}``. Zero-padding comes from the template, not from the count.

    Raises:
        DesignError: the template is malformed or names a field that does not exist here.
    """
    try:
        return template.format(**fields)
    except (KeyError, IndexError, ValueError, AttributeError, TypeError) as error:
        raise DesignError(
            f"name template {template!r} cannot be filled: {error}",
            fix=f"use the fields {', '.join('{' + name + '}' for name in sorted(fields))}",
        ) from error


def template_fields(template: str) -> frozenset[str]:
    """Return the field names that a template uses.

    Raises:
        DesignError: the template is malformed.
    """
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)
    except ValueError as error:
        raise DesignError(
            f"name template {template!r} is malformed: {error}", fix="close every brace, as in 'gpu/{n:03}'"
        ) from error


def family(path: str) -> str:
    """Return the glob of a path's equals: ``gpu/*`` of ``gpu/017``, ``cable/gpu/**`` of ``cable/gpu/017:P1``.

    Names of ports and cages may hold a slash, so the equals of what is named after one are found by ``**``.
    """
    owner, colon, _ = path.partition(":")
    parent, slash, _ = owner.rpartition("/")
    if not slash:
        return path
    return f"{parent}/**" if colon else f"{parent}/*"


def summary(paths: Iterable[str]) -> str:
    """Name many paths in few words: ``compute/leaf/* × 32, gpu/001``. One of a kind has its own path."""
    counts: Counter[str] = Counter()
    single: dict[str, str] = {}
    for path in paths:
        glob = family(path)
        counts[glob] += 1
        single[glob] = path
    return ", ".join(
        f"{glob} × {counts[glob]}" if counts[glob] > 1 else single[glob] for glob in sorted(counts, key=natural_key)
    )
