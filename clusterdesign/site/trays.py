"""Cable trays: what a designer declares, and the shortest way between two racks along them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

import networkx as nx
from pydantic import Field

from clusterdesign.errors import DesignError
from clusterdesign.parts import Declared, Distance
from clusterdesign.units import m, mm

Place = tuple[int, int]
"""Row and column of a rack, both counted from 1."""

Column: TypeAlias = Annotated[int, Field(ge=1)]
"""Column of racks, counted from 1."""


class Tray(Declared):
    """One piece of tray between two points; a point is the name of a rack place (``A05``) or any other word.

    Attributes:
        a, b: the points.
        length: distance along the tray.
    """

    a: str
    b: str
    length: Distance


class Trays(Declared):
    """The trays of the hall.

    Without ``pieces`` there is a tray over every row and cross trays over the columns in ``cross``, by default over
    the network racks; that is the Manhattan distance for every cable that leaves a network rack.

    Attributes:
        level: above the racks or under the floor.
        clearance: from the top of the racks up to the tray, or from the floor down to it.
        cross: columns over which cross trays join the rows; empty for the column of the network racks.
        pieces: the trays one by one, in place of the grid.
        width, depth: usable cross-section.
        fill_warning, fill_error: share of the cross-section that cables may fill (planning values after TIA-569).
    """

    level: Literal["overhead", "underfloor"] = "overhead"
    clearance: Distance = m(0.3)
    cross: tuple[Column, ...] = ()
    pieces: tuple[Tray, ...] = ()
    width: Distance = mm(300)
    depth: Distance = mm(100)
    fill_warning: float = Field(default=0.40, gt=0, le=1)
    fill_error: float = Field(default=0.50, gt=0, le=1)


@dataclass(frozen=True, slots=True)
class Grid:
    """The regular floor: racks of one width in rows of one pitch, micrometres.

    Attributes:
        label: name of the rack at a row and column.
        cross: column of the cross trays where none are declared.
    """

    label: Callable[[int, int], str]
    width: int
    pitch: int
    cross: int


class Way:
    """Shortest ways between racks, each asked for once.

    A way is the list of the points it passes; neighbouring points are joined by one piece of tray.
    """

    def __init__(self, trays: Trays, grid: Grid) -> None:
        self._grid = grid
        self._columns = trays.cross or (grid.cross,)
        self._graph = _graph(trays.pieces)
        self.between = lru_cache(maxsize=None)(self._between)

    def _between(self, a: Place, b: Place) -> tuple[int, tuple[str, ...]]:
        """Return the length along the trays in micrometres and the points passed, both ends included.

        Raises:
            DesignError: no tray joins the two racks.
        """
        if self._graph:
            return self._along_pieces(self._grid.label(*a), self._grid.label(*b))
        (row, column), (to_row, to_column) = a, b
        if row == to_row:
            return abs(column - to_column) * self._grid.width, tuple(self._row(row, column, to_column))
        cross = min(self._columns, key=lambda c: (abs(column - c) + abs(to_column - c), c))
        across = (abs(column - cross) + abs(to_column - cross)) * self._grid.width + abs(
            row - to_row
        ) * self._grid.pitch
        step = 1 if to_row > row else -1
        points = self._row(row, column, cross)
        points += [self._grid.label(r, cross) for r in range(row + step, to_row + step, step)]
        points += self._row(to_row, cross, to_column)[1:]
        return across, tuple(points)

    def _row(self, row: int, a: int, b: int) -> list[str]:
        step = 1 if b >= a else -1
        return [self._grid.label(row, column) for column in range(a, b + step, step)]

    def _along_pieces(self, a: str, b: str) -> tuple[int, tuple[str, ...]]:
        try:
            _, points = nx.single_source_dijkstra(self._graph, a, b, weight="length")
        except nx.NodeNotFound as error:
            raise DesignError(f"no tray reaches rack {a}", thing="trays", fix=f'add Tray(a="{a}", b=...)') from error
        except nx.NetworkXNoPath as error:
            raise DesignError(
                f"no tray joins racks {a} and {b}", thing="trays", fix=f'add Tray(a="{a}", b="{b}", length=...)'
            ) from error
        if not isinstance(points, list):
            raise TypeError("a single target gives a single path")
        return sum(self._graph.edges[p, q]["length"] for p, q in pairwise(points)), tuple(points)


def _graph(pieces: tuple[Tray, ...]) -> nx.Graph[Any]:
    graph: nx.Graph[Any] = nx.Graph()
    for piece in pieces:
        graph.add_edge(piece.a, piece.b, length=piece.length.base)
    return graph
