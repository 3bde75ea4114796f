"""CSV files: comma, CRLF, UTF-8 with a byte order mark; read back to the same cells.

The mark makes Excel read UTF-8, and common readers skip it (``encoding="utf-8-sig"`` in Python). Decimals have a
point. Excel still guesses at what it opens as CSV and makes a date of ``1/3``: the workbook beside it is for Excel,
CSV is for programs.

A text that a spreadsheet would take for a formula is stored with an apostrophe in front of it, and so is a text
that begins with an apostrophe; :func:`read` takes it off again. Numbers are stored as they are: ``-3.5`` is a number.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

from clusterdesign.errors import DesignError
from clusterdesign.tables.sheet import Column, Sheet
from clusterdesign.tables.values import Scalar, guarded, unguarded

_BOM = "\ufeff"

_WHOLE = re.compile(r"-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?", re.IGNORECASE)


def render(sheet: Sheet[Any], lang: str = "en") -> bytes:
    """Return a sheet as CSV, with all its columns."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(guarded(head) for head in sheet.heads(lang))
    for row in sheet.cells(lang):
        writer.writerow([_field(cell) for cell in row])
    return (_BOM + out.getvalue()).encode()


def read(
    data: bytes, columns: Sequence[Column[Any]], *, lang: str = "en", where: str = ""
) -> tuple[tuple[Scalar, ...], ...]:
    """Read the cells that :func:`render` wrote for these columns.

    Raises:
        DesignError: the text is not UTF-8, the heads are others, or a row does not fit; the line is named.
    """
    try:
        lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
        heads = tuple(unguarded(head) for head in next(lines, []))
        expected = tuple(column.title(lang) for column in columns)
        if heads != expected:
            raise DesignError(
                f"the heads are {', '.join(heads) or 'missing'}",
                fix=f"they must be {', '.join(expected)}",
                where=f"{where}:1" if where else "",
            )
        return tuple(
            _row(fields, columns, f"{where}:{lines.line_num}" if where else f"line {lines.line_num}")
            for fields in lines
        )
    except UnicodeDecodeError as error:
        raise DesignError("is not UTF-8 text", fix="save it as CSV UTF-8", where=where) from error
    except csv.Error as error:
        raise DesignError(f"is not CSV: {error}", fix="save it as CSV again", where=where) from error


def _field(cell: Scalar) -> str:
    if cell is None:
        return ""
    return guarded(cell) if isinstance(cell, str) else repr(cell)


def _row(fields: list[str], columns: Sequence[Column[Any]], where: str) -> tuple[Scalar, ...]:
    if len(fields) != len(columns):
        raise DesignError(
            f"the row has {len(fields)} cells", fix=f"it must have {len(columns)}, one a head", where=where
        )
    return tuple(_cell(field, column, where) for field, column in zip(fields, columns, strict=True))


def _cell(field: str, column: Column[Any], where: str) -> Scalar:
    if not field:
        return None
    if column.kind in {"text", "word"}:
        return unguarded(field)
    if not _NUMBER.fullmatch(field) or (column.kind == "integer" and not _WHOLE.fullmatch(field)):
        raise DesignError(
            f"{field!r} is no {'whole ' if column.kind == 'integer' else ''}number",
            thing=column.head,
            fix="write digits, with a decimal point where there are decimals",
            where=where,
        )
    return int(field) if _WHOLE.fullmatch(field) else float(field)
