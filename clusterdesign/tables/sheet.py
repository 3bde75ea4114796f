"""A sheet, declared once and rendered by every format: CSV, Excel, terminal.

A cell is a text, a whole number, a number or nothing. Formats never see a quantity: the column turns it into
a number of its unit, and the unit stands in the head ("Run, m").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from decimal import Decimal
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from clusterdesign.design.printing import Paper
from clusterdesign.errors import DesignError
from clusterdesign.tables.checks import check_book, check_sheet
from clusterdesign.tables.i18n import word
from clusterdesign.tables.values import Scalar, number_cell, text_cell
from clusterdesign.units import Quantity

R = TypeVar("R")

Kind: TypeAlias = Literal["text", "word", "integer", "number"]
"""``word`` is text from a fixed vocabulary, which is translated; ``text`` never is."""

Value: TypeAlias = Scalar | Decimal | Quantity | tuple[str, ...]
"""What a column may return: a tuple is several words, printed with a semicolon between them."""


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column of a sheet.

    Attributes:
        head: English head, without the unit.
        get: the value of a row; None leaves the cell empty.
        kind: what the cells are; numbers stay numbers and text stays text in every format.
        unit: unit of the numbers; a quantity is converted to it.
        width: widest the column may become, in characters; longer text wraps.
        digits: decimals of a number; None prints as many as it has.
        total: formats that can compute show a sum below.
        printed: stands in the printed area; the other columns are for the screen and for programs.
        mark: letter in front of the head that is not translated: the end of a cable.
        formula: how formats that can compute find the value, see :mod:`clusterdesign.tables.formula`; ``get`` returns
            the same. A function gives each row its own; a row for which it returns an empty text has none.
        grouped: digits of numbers are printed in groups of three: amounts of money.
        fixed: the head is the same in every language: a column that programs read.
    """

    head: str
    get: Callable[[R], Value]
    _: KW_ONLY
    kind: Kind = "text"
    unit: str = ""
    width: int = 20
    digits: int | None = None
    total: bool = False
    printed: bool = True
    mark: str = ""
    formula: str | Callable[[R], str] = ""
    grouped: bool = False
    fixed: bool = False

    def title(self, lang: str = "en") -> str:
        """Return the head as printed, with its mark and unit."""
        head = self.head if self.fixed else word(self.head, lang)
        if self.mark:
            head = f"{self.mark} {head}"
        return f"{head}, {word(self.unit, lang)}" if self.unit else head

    def formula_of(self, row: R) -> str:
        """Return the formula of a row; empty where it has none."""
        return self.formula if isinstance(self.formula, str) else self.formula(row)

    def reader(self, lang: str = "en") -> Callable[[R], Scalar]:
        """Return the function from a row to its cell in one language."""
        get = self.get
        if self.kind == "text":
            return lambda row: text_cell(get(row))
        if self.kind == "word":
            return lambda row: text_cell(_words(get(row), lang))
        unit, digits, whole = self.unit, self.digits, self.kind == "integer"
        return lambda row: number_cell(get(row), unit=unit, digits=digits, whole=whole)


@dataclass(frozen=True, slots=True)
class Sheet(Generic[R]):
    """Rows and columns under a name.

    Attributes:
        name: English name; translated it must be a sheet name that spreadsheet programs accept.
        rows: what the columns read, in printed order.
        columns: the printed ones stand together.
        page_of: rows for which it returns different texts are printed on different pages.
    """

    name: str
    rows: tuple[R, ...]
    columns: tuple[Column[R], ...]
    page_of: Callable[[R], str] | None = None

    def __post_init__(self) -> None:
        check_sheet(self)

    @property
    def key(self) -> str:
        """Name of the sheet as an identifier, the same in every language: Excel's name of its table."""
        return self.name.replace(" ", "_")

    @property
    def printed(self) -> range:
        """Positions of the printed columns."""
        found = [n for n, column in enumerate(self.columns) if column.printed]
        return range(found[0], found[-1] + 1)

    def title(self, lang: str = "en") -> str:
        """Return the name in one language."""
        return word(self.name, lang)

    def heads(self, lang: str = "en") -> tuple[str, ...]:
        """Return the heads as printed."""
        return tuple(column.title(lang) for column in self.columns)

    def cells(self, lang: str = "en") -> Iterator[tuple[Scalar, ...]]:
        """Yield the cells of every row. An empty text is an empty cell, None.

        Raises:
            DesignError: a text holds what no spreadsheet can store; sheet, column and row are named.
        """
        readers = [column.reader(lang) for column in self.columns]
        for number, row in enumerate(self.rows, 1):
            try:
                yield tuple([read(row) for read in readers])
            except DesignError as error:
                raise error.at(f"sheet {self.name}, row {number}") from error

    def breaks(self) -> tuple[int, ...]:
        """Return after how many rows a new page begins, again and again."""
        if self.page_of is None:
            return ()
        pages = [self.page_of(row) for row in self.rows]
        return tuple(n for n in range(1, len(pages)) if pages[n] != pages[n - 1])


@dataclass(frozen=True, slots=True)
class Book:
    """Sheets that are stored together, the main one first.

    Attributes:
        name: stem of the file name.
        title: what the printed pages are headed with: the name of the cluster.
        paper: size of the printed pages, always landscape.
    """

    name: str
    title: str
    sheets: tuple[Sheet[Any], ...]
    paper: Paper = "A4"

    def __post_init__(self) -> None:
        check_book(self)


def _words(value: Value, lang: str) -> Value:
    if isinstance(value, tuple):
        return "; ".join(word(text, lang) for text in value)
    return word(value, lang) if isinstance(value, str) and value else value
