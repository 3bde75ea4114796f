"""Reading the user's table of OKPD2 and KTRU codes and of the national regime."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from clusterdesign.errors import DesignError
from clusterdesign.intent.procurement import Code
from clusterdesign.procurement.grid import Cell, Grid, read_grid

_HEADS: Mapping[str, tuple[str, ...]] = {
    "of": ("of", "изделие", "раздел", "позиция"),
    "okpd2": ("okpd2", "окпд2", "окпд 2", "код окпд2"),
    "ktru": ("ktru", "ктру", "код ктру"),
    "okei": ("okei", "океи", "код океи"),
    "regime": ("regime", "режим", "национальный режим"),
    "registry": ("registry", "реестровая запись", "номер реестровой записи"),
    "country": ("country", "страна", "страна происхождения"),
    "points": ("points", "баллы"),
    "justification": ("justification", "обоснование", "обоснование доп. характеристик"),
    "source": ("source", "источник"),
}
"""Heads of the columns, in English and Russian."""

_FIELD = {head: field for field, heads in _HEADS.items() for head in heads}

_NEEDED = ("of", "okpd2", "source")

_REGIMES = {"запрет": "ban", "ограничение": "restriction", "преимущество": "preference"}


def read_codes(path: str | Path) -> tuple[Code, ...]:
    """Read a table of codes, XLSX or CSV: one row a section or part, with its heads in the first row that has them.

    Raises:
        DesignError: the file cannot be read, has no table with the heads ``of``, ``okpd2`` and ``source``, or a cell
            does not fit its column; the message names sheet and cell.
    """
    for grid in read_grid(Path(path)):
        for n, row in enumerate(grid.rows):
            columns = {cell.column: field for cell in row if (field := _FIELD.get(_plain(cell)))}
            if set(_NEEDED) <= set(columns.values()):
                return tuple(_codes(grid, grid.rows[n + 1 :], columns))
    raise DesignError(
        "has no table of codes",
        where=str(path),
        fix=f"write a row with the heads {', '.join(_NEEDED)}; the others are"
        f" {', '.join(field for field in _HEADS if field not in _NEEDED)}",
    )


def _codes(grid: Grid, rows: tuple[tuple[Cell, ...], ...], columns: Mapping[int, str]) -> Iterator[Code]:
    for row in rows:
        cells = {columns[cell.column]: cell for cell in row if cell.column in columns}
        if cells:
            yield _code(grid, row[0], cells)


def _code(grid: Grid, first: Cell, cells: Mapping[str, Cell]) -> Code:
    for field in _NEEDED:
        if field not in cells:
            raise grid.error(
                first, f"row {first.row} has no {field}", f"fill the cell in: {', '.join(_NEEDED)} are needed"
            )
    values = {field: cell.text for field, cell in cells.items()}
    values["regime"] = _REGIMES.get(values.get("regime", "").casefold(), values.get("regime", ""))
    try:
        return Code(**values)  # type: ignore[arg-type]  # the declaration reads text
    except DesignError as error:
        field = error.what.partition(":")[0]
        raise grid.error(cells.get(field, first), error.what, error.fix) from error


def _plain(cell: Cell) -> str:
    return " ".join(cell.text.casefold().split())


__all__ = ["read_codes"]
