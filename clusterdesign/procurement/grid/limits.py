"""How much of a stranger's spreadsheet is read."""

from __future__ import annotations

from collections.abc import Sequence

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid.cells import Cell

ROWS = 20_000
"""Rows of a sheet that hold something: several times the cables of the largest cluster, one a row."""

CELLS = 500_000

SHEETS = 100

UNPACKED = 64 * 1024 * 1024
"""Bytes of all parts of a workbook that are read."""


class Count:
    """Counts the rows and cells of a sheet and stops a flood."""

    def __init__(self, where: str, sheet: str) -> None:
        self._where, self._sheet = where, sheet
        self._rows = self._cells = 0

    def add(self, cells: Sequence[Cell]) -> None:
        """Count a row.

        Raises:
            DesignError: it is one too many.
        """
        self._rows += 1
        self._cells += len(cells)
        if self._rows > ROWS or self._cells > CELLS:
            sheet = f"sheet {self._sheet}, " if self._sheet else ""
            raise DesignError(
                f"there are more than {ROWS:,} rows or {CELLS:,} cells",
                thing=f"{sheet}cell {cells[0].address}",
                fix="keep only the lines that are offered",
                where=self._where,
            )


__all__ = ["CELLS", "ROWS", "SHEETS", "UNPACKED", "Count"]
