"""A price book: what parts cost, by whom and until when, as rows of an Excel workbook or a CSV file.

Its columns are found by their heads, English or Russian, in any order; only part number, price and currency must be
there. A part whose number is unknown goes by the key of its line in the bill.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from clusterdesign.errors import DesignError
from clusterdesign.procurement.bill import BillLine
from clusterdesign.procurement.grid import Cell, Grid, decimal_mark, number, read_grid

HEADS: Mapping[str, tuple[str, ...]] = {
    "part number": ("part number", "part", "pn", "sku", "партномер", "артикул"),
    "price": ("price", "unit price", "цена", "цена за единицу"),
    "currency": ("currency", "валюта"),
    "date": ("date", "price date", "дата", "дата цены"),
    "supplier": ("supplier", "поставщик"),
    "valid until": ("valid until", "validity", "действует до", "срок действия"),
}
"""Heads of the columns, in lower case; the first is the name of the column in messages."""

HIGHEST = 10**12
"""A higher price is a slip of the keyboard."""

_NEEDED = ("part number", "price", "currency")

_CURRENCY = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Price:
    """One row of a price book.

    Attributes:
        number: part number, order number or key of a line of the bill, as written.
        price: of one unit, in ``currency``, without tax.
        on, valid_until: None where the book does not say.
        grid, cells: where it stands, by the name of the column.
    """

    number: str
    price: Decimal
    currency: str
    on: datetime.date | None
    supplier: str
    valid_until: datetime.date | None
    grid: Grid
    cells: Mapping[str, Cell]

    def error(self, column: str, what: str, fix: str) -> DesignError:
        """Return an error that names file, sheet and cell."""
        return self.grid.error(self.cells.get(column, self.cells["part number"]), what, fix)


@dataclass(frozen=True, slots=True)
class PriceBook:
    """Prices by number, upper and lower case and blanks left aside.

    Attributes:
        where: the file.
    """

    where: str
    prices: Mapping[str, Price]

    def find(self, line: BillLine) -> Price | None:
        """Return the price of a line: by its key, part number or order number, in that order."""
        for name in (line.key, line.part_number, line.order_number):
            found = self.prices.get(_folded(name)) if name else None
            if found is not None:
                return found
        return None


def read_prices(path: Path) -> PriceBook:
    """Read a price book.

    Raises:
        DesignError: the file cannot be read, no sheet has the columns, a cell cannot be understood, a price is not
            above zero, or a part has two prices. The message names sheet and cell.
    """
    return prices_of(read_grid(path), str(path))


def prices_of(grids: tuple[Grid, ...], where: str) -> PriceBook:
    """Return the price book that sheets hold.

    Args:
        grids: the sheets of one file.
        where: the file, for messages.

    Raises:
        DesignError: as :func:`read_prices`, but for the file.
    """
    found: dict[str, Price] = {}
    tables = [(grid, columns) for grid in grids if (columns := _columns(grid)) is not None]
    if not tables:
        raise DesignError(
            f"no row has the heads {', '.join(_NEEDED)}",
            where=where,
            fix=f"write them above the columns; the heads are {', '.join(HEADS)}",
        )
    for grid, columns in tables:
        for price in _prices(grid, columns):
            other = found.setdefault(_folded(price.number), price)
            if other is not price:
                raise price.error(
                    "price",
                    f"{price.number} has a second price; the first is in {other.grid.place(other.cells['price'])}",
                    "keep the one that holds",
                )
    return PriceBook(where, found)


def _columns(grid: Grid) -> tuple[int, Mapping[int, str]] | None:
    """Return the row of heads and the columns below it; None where no row has the needed ones."""
    for row in grid.rows:
        named: dict[int, str] = {}
        for cell in row:
            name = next((name for name, heads in HEADS.items() if _folded(cell.text).strip(":.") in heads), None)
            if name is not None and name not in named.values():
                named[cell.column] = name
        if set(_NEEDED) <= set(named.values()):
            return row[0].row, named
    return None


def _prices(grid: Grid, columns: tuple[int, Mapping[int, str]]) -> Iterator[Price]:
    head, named = columns
    rows = [
        cells
        for row in grid.rows
        if row[0].row > head and (cells := {named[c.column]: c for c in row if c.column in named})
    ]
    mark = decimal_mark(cells["price"].text for cells in rows if "price" in cells)
    for cells in rows:
        # A title, a subtotal or a remark below the table has no number, or no price.
        if "part number" not in cells or "price" not in cells:
            continue
        price = number(grid, cells["price"], mark=mark)
        if price <= 0:
            raise grid.error(
                cells["price"], f"the price is {cells['price'].text}", "leave the row out where the price is not known"
            )
        if price > HIGHEST:
            raise grid.error(cells["price"], f"the price is above {HIGHEST:,}", "check its digits and decimal mark")
        yield Price(
            number=cells["part number"].text,
            price=price,
            currency=_currency(grid, cells),
            on=_date(grid, cells.get("date")),
            supplier=cells["supplier"].text if "supplier" in cells else "",
            valid_until=_date(grid, cells.get("valid until")),
            grid=grid,
            cells=cells,
        )


def _currency(grid: Grid, cells: Mapping[str, Cell]) -> str:
    cell = cells.get("currency")
    if cell is None:
        raise grid.error(cells["price"], "the price has no currency", "write its code beside it, such as EUR")
    if not _CURRENCY.fullmatch(cell.text.upper()):
        raise grid.error(cell, f"{cell.text!r} is no code of a currency", "write three letters, such as EUR")
    return cell.text.upper()


def _date(grid: Grid, cell: Cell | None) -> datetime.date | None:
    if cell is None:
        return None
    if isinstance(cell.value, datetime.date):
        return cell.value
    for pattern in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            return datetime.datetime.strptime(cell.text, pattern).replace(tzinfo=datetime.UTC).date()
        except ValueError:
            continue
    raise grid.error(cell, f"{cell.text!r} is no date", "write it as 2026-09-30, or format the cell as a date")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


__all__ = ["HEADS", "Price", "PriceBook", "prices_of", "read_prices"]
