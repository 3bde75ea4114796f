"""A workbook as a document: each sheet under its name, then the drawings that belong to it."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.printing import Paper
from clusterdesign.tables.document import Block, Document, Grid, Heading, Margins, Picture, Section
from clusterdesign.tables.i18n import word
from clusterdesign.tables.sheet import Book

_MARGINS = Margins(left=12.0, right=12.0, top=16.0, bottom=14.0)


def printed_book(book: Book, lang: str, drawings: tuple[str, ...] = (), subject: str = "") -> Document:
    """Return the document of a workbook, on pages that lie on their side.

    Args:
        book: its sheets become tables.
        lang: language of the heads.
        drawings: names of drawings, printed on A3 behind the tables: they are wide.
        subject: English name of the document; that of the first sheet if it is empty.
    """
    title = f"{book.title}: {word(subject, lang) if subject else book.sheets[0].title(lang)}"
    blocks = tuple(_blocks(book, lang, book.paper, drawings))
    return Document(name=book.name, title=title, blocks=blocks, lang=lang, margins=_MARGINS)


def _blocks(book: Book, lang: str, paper: Paper, drawings: tuple[str, ...]) -> Iterator[Block]:
    yield Section("landscape", paper)
    filled = [sheet for sheet in book.sheets if sheet.rows] or book.sheets[:1]
    for n, sheet in enumerate(filled):
        yield Heading(sheet.title(lang), page=n > 0)
        yield Grid(sheet)
    if drawings:
        yield Section("landscape", "A3")
        for name in drawings:
            yield Picture(name)


__all__ = ["printed_book"]
