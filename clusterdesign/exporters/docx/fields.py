"""What python-docx has no words for: fields, bookmarks, contents, lists that begin again at one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docx.document import Document as Word
    from docx.text.paragraph import Paragraph

_ABSTRACT = "List Number"
_INDENT = 5.0


def _element(tag: str, **attributes: str) -> Any:
    from docx.oxml import OxmlElement  # noqa: PLC0415  # slow to import
    from docx.oxml.ns import qn  # noqa: PLC0415  # likewise

    element = OxmlElement(tag)
    for name, value in attributes.items():
        element.set(qn(f"w:{name}"), value)
    return element


def _instruction(text: str) -> Any:
    from docx.oxml.ns import qn  # noqa: PLC0415  # slow to import

    element = _element("w:instrText")
    element.set(qn("xml:space"), "preserve")
    element.text = f" {text} "
    return element


def add_field(paragraph: Paragraph, code: str, shown: str = "1") -> None:
    """Add a field that Word computes, such as ``PAGE``; ``shown`` stands there until it does."""
    for content in (_element("w:fldChar", fldCharType="begin"), _instruction(code)):
        paragraph.add_run()._r.append(content)  # noqa: SLF001  # python-docx offers no other way
    paragraph.add_run()._r.append(_element("w:fldChar", fldCharType="separate"))  # noqa: SLF001
    paragraph.add_run(shown)
    paragraph.add_run()._r.append(_element("w:fldChar", fldCharType="end"))  # noqa: SLF001


def bookmark(paragraph: Paragraph, number: int) -> None:
    """Mark a heading, so that the contents can lead to it."""
    element: Any = paragraph._p  # noqa: SLF001  # python-docx offers no other way
    start = _element("w:bookmarkStart", id=str(number), name=_mark(number))
    element.insert(1 if element.pPr is not None else 0, start)
    element.append(_element("w:bookmarkEnd", id=str(number)))


def _mark(number: int) -> str:
    return f"_Toc{number:08}"


def add_contents(word: Word, depth: int, entries: Sequence[tuple[int, int, str]]) -> None:
    """Add a table of contents that Word can renew.

    It names no pages: only Word knows them, and it does not compute them when a file is opened.

    Args:
        word: the file.
        depth: levels of headings.
        entries: number of the heading in the document, its level and text.
    """
    from docx.shared import Mm  # noqa: PLC0415  # slow to import

    for n, (number, level, text) in enumerate(entries):
        paragraph = word.add_paragraph(style="Normal")
        paragraph.paragraph_format.left_indent = Mm(_INDENT * (level - 1))
        paragraph.paragraph_format.space_after = Mm(0.7)
        if n == 0:
            for content in (
                _element("w:fldChar", fldCharType="begin"),
                _instruction(f'TOC \\o "1-{depth}" \\h \\n \\z'),
                _element("w:fldChar", fldCharType="separate"),
            ):
                paragraph.add_run()._r.append(content)  # noqa: SLF001
        link = _element("w:hyperlink", anchor=_mark(number), history="1")
        run = paragraph.add_run(text)
        run.bold = level == 1
        link.append(run._r)  # noqa: SLF001
        paragraph._p.append(link)  # noqa: SLF001
        if n == len(entries) - 1:
            paragraph.add_run()._r.append(_element("w:fldChar", fldCharType="end"))  # noqa: SLF001


def add_numbered(word: Word, *, first: bool) -> Paragraph:
    """Add an item of a numbered list; the first one of a list begins again at 1."""
    paragraph = word.add_paragraph(style=_ABSTRACT)
    numbering: Any = word.part.numbering_part.element
    if first:
        style: Any = word.styles[_ABSTRACT].element
        abstract = numbering.num_having_numId(style.pPr.numPr.numId.val).abstractNumId.val
        added = numbering.add_num(abstract)
        added.add_lvlOverride(ilvl=0).add_startOverride(1)
        current = added.numId
    else:
        current = max(num.numId for num in numbering.num_lst)
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()  # noqa: SLF001
    properties.get_or_add_ilvl().val = 0
    properties.get_or_add_numId().val = current
    return paragraph


__all__ = ["add_contents", "add_field", "add_numbered", "bookmark"]
