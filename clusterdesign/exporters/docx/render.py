"""From a document to a Word file."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Literal

from clusterdesign.errors import DesignError
from clusterdesign.exporters.archive import repack
from clusterdesign.exporters.bands import NO_DRAWINGS, bands
from clusterdesign.exporters.diagrams.picture import Picture as Drawing
from clusterdesign.exporters.docx.fields import add_contents, add_numbered, bookmark
from clusterdesign.exporters.docx.pages import Pages
from clusterdesign.exporters.docx.styles import set_styles
from clusterdesign.exporters.docx.table import table_xml
from clusterdesign.exporters.laid import laid
from clusterdesign.exporters.raster import png
from clusterdesign.tables.document import (
    Block,
    Bullets,
    Contents,
    Document,
    Grid,
    Heading,
    PageBreak,
    Picture,
    Section,
    Side,
    Table,
    Text,
    printable,
)

if TYPE_CHECKING:
    from docx.document import Document as Word
    from docx.enum.text import WD_PARAGRAPH_ALIGNMENT
    from docx.text.paragraph import Paragraph

_STYLES = {"body": "Normal", "lead": "Lead", "note": "Note", "title": "Title", "subtitle": "Subtitle"}
_SIDES: dict[Side, Literal["LEFT", "CENTER", "RIGHT"]] = {"left": "LEFT", "centre": "CENTER", "right": "RIGHT"}
_CAPTION = 8.0
"""Millimetres of a caption below a drawing."""


def render(document: Document, drawings: Mapping[str, Drawing] = NO_DRAWINGS) -> bytes:
    """Return a document as a Word file.

    Args:
        document: what is printed.
        drawings: by the names that the document uses.

    Raises:
        DesignError: the document names a drawing that is not given, or a sheet of it cannot be stored.
    """
    import docx  # noqa: PLC0415  # slow to import

    word = docx.Document()
    set_styles(word, document)
    writer = _Writer(word, document, drawings)
    for block in document.blocks:
        writer.write(block)
    out = io.BytesIO()
    word.save(out)
    return repack(out.getvalue())


class _Writer:
    def __init__(self, word: Word, document: Document, drawings: Mapping[str, Drawing]) -> None:
        self._word, self._document, self._drawings = word, document, drawings
        self._pages = Pages(word, document)
        self._headings = 0

    @singledispatchmethod
    def write(self, block: Block) -> None:
        """Write one block."""
        raise TypeError(f"{block!r} is no block of a document")

    @write.register
    def _(self, block: Heading) -> None:
        paragraph = self._word.add_heading(printable(block.text), block.level)
        paragraph.paragraph_format.page_break_before = block.page or None
        self._headings += 1
        bookmark(paragraph, self._headings)

    @write.register
    def _(self, block: Text) -> None:
        paragraph = self._word.add_paragraph(style=_STYLES[block.style])
        if block.align != "left":
            paragraph.alignment = _alignment(block.align)
        _fill(paragraph, block.text)

    @write.register
    def _(self, block: Bullets) -> None:
        for n, item in enumerate(block.items):
            if block.numbered:
                paragraph = add_numbered(self._word, first=n == 0)
            else:
                paragraph = self._word.add_paragraph(style="List Bullet")
            _fill(paragraph, item)

    @write.register(Grid)
    @write.register(Table)
    def _(self, block: Grid | Table) -> None:
        table = laid(block, self._pages.room[0], self._document.lang)
        if table.caption:
            paragraph = self._word.add_paragraph(printable(table.caption), style="Caption")
            paragraph.paragraph_format.keep_with_next = True
        self._pages.append(table_xml(table))
        self._word.add_paragraph(style="After table")

    @write.register
    def _(self, block: Picture) -> None:
        if block.name not in self._drawings:
            raise DesignError(
                f"no drawing {block.name!r}",
                thing=f"document {self._document.name}",
                fix=f"the drawings are {', '.join(self._drawings) or 'none'}",
            )
        from docx.shared import Mm  # noqa: PLC0415  # slow to import

        width, height = self._pages.room
        for band in bands(self._drawings[block.name], width * block.share, height - _CAPTION):
            paragraph = self._word.add_paragraph(style="Picture")
            paragraph.add_run().add_picture(io.BytesIO(png(band)), width=Mm(band.size[0]))
        if block.caption:
            self._word.add_paragraph(printable(block.caption), style="Under picture")

    @write.register
    def _(self, _: PageBreak) -> None:
        from docx.enum.text import WD_BREAK  # noqa: PLC0415  # slow to import

        self._word.add_paragraph().add_run().add_break(WD_BREAK.PAGE)

    @write.register
    def _(self, block: Section) -> None:
        self._pages.turn(block)

    @write.register
    def _(self, block: Contents) -> None:
        self._word.add_paragraph(printable(block.title), style="Contents title")
        numbers = {id(heading): n for n, heading in enumerate(self._document.headings(), 1)}
        add_contents(
            self._word,
            block.depth,
            [(numbers[id(h)], h.level, printable(h.text)) for h in self._document.headings(block.depth)],
        )


def _fill(paragraph: Paragraph, text: str) -> None:
    """Write a text; a line feed begins a new line."""
    paragraph.add_run(printable(text))


def _alignment(side: Side) -> WD_PARAGRAPH_ALIGNMENT:
    from docx.enum.text import WD_PARAGRAPH_ALIGNMENT  # noqa: PLC0415  # slow to import

    return WD_PARAGRAPH_ALIGNMENT[_SIDES[side]]


__all__ = ["render"]
