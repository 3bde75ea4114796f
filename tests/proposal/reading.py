"""What stands in a document, without rendering it."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.exporters.laid import laid
from clusterdesign.tables.document import Bullets, Document, Grid, Heading, Picture, Table, Text


def texts(document: Document) -> Iterator[str]:
    """Yield every text of a document, that of tables cell by cell."""
    for block in document.blocks:
        if isinstance(block, Heading | Text):
            yield block.text
        elif isinstance(block, Bullets):
            yield from block.items
        elif isinstance(block, Picture):
            yield block.caption
        elif isinstance(block, Grid | Table):
            table = laid(block, 175, document.lang)
            yield table.caption
            yield from table.heads
            for row in table.rows:
                yield from row


def cells(document: Document, head: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of the first table with such a first head, by their first cell."""
    for block in document.blocks:
        if isinstance(block, Table) and block.heads and block.heads[0] == head:
            return {row[0]: row[1:] for row in laid(block, 175, document.lang).rows}
    raise AssertionError(f"no table with the head {head!r}")


def whole(document: Document) -> str:
    """Return all texts of a document, one a line."""
    return "\n".join(texts(document))
