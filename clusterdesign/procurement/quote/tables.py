"""Which sheets of a workbook are the quote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clusterdesign.errors import DesignError
from clusterdesign.procurement.grid import Grid
from clusterdesign.procurement.quote.heading import Table, find_table, nearest, sufficient
from clusterdesign.procurement.quote.lines import shortened
from clusterdesign.procurement.quote.words import Field


def unread(grids: Sequence[Grid], tables: Sequence[Table], named: Mapping[Field, int]) -> list[str]:
    """Say which sheets with lines were not read."""
    read = {table.grid.sheet for table in tables}
    others = [grid.sheet for grid in grids if grid.sheet not in read and find_table(grid, named) is not None]
    return [f"sheets that have lines, too, were not read: {', '.join(others)}"] if others else []


def find_tables(grids: Sequence[Grid], named: Mapping[Field, int], sheets: Sequence[str]) -> list[Table]:
    """Return the sheets that are meant, by name or by their heads.

    Raises:
        DesignError: there is no such sheet, no sheet has heads, or several have the same.
    """
    where = grids[0].where
    titles = [grid.sheet for grid in grids]
    unknown = next((sheet for sheet in sheets if sheet not in titles), None)
    if unknown is not None:
        raise DesignError(
            f"there is no sheet {unknown!r} with anything in it", where=where, fix=f"name {' or '.join(titles)}"
        )
    chosen = [grid for grid in grids if not sheets or grid.sheet in sheets]
    found = [table for grid in chosen if (table := find_table(grid, named)) is not None]
    if not found or (sheets and len(found) < len(chosen)):
        raise _no_heads(next(grid for grid in chosen if all(table.grid is not grid for table in found)), named)
    return found if sheets else [_richest(found, where)]


def _richest(tables: Sequence[Table], where: str) -> Table:
    """Return the table with most columns that we know, the first of several: a bill among its extracts.

    Tables with the same heads are parts of one quote, such as a sheet a lot: which of them is meant must be said.
    """
    most = max(len(table.columns) for table in tables)
    best = [table for table in tables if len(table.columns) == most]
    best = [table for table in best if table.heads == best[0].heads]
    if len(best) > 1:
        names = ", ".join(table.grid.sheet for table in best)
        raise DesignError(
            f"several sheets have lines: {names}",
            where=where,
            fix="name the one to compare with --sheet, or each of them",
        )
    return best[0]


def _no_heads(grid: Grid, named: Mapping[Field, int]) -> DesignError:
    fix = "name the columns, as in --columns part_number=C,quantity=E"
    near = nearest(grid)
    if near is None or sufficient(named):
        return DesignError(
            "no row names a part number or description, and a quantity", where=grid.where, thing=titled(grid), fix=fix
        )
    return grid.error(near, f"no other head beside {shortened(near.text)!r} that is needed was found", fix)


def titled(grid: Grid) -> str:
    """Return a sheet as messages name it; empty for a CSV."""
    return f"sheet {grid.sheet}" if grid.sheet else ""


__all__ = ["find_tables", "titled", "unread"]
