"""A document, declared once and rendered as Word and as PDF.

A document is written in one language: its texts are printed as they stand, and the sheets in it are rendered in
its language. A drawing is named here and handed to the renderer, which alone knows how to draw.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal, TypeAlias

from clusterdesign.errors import DesignError
from clusterdesign.tables.sheet import Sheet
from clusterdesign.tables.values import Scalar

Side: TypeAlias = Literal["left", "centre", "right"]
PaperSize: TypeAlias = Literal["A4", "A3"]
Orientation: TypeAlias = Literal["portrait", "landscape"]

PAPER: dict[PaperSize, tuple[float, float]] = {"A4": (210.0, 297.0), "A3": (297.0, 420.0)}
"""Width and height of an upright page, in millimetres."""

DEEPEST = 4
"""Levels of headings."""

# Neither XML nor a font has these; the second range turns the direction of what follows it.
_IMPOSSIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_INSTEAD = "□"


def printable(text: str) -> str:
    """Return a text with one kind of line end; what no document can hold becomes an empty box."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").replace("\x85", "\n")
    return _IMPOSSIBLE.sub(_INSTEAD, text)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is a chapter. It stands in the outline and in :class:`Contents`.

    Attributes:
        page: whether it begins a new page.
    """

    text: str
    level: int = 1
    page: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.level <= DEEPEST:
            raise DesignError(f"a heading of level {self.level}", thing=self.text, fix=f"the levels are 1 to {DEEPEST}")


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph. A line feed begins a new line in it.

    Attributes:
        style: ``title`` and ``subtitle`` are for the first page, ``note`` is small and grey, ``lead`` is strong.
    """

    text: str
    style: Literal["body", "lead", "note", "title", "subtitle"] = "body"
    align: Side = "left"


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; with numbers where the order matters."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class HeadGroup:
    """A head over several columns, the upper of two rows.

    Attributes:
        text: empty where the columns below have no common head: each is then as high as both rows.
        columns: how many it spans.
    """

    text: str
    columns: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet as a table: the printed columns, the heads repeated on every page.

    Attributes:
        sheet: what is printed.
        caption: above the table.
        widths: millimetres of each printed column; found from the texts where it is empty. They are shrunk together
            where the page is narrower.
        groups: the upper row of heads, over all printed columns; none where it is empty.
        numbers: whether a row with the number of each column stands below the heads, as in Russian forms.
        heads: printed instead of the sheet's own heads, one a printed column.
        total: label of the row of sums, where a column has a total.
        size: of the letters, in points.
    """

    sheet: Sheet[Any]
    _: KW_ONLY
    caption: str = ""
    widths: tuple[float, ...] = ()
    groups: tuple[HeadGroup, ...] = ()
    numbers: bool = False
    heads: tuple[str, ...] = ()
    total: str = ""
    size: float = 8.0

    def __post_init__(self) -> None:
        _check_columns(self.sheet.name, len(self.sheet.printed), self.widths, self.groups, self.heads)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of cells that are given already in the language of the document.

    Attributes:
        heads: one a column; no head row where it is empty, and the first column is strong then.
        rows: as many cells in each.
        aligned: ``l``, ``c`` or ``r`` a column; numbers stand to the right and texts to the left where it is empty.
        caption, widths, groups, numbers, size: as for :class:`Grid`.
        strong: positions of rows in bold, such as sums.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    _: KW_ONLY
    aligned: str = ""
    caption: str = ""
    widths: tuple[float, ...] = ()
    groups: tuple[HeadGroup, ...] = ()
    numbers: bool = False
    strong: frozenset[int] = frozenset()
    size: float = 9.0

    def __post_init__(self) -> None:
        columns = self.columns
        for n, row in enumerate(self.rows, 1):
            if len(row) != columns:
                raise DesignError(
                    f"row {n} has {len(row)} cells", thing=self.caption or "table", fix=f"write {columns}, one a column"
                )
        _check_columns(self.caption or "table", columns, self.widths, self.groups, ())
        if self.aligned and (len(self.aligned) != columns or set(self.aligned) - set("lcr")):
            raise DesignError(
                f"columns aligned {self.aligned!r}",
                thing=self.caption or "table",
                fix=f"write l, c or r for each of the {columns} columns",
            )

    @property
    def columns(self) -> int:
        """Number of columns."""
        return len(self.heads) or (len(self.rows[0]) if self.rows else 0)


def _check_columns(
    thing: str, columns: int, widths: Sequence[float], groups: Sequence[HeadGroup], heads: Sequence[str]
) -> None:
    if not columns:
        raise DesignError("a table needs a column", thing=thing, fix="give it heads or a row")
    if widths and (len(widths) != columns or min(widths) <= 0):
        raise DesignError(
            f"{len(widths)} widths for {columns} columns", thing=thing, fix="give one above zero for each column"
        )
    if heads and len(heads) != columns:
        raise DesignError(f"{len(heads)} heads for {columns} columns", thing=thing, fix="give one for each column")
    spanned = sum(group.columns for group in groups)
    if groups and (spanned != columns or min(group.columns for group in groups) < 1):
        raise DesignError(
            f"the upper heads span {spanned} of {columns} columns", thing=thing, fix="let them span every column once"
        )


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing.

    Attributes:
        name: under which the renderer gets the drawing.
        caption: below it.
        share: of the width of the page that it may take.
    """

    name: str
    caption: str = ""
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A new page."""


@dataclass(frozen=True, slots=True)
class Section:
    """A new page, and pages of another size from there on."""

    orientation: Orientation = "portrait"
    paper: PaperSize = "A4"


@dataclass(frozen=True, slots=True)
class Contents:
    """The headings down to a level, each leading to its place."""

    title: str
    depth: int = 2


Block: TypeAlias = Heading | Text | Bullets | Grid | Table | Picture | PageBreak | Section | Contents


@dataclass(frozen=True, slots=True)
class Margins:
    """Margins of a page in millimetres, for an upright page; a page on its side keeps them."""

    left: float = 20.0
    right: float = 15.0
    top: float = 18.0
    bottom: float = 18.0


@dataclass(frozen=True, slots=True)
class Document:
    """What is printed.

    Attributes:
        name: stem of the file name.
        title: name of the document, in its properties and at the head of every page.
        blocks: in order. One that begins with a :class:`Section` has pages of that size from the first on.
        lang: of the sheets and of the words around pages; ``en`` or ``ru``.
        header: on the right at the head of every page; the title stands on the left.
        footer: on the left at the foot; the number of the page stands on the right.
        cover: whether the first page has neither head nor foot.
        font: that Word shows the text in.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]
    _: KW_ONLY
    lang: str = "en"
    header: str = ""
    footer: str = ""
    cover: bool = False
    margins: Margins = field(default_factory=Margins)
    font: str = "Arial"

    def headings(self, depth: int = DEEPEST) -> tuple[Heading, ...]:
        """Return the headings down to a level."""
        return tuple(block for block in self.blocks if isinstance(block, Heading) and block.level <= depth)


__all__ = [
    "DEEPEST",
    "PAPER",
    "Block",
    "Bullets",
    "Contents",
    "Document",
    "Grid",
    "HeadGroup",
    "Heading",
    "Margins",
    "Orientation",
    "PageBreak",
    "PaperSize",
    "Picture",
    "Section",
    "Side",
    "Table",
    "Text",
    "printable",
]
