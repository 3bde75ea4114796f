"""A CSV as anybody's program writes it: encoding and delimiter are found out."""

from __future__ import annotations

import csv
import io
import re
from itertools import islice

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid.cells import Cell, Grid
from clusterdesign.procurement.grid.limits import Count

_DELIMITERS = ";\t,|"
_LOOKED_AT = 50
"""Lines from which the delimiter is found."""

_SEP = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)
_BINARY = re.compile("[\x00-\x08\x0e-\x1f]")


def read_csv(data: bytes, where: str) -> Grid:
    """Read a CSV; every cell is text, so that ``00123`` stays what it is.

    Raises:
        DesignError: it is no text, no CSV, or too large.
    """
    text = decoded(data, where)
    said = _SEP.match(text)
    delimiter = said[1] if said else _delimiter(text)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[Cell, ...]] = []
    count = Count(where, "")
    try:
        for number, fields in enumerate(lines, 1):
            if number == 1 and said:
                continue
            cells = tuple(Cell(number, n, text) for n, field in enumerate(fields, 1) if (text := _unguarded(field)))
            if cells:
                count.add(cells)
                rows.append(cells)
    except csv.Error as error:
        raise DesignError(
            f"is not CSV: {error}", fix="save it as CSV again", where=f"{where}:{lines.line_num}"
        ) from error
    return Grid(where, "", tuple(rows))


def decoded(data: bytes, where: str) -> str:
    """Return the text of a file in UTF-8, UTF-16 or CP1251, with or without a byte order mark.

    Raises:
        DesignError: it is none of them.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif 0 in data:
        # Digits and delimiters have a zero in their upper byte, no letter has one in its lower byte.
        encodings = [name for name, lower in (("utf-16-le", data[::2]), ("utf-16-be", data[1::2])) if 0 not in lower]
    else:
        encodings = ["utf-8-sig", "cp1251"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _BINARY.search(text):
            return text
    raise DesignError("is neither a workbook nor text", where=where, fix="name an XLSX file or a CSV in UTF-8")


def _delimiter(text: str) -> str:
    """Return the sign that cuts most lines into several cells, and into many of them."""
    lines = list(islice((line for line in text.splitlines() if line.strip()), _LOOKED_AT))

    def cut(sign: str) -> tuple[int, int]:
        # Line by line: a quotation mark that is never closed must not swallow the rest.
        counts = [len(next(csv.reader([line], delimiter=sign), [])) - 1 for line in lines]
        return sum(count > 0 for count in counts), sum(counts)

    return max(_DELIMITERS, key=cut)


def _unguarded(field: str) -> str:
    """Strip a field, and take off the apostrophe with which our own CSV keeps a text from being a formula."""
    field = field.strip()
    return field[1:].strip() if field[:2] in {"'=", "'+", "'-", "'@", "''"} else field


__all__ = ["decoded", "read_csv"]
