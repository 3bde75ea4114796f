"""Pages of a Word file: sizes, sides, heads and feet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdesign.exporters.docx.fields import add_field
from clusterdesign.tables.document import PAPER, Document, Section, printable
from clusterdesign.tables.i18n import word as translated

if TYPE_CHECKING:
    from docx.document import Document as Word
    from docx.section import Section as WordSection
    from docx.text.paragraph import Paragraph

_HEAD = 8.0
"""Millimetres from the edge of the page to head and foot."""


class Pages:
    """Keeps the page that is written on, and begins others."""

    def __init__(self, word: Word, document: Document) -> None:
        self._word, self._document = word, document
        self._fresh = True
        self.room = (0.0, 0.0)
        self._set_up(word.sections[0], Section())
        word.sections[0].different_first_page_header_footer = document.cover

    def turn(self, section: Section) -> None:
        """Begin a section; the first block of a document sets up the first page."""
        if not self._fresh or len(self._word.element.body) > 1:
            section_of_word = self._word.add_section()
            section_of_word.different_first_page_header_footer = False
        else:
            section_of_word = self._word.sections[0]
        self._fresh = False
        self._set_up(section_of_word, section)

    def append(self, element: Any) -> None:
        """Write an element of our own."""
        body: Any = self._word.element.body
        body.insert(len(body) - 1, element)  # the properties of the last section stay at the end

    def _set_up(self, target: WordSection, section: Section) -> None:
        from docx.enum.section import WD_ORIENT  # noqa: PLC0415  # slow to import
        from docx.shared import Mm  # noqa: PLC0415  # likewise

        width, height = PAPER[section.paper]
        if section.orientation == "landscape":
            width, height = height, width
        margins = self._document.margins
        target.orientation = WD_ORIENT.LANDSCAPE if width > height else WD_ORIENT.PORTRAIT
        target.page_width, target.page_height = Mm(width), Mm(height)
        target.left_margin, target.right_margin = Mm(margins.left), Mm(margins.right)
        target.top_margin, target.bottom_margin = Mm(margins.top), Mm(margins.bottom)
        target.header_distance = target.footer_distance = Mm(_HEAD)
        self.room = (width - margins.left - margins.right, height - margins.top - margins.bottom)
        document = self._document
        target.header.is_linked_to_previous = target.footer.is_linked_to_previous = False
        self._ends(target.header.paragraphs[0], document.title, document.header)
        foot = target.footer.paragraphs[0]
        self._ends(foot, document.footer, f"{translated('Page', document.lang)}\u00a0")
        add_field(foot, "PAGE")
        foot.add_run(f"\u00a0{translated('of', document.lang)}\u00a0")
        add_field(foot, "NUMPAGES")

    def _ends(self, paragraph: Paragraph, left: str, right: str) -> None:
        """Write a text at either end of a line."""
        from docx.enum.text import WD_TAB_ALIGNMENT  # noqa: PLC0415  # slow to import
        from docx.shared import Mm  # noqa: PLC0415  # likewise

        # The first section of a document sets up the first page anew.
        paragraph.clear()  # type: ignore[no-untyped-call]
        stops = paragraph.paragraph_format.tab_stops
        stops.clear_all()
        stops.add_tab_stop(Mm(self.room[0]), WD_TAB_ALIGNMENT.RIGHT)
        paragraph.add_run(f"{printable(left)}\t{printable(right)}")


__all__ = ["Pages"]
