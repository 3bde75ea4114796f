"""One worksheet of an XLSX: its rows as cells."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from xml.etree.ElementTree import Element  # only its type

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid.archive import AGAIN, local
from clusterdesign.procurement.grid.cells import Cell, Grid, Value, column_number
from clusterdesign.procurement.grid.limits import Count

_ADDRESS = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_OTHER_FILE = re.compile(r"\[[0-9]+\]")
"""Reference to another file in a formula, by the number of its link."""

_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_LAST_DAY = 2_958_465
"""31 December 9999, the last day that Excel knows."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What the sheets of a workbook share.

    Attributes:
        strings: texts by number.
        dates: numbers of the styles that show a date.
        since_1904: whether days count from 1904, as on old Macs.
        linked: whether formulas may speak of other files.
    """

    where: str
    strings: list[str]
    dates: frozenset[int]
    since_1904: bool
    linked: bool


def read_worksheet(elements: Iterator[Element], name: str, shared: Shared) -> Grid:
    """Read a sheet from its XML.

    Raises:
        DesignError: it has too many cells, refers to another file, or makes no sense.
    """
    rows: list[tuple[Cell, ...]] = []
    hidden: set[int] = set()
    count = Count(shared.where, name)
    number = 0
    for element in elements:
        if local(element.tag) != "row":
            continue
        said = element.get("r", "")
        number = int(said) if said.isdecimal() else number + 1
        cells = tuple(_Row(number, name, shared).cells(element))
        if element.get("hidden") in {"1", "true"}:
            hidden.add(number)
        element.clear()
        if cells:
            count.add(cells)
            rows.append(cells)
    return Grid(shared.where, name, tuple(rows), frozenset(hidden))


class _Row:
    def __init__(self, number: int, sheet: str, shared: Shared) -> None:
        self._number, self._sheet, self._shared = number, sheet, shared

    def cells(self, row: Element) -> Iterator[Cell]:
        column = 0
        for element in row:
            if local(element.tag) != "c":
                continue
            place = _ADDRESS.fullmatch(element.get("r", ""))
            column = column_number(place[1]) if place else column + 1
            held = {local(child.tag): child for child in element}
            formula = held.get("f")
            if formula is not None and self._shared.linked and _OTHER_FILE.search(formula.text or ""):
                raise self._error(column, "the formula reads another file", "put values in place of such formulas")
            value = self._value(element, held, column)
            if value not in {"", None} or (formula is not None and value is None):
                yield Cell(self._number, column, value)

    def _value(self, element: Element, held: dict[str, Element], column: int) -> Value:
        kind = element.get("t", "n")
        if kind == "inlineStr":
            pieces = held["is"].iter() if "is" in held else ()
            return _text("".join(one.text or "" for one in pieces if local(one.tag) == "t"))
        text = (held["v"].text or "") if "v" in held else ""
        if not text:
            # A formula whose result is a text, an empty one, is an empty cell; any other has not been computed.
            return "" if kind == "str" and "v" in held else None
        if kind == "s":
            if not (text.isdecimal() and int(text) < len(self._shared.strings)):
                raise self._error(column, "the cell refers to a text that is not there", AGAIN)
            return _text(self._shared.strings[int(text)])
        if kind == "b":
            return "TRUE" if text == "1" else "FALSE"
        if kind == "d":
            return _text(text[:10])
        return self._number_or_date(text, element.get("s", "")) if kind == "n" else _text(text)

    def _number_or_date(self, text: str, style: str) -> Value:
        try:
            value = float(text)
        except ValueError:
            return _text(text)
        if not math.isfinite(value):
            return _text(text)
        if style.isdecimal() and int(style) in self._shared.dates and 1 <= value <= _LAST_DAY - 1462:
            first = datetime.date(1904, 1, 1) if self._shared.since_1904 else datetime.date(1899, 12, 30)
            return first + datetime.timedelta(days=int(value))
        # Spreadsheet programs show and compare 15 digits; what is stored beyond them is binary noise.
        return Decimal(f"{value:.15g}")

    def _error(self, column: int, what: str, fix: str) -> DesignError:
        return Grid(self._shared.where, self._sheet, ()).error(Cell(self._number, column, None), what, fix)


def _text(text: str) -> str:
    """Return the text of a cell as Excel shows it, without blanks at its ends."""
    return _ESCAPED.sub(_unescaped, text).strip()


def _unescaped(found: re.Match[str]) -> str:
    sign = chr(int(found[1], 16))
    return sign if sign.isprintable() or sign in "\n\t" else " "


__all__ = ["Shared", "read_worksheet"]
