"""Reading a dump file: which tool wrote it, and its lines one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from clusterdesign.asbuilt import iblinkinfo, ibnetdiscover
from clusterdesign.asbuilt.dump import LONGEST, Dump
from clusterdesign.errors import DesignError

_LOOKED_AT = 200
"""Lines within which a tool must have shown itself."""

_READERS: tuple[tuple[Callable[[str], bool], Callable[[Iterable[str]], Dump]], ...] = (
    (ibnetdiscover.looks_like, ibnetdiscover.read_ibnetdiscover),
    (iblinkinfo.looks_like, iblinkinfo.read_iblinkinfo),
)


def read_dump(path: Path) -> Dump:
    """Read the output of ``ibnetdiscover`` or ``iblinkinfo``.

    Raises:
        DesignError: the file cannot be read or is neither.
    """
    try:
        with path.open("rb") as file:
            return read_lines(_lines(file), where=str(path))
    except OSError as error:
        raise DesignError(
            f"cannot be read: {error.strerror}", where=str(path), fix="name the saved output of ibnetdiscover"
        ) from error


def read_lines(lines: Iterable[str], *, where: str = "") -> Dump:
    """Read the lines of a dump.

    Raises:
        DesignError: they come from neither tool.
    """
    source = iter(lines)
    first = list(islice(source, _LOOKED_AT))
    for looks_like, read in _READERS:
        if any(looks_like(line) for line in first):
            return read(_both(first, source))
    what = "is empty" if not any(line.strip() for line in first) else "is no dump of a fabric that can be read"
    raise DesignError(what, where=where, fix="save the output of ibnetdiscover or iblinkinfo to a file and name it")


def _both(first: list[str], rest: Iterator[str]) -> Iterator[str]:
    yield from first
    yield from rest


def _lines(file: BinaryIO) -> Iterator[str]:
    """Yield lines as text; a line without end is cut in pieces, so that it does not fill memory."""
    while chunk := file.readline(4 * LONGEST):
        yield chunk.decode("utf-8", "replace")
