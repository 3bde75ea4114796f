"""Fonts, sizes and distances of a Word file: one named font for Latin and Cyrillic, in every style."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdesign.tables.document import Document, printable

if TYPE_CHECKING:
    from docx.document import Document as Word
    from docx.styles.style import ParagraphStyle

INK = "1F3864"
"""Colour of headings."""

_LANGUAGES = {"en": "en-GB", "ru": "ru-RU"}

_HEADINGS = ((1, 16, 18, 8), (2, 13, 12, 4), (3, 11, 10, 3), (4, 10, 8, 2))
"""Level, size in points, distance above and below in points."""

_OWN = (
    ("Lead", 10.0, True, 4, 4),
    ("Note", 8.5, False, 2, 4),
    ("Table text", 9.0, False, 1, 1),
    ("After table", 4.0, False, 0, 4),
    ("Picture", 10.0, False, 4, 2),
    ("Under picture", 8.5, False, 0, 8),
    ("Contents title", 16.0, True, 0, 8),
)
"""Name, size, whether bold, distances."""

_GREY = "595959"


def set_styles(word: Word, document: Document) -> None:
    """Set the styles and properties of a fresh Word file."""
    from docx.enum.style import WD_STYLE_TYPE  # noqa: PLC0415  # slow to import
    from docx.enum.text import WD_PARAGRAPH_ALIGNMENT  # noqa: PLC0415  # likewise

    _defaults(word, document)
    _paragraph(word.styles["Normal"], document.font, size=10, above=0, below=5)
    for level, points, above, below in _HEADINGS:
        style = word.styles[f"Heading {level}"]
        _paragraph(style, document.font, size=points, above=above, below=below, bold=True, colour=INK)
        style.paragraph_format.keep_with_next = True
    _paragraph(word.styles["Title"], document.font, size=26, above=150, below=10, bold=True, colour=INK)
    _drop(word.styles["Title"], "w:pBdr")
    _paragraph(word.styles["Subtitle"], document.font, size=13, above=0, below=6, colour=_GREY)
    word.styles["Subtitle"].font.italic = False
    _paragraph(word.styles["Caption"], document.font, size=9, above=8, below=3, bold=True, colour="000000")
    for name in ("List Bullet", "List Number"):
        _paragraph(word.styles[name], document.font, size=10, above=0, below=3)
    for name, size, bold, above, below in _OWN:
        style = word.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = word.styles["Normal"]
        colour = _GREY if name in {"Note", "Under picture"} else INK if name == "Contents title" else None
        _paragraph(style, document.font, size=size, above=above, below=below, bold=bold, colour=colour)
        style.paragraph_format.line_spacing = 1.0
    word.styles["Picture"].paragraph_format.keep_with_next = True
    for name in ("Picture", "Under picture"):
        word.styles[name].paragraph_format.alignment = WD_PARAGRAPH_ALIGNMENT.CENTER
    for name in ("Header", "Footer"):
        _paragraph(word.styles[name], document.font, size=8, above=0, below=0, colour=_GREY)
        _drop(word.styles[name], "w:tabs")


def _defaults(word: Word, document: Document) -> None:
    from docx.oxml.ns import qn  # noqa: PLC0415  # slow to import

    properties: Any = word.core_properties
    properties.author = properties.last_modified_by = "clusterdesign"
    properties.title = printable(document.title)
    properties.comments = ""
    properties.revision = 1
    properties.language = _LANGUAGES.get(document.lang, document.lang)
    defaults: Any = word.styles.element.find(qn("w:docDefaults"))
    for lang in defaults.iter(qn("w:lang")):
        lang.set(qn("w:val"), _LANGUAGES.get(document.lang, document.lang))
    for fonts in defaults.iter(qn("w:rFonts")):
        _name(fonts, document.font)
    # The picture of the template is not ours.
    package = word.part.package
    for key, relation in list(package.rels.items()):
        if relation.reltype.endswith("/thumbnail"):
            del package.rels[key]


def _paragraph(
    style: ParagraphStyle | Any,
    font: str,
    *,
    size: float,
    above: float,
    below: float,
    bold: bool | None = None,
    colour: str | None = None,
) -> None:
    from docx.shared import Pt, RGBColor  # noqa: PLC0415  # slow to import

    style.font.size = Pt(size)
    style.font.bold = bold
    if colour:
        style.font.color.rgb = RGBColor.from_string(colour)
    style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(above), Pt(below)
    style.paragraph_format.line_spacing = 1.08
    _name(style.element.get_or_add_rPr().get_or_add_rFonts(), font)


def _name(fonts: Any, font: str) -> None:
    """Name the font for every script: what a theme names depends on the machine."""
    from docx.oxml.ns import qn  # noqa: PLC0415  # slow to import

    for key in list(fonts.attrib):
        del fonts.attrib[key]
    for script in ("ascii", "hAnsi", "eastAsia", "cs"):
        fonts.set(qn(f"w:{script}"), font)


def _drop(style: Any, tag: str) -> None:
    """Take a property of the template away."""
    from docx.oxml.ns import qn  # noqa: PLC0415  # slow to import

    for found in style.element.findall(f".//{qn(tag)}"):
        found.getparent().remove(found)


__all__ = ["INK", "set_styles"]
