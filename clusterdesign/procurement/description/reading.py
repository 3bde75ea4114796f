"""Examining a description that lies on a disk: Word, Excel, CSV or plain text, whoever wrote it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from clusterdesign.design.procurement import Compatibility, Law
from clusterdesign.errors import DesignError
from clusterdesign.procurement.description.lint import builtin_scanner, lint
from clusterdesign.procurement.description.passages import Passage
from clusterdesign.procurement.description.remark import Remark
from clusterdesign.procurement.description.word import DOCUMENT, paragraphs
from clusterdesign.procurement.grid import read_grid_bytes

LARGEST = 32 * 1024 * 1024
"""Bytes of a file."""


def lint_file(path: str | Path, *, law: Law = "44-FZ", allowed: Iterable[Compatibility] = ()) -> tuple[Remark, ...]:
    """Examine every text of a file for brand words.

    Args:
        path: a .docx, .xlsx, .csv or text file; its content decides which, its name only tells CSV from text.
        law: under 44-FZ a brand word is an error, under 223-FZ a warning.
        allowed: trade marks that are declared necessary.

    Raises:
        DesignError: the file cannot be read, is too large, damaged, encrypted, or no such file.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise DesignError(
            f"cannot be read: {error.strerror}", where=str(path), fix="name a .docx, .xlsx, .csv or .txt file"
        ) from error
    if len(data) > LARGEST:
        raise DesignError(f"is larger than {LARGEST // 1024**2} MiB", where=str(path), fix="check its parts alone")
    return tuple(lint(_passages(path, data), builtin_scanner(), law=law, allowed=tuple(allowed)))


def _passages(path: Path, data: bytes) -> Iterator[Passage]:
    where = str(path)
    if data.startswith(b"PK") and _is_word(data):
        yield from (Passage(at, text) for at, text in paragraphs(data, where))
    elif data.startswith((b"PK", b"\xd0\xcf\x11\xe0", b"%PDF")) or path.suffix.lower() == ".csv":
        for grid in read_grid_bytes(data, where):
            yield from (Passage(grid.place(cell), cell.text) for row in grid.rows for cell in row if cell.text)
    else:
        for n, line in enumerate(_text(data, where).splitlines(), 1):
            yield Passage(f"line {n}", line)


def _is_word(data: bytes) -> bool:
    try:
        return DOCUMENT in zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def _text(data: bytes, where: str) -> str:
    for encoding in ("utf-8-sig", "cp1251"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise DesignError("is no text", where=where, fix="name a .docx, .xlsx, .csv or .txt file")


__all__ = ["lint_file"]
