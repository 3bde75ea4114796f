"""What spreadsheet programs refuse to open, checked when a sheet is declared and not when it is opened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from clusterdesign.errors import DesignError
from clusterdesign.tables.formula import references
from clusterdesign.tables.i18n import LANGUAGES

if TYPE_CHECKING:
    from clusterdesign.tables.sheet import Book, Sheet

_TABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
# A name that reads as a cell is refused: A1, XFD1048576, R1C1, and R and C alone.
_CELL = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*[Cc][0-9]*|[RrCc]")
_NOT_IN_SHEET_NAMES = frozenset("[]:*?/\\")
_SHEET_NAME_LENGTH = 31
_HEAD_LENGTH = 255


def check_sheet(sheet: Sheet[Any]) -> None:
    """Check the names of a sheet in every language.

    Raises:
        DesignError: a head is empty, too long, broken over lines or there twice; the name cannot be a sheet's
            or a table's; the printed columns do not stand together.
    """
    check_table_name(sheet.key)
    if not sheet.columns:
        raise DesignError("a sheet needs a column", thing=sheet.name, fix="declare one")
    for lang in LANGUAGES:
        check_sheet_name(sheet.title(lang))
        heads = sheet.heads(lang)
        for head in heads:
            if not head.strip() or "\n" in head or len(head) > _HEAD_LENGTH:
                raise DesignError(
                    f"{head!r} cannot be the head of a column",
                    thing=sheet.name,
                    fix=f"write one line of 1 to {_HEAD_LENGTH} characters",
                )
        _unique(heads, "head", sheet.name)
    printed = "".join("p" if column.printed else " " for column in sheet.columns)
    if " " in printed.strip() or not printed.strip():
        raise DesignError(
            "the printed columns do not stand together", thing=sheet.name, fix="move the others to the side"
        )


def check_book(book: Book) -> None:
    """Check that the sheets of a book can stand beside each other.

    Raises:
        DesignError: the book has no sheet, or two of one name.
    """
    if not book.sheets:
        raise DesignError("a book needs a sheet", thing=book.name, fix="declare one")
    _unique((sheet.key for sheet in book.sheets), "table name", book.name)
    _check_formulas(book)
    for lang in LANGUAGES:
        _unique((sheet.title(lang) for sheet in book.sheets), "sheet name", book.name)


def _check_formulas(book: Book) -> None:
    """A formula may read only what its book holds."""
    sheets = {sheet.name: sheet for sheet in book.sheets}
    for sheet in book.sheets:
        for column in sheet.columns:
            formulas = {column.formula} if isinstance(column.formula, str) else set(map(column.formula, sheet.rows))
            for reference in (reference for formula in sorted(formulas) for reference in references(formula)):
                other = sheets.get(reference.sheet or sheet.name)
                heads = {} if other is None else {one.head: one for one in other.columns}
                keys = () if other is None or not reference.key else tuple(cells[0] for cells in other.cells())
                if reference.head not in heads or (reference.key and reference.key not in keys):
                    raise DesignError(
                        f"the formula of {column.head!r} reads {reference}, which is not there",
                        thing=sheet.name,
                        fix="name a head, a sheet and a first cell of the same book",
                    )


def check_sheet_name(name: str) -> None:
    r"""Check a name for a sheet: 1 to 31 characters, no ``[ ] : * ? / \``, no apostrophe at either end.

    Raises:
        DesignError: it cannot be one.
    """
    bad = sorted(_NOT_IN_SHEET_NAMES.intersection(name))
    if (
        bad
        or not 0 < len(name) <= _SHEET_NAME_LENGTH
        or name.strip("'") != name
        or name.casefold() == "history"  # Excel keeps it for itself
        or not name.isprintable()
    ):
        raise DesignError(
            f"{name!r} cannot be the name of a sheet",
            fix=f"write 1 to {_SHEET_NAME_LENGTH} characters, none of "
            f"{' '.join(sorted(_NOT_IN_SHEET_NAMES))}, without an apostrophe at either end",
        )


def check_table_name(name: str) -> None:
    """Check a name for an Excel table: letters, digits, ``_`` and ``.``, and not the name of a cell.

    Raises:
        DesignError: it cannot be one.
    """
    if not _TABLE_NAME.fullmatch(name) or _CELL.fullmatch(name) or len(name) > _HEAD_LENGTH:
        raise DesignError(
            f"{name!r} cannot be the name of a table",
            fix="begin with a letter, go on with letters, digits and '_', and do not spell a cell such as A1",
        )


def _unique(names: Iterable[str], what: str, thing: str) -> None:
    """Excel compares names without regard to case."""
    seen: set[str] = set()
    for name in names:
        folded = name.casefold()
        if folded in seen:
            raise DesignError(f"{what} {name!r} is there twice", thing=thing, fix=f"give each {what} its own text")
        seen.add(folded)
