"""What the library is measured against: the same facts in bare networkx, the same cells in bare openpyxl."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

import networkx as nx
from openpyxl import Workbook

from clusterdesign.design import Design
from clusterdesign.tables import Book

Attributes: TypeAlias = dict[str, Any]

Row: TypeAlias = tuple[str | int | float | None, ...]

NODES = ("devices", "racks", "transceivers", "cables", "feeds", "trays")
"""Records that become nodes."""

EDGES = {
    "cords": ("device", "pdu"),
    "placements": ("rack", "device"),
    "pdu_feeds": ("feed", "pdu"),
    "heat": ("device", "sink"),
    "routes": ("a", "b"),
}
"""Records that become one edge each, with the fields that name its ends; links besides."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The nodes and edges of a design, taken apart beforehand, so that a yardstick only stores them."""

    nodes: tuple[tuple[str, Attributes], ...]
    edges: tuple[tuple[str, str, str, Attributes], ...]


def facts(design: Design, *, ports: bool = True) -> Facts:
    """Take a design apart: one node a component, one edge a connection, the fields of the record as attributes.

    Parts, reasons, waivers and the like are no part of the graph and are not stored at all.

    Args:
        design: what to take apart.
        ports: whether the ports in use are nodes that links join, each contained in its device, without attributes;
            else links join devices, and a port is only named among their attributes.
    """
    nodes = [(record.path, _attributes(record)) for name in NODES for record in getattr(design, name)]
    edges = list(_edges(design))
    for link in design.links:
        if not ports:
            edges.append((link.a.device, link.b.device, link.path, _attributes(link)))
            continue
        nodes += [(str(link.a), {}), (str(link.b), {})]
        edges += [(str(link.a), str(link.b), link.path, _attributes(link))]
        edges += [(link.a.device, str(link.a), "ports", {}), (link.b.device, str(link.b), "ports", {})]
    return Facts(tuple(nodes), tuple(edges))


def _edges(design: Design) -> Iterator[tuple[str, str, str, Attributes]]:
    for name, ends in EDGES.items():
        for record in getattr(design, name):
            a, b = (getattr(record, end) for end in ends)
            yield a, b, getattr(record, "path", name), _attributes(record)
    for module in design.transceivers:
        yield module.device, module.path, "transceivers", {"cage": module.cage}
    for cable in design.cables:
        for position, end in enumerate(cable.ends):
            if end.device:
                yield cable.path, end.device, f"end {position}", _attributes(end)


def _attributes(record: Any) -> Attributes:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def bare_networkx(stored: Facts) -> nx.MultiGraph[Any]:
    """Store the facts in one multigraph, with the calls that networkx offers for many at once."""
    graph: nx.MultiGraph[Any] = nx.MultiGraph()
    graph.add_nodes_from(stored.nodes)
    graph.add_edges_from(stored.edges)  # type: ignore[arg-type]  # the stubs do not know keys of edges
    return graph


def cells(book: Book) -> tuple[tuple[Row, ...], ...]:
    """Return the cells of every sheet of a book, heads included."""
    return tuple((sheet.heads(), *sheet.cells()) for sheet in book.sheets)


def bare_openpyxl(sheets: tuple[tuple[Row, ...], ...]) -> bytes:
    """Store cells in write-only sheets: no style, no width, no table, no page set-up."""
    workbook = Workbook(write_only=True)
    for rows in sheets:
        sheet = workbook.create_sheet()
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()
