"""A CSV that people and spreadsheet programs have had in their hands: cells by head, wherever the column stands.

Columns may have moved, others may have come, blanks may trail, the language may be any of ours. Excel in many
countries writes semicolons between cells and a comma in front of decimals, which is read too.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from clusterdesign.errors import DesignError
from clusterdesign.tables.i18n import LANGUAGES
from clusterdesign.tables.sheet import Column
from clusterdesign.tables.values import unguarded

_DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class EditedRow:
    """One row of the file.

    Attributes:
        number: row as a spreadsheet counts it, the heads being row 1.
        where: the file, with the line where the row ends.
        cells: stripped texts by the English head of their column.
        heads: head as the file spells it, by the English one.
    """

    number: int
    where: str
    cells: Mapping[str, str]
    heads: Mapping[str, str]

    def text(self, head: str) -> str:
        """Return a cell; empty where there is no such column."""
        return self.cells.get(head, "")

    def number_in(self, head: str) -> float | None:
        """Return a number, None where the cell is empty.

        Raises:
            DesignError: the cell holds something else.
        """
        text = self.text(head)
        if not text:
            return None
        try:
            return float(text.replace(" ", "").replace("\u00a0", "").replace(",", "."))
        except ValueError as error:
            raise self.error(head, f"{text!r} is no number", "write digits, with a decimal point") from error

    def error(self, head: str, what: str, fix: str) -> DesignError:
        """Return an error that names the file, the row and the column."""
        return DesignError(what, thing=f"row {self.number}, {self.heads.get(head, head)}", fix=fix, where=self.where)


def edited_rows(
    data: bytes, columns: Sequence[Column[Any]], *, needed: Sequence[str], where: str
) -> Iterator[EditedRow]:
    """Yield the rows of a CSV; those without a text are left out.

    Raises:
        DesignError: the data is no UTF-8 or no CSV, or a needed column is missing.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DesignError("is not UTF-8 text", fix="save it as CSV UTF-8", where=where) from error
    names = {_plain(column.title(lang)): column.title() for lang in reversed(LANGUAGES) for column in columns}
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, names), strict=True)
    try:
        heads = _heads(next(lines, []), names, needed, where)
        spelt = {name: head for name, head in heads if name}
        for number, fields in enumerate(lines, 2):
            cells = {name: _cell(field) for (name, _), field in zip(heads, fields, strict=False) if name}
            if any(cells.values()):
                yield EditedRow(number, f"{where}:{lines.line_num}", cells, spelt)
    except csv.Error as error:
        raise DesignError(
            f"is not CSV: {error}", fix="save it as CSV again", where=f"{where}:{lines.line_num}"
        ) from error


def _delimiter(text: str, names: Mapping[str, str]) -> str:
    """Return what stands between cells: whatever makes most of the first line known heads."""
    first = text.partition("\n")[0].rstrip("\r")

    def known(sign: str) -> int:
        return sum(_plain(head) in names for head in next(csv.reader([first], delimiter=sign), []))

    return max(_DELIMITERS, key=known)


def _heads(row: Sequence[str], names: Mapping[str, str], needed: Sequence[str], where: str) -> list[tuple[str, str]]:
    """Return the English head of every column, empty for a stranger, and the head as it is spelt."""
    found = [(names.get(_plain(head), ""), head.strip()) for head in row]
    held = [name for name, _ in found if name]
    twice = next((name for name in held if held.count(name) > 1), None)
    if twice:
        raise DesignError(f"two columns are headed {twice!r}", fix="remove one of them", where=f"{where}:1")
    missing = next((name for name in needed if name not in held), None)
    if missing:
        near = get_close_matches(missing, [head for name, head in found if not name], n=1)
        raise DesignError(
            f"there is no column {missing!r}",
            fix=f"rename the column {near[0]!r}" if near else f"the columns needed are {', '.join(needed)}",
            where=f"{where}:1",
        )
    return found


def _plain(head: str) -> str:
    return " ".join(unguarded(head.strip()).casefold().split())


def _cell(field: str) -> str:
    return unguarded(field.strip()).strip()


__all__ = ["EditedRow", "edited_rows"]
