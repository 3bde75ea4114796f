"""Reader of spreadsheets that strangers send: XLSX or CSV, as cells with their sheet and address.

Nothing is evaluated, followed or executed: a formula counts as the result that the spreadsheet program stored with it.
"""

from __future__ import annotations

from clusterdesign.procurement.grid.cells import Cell, Grid, Value, column_letters, column_number
from clusterdesign.procurement.grid.numbers import decimal_mark, number
from clusterdesign.procurement.grid.opening import read_grid, read_grid_bytes

__all__ = [
    "Cell",
    "Grid",
    "Value",
    "column_letters",
    "column_number",
    "decimal_mark",
    "number",
    "read_grid",
    "read_grid_bytes",
]
