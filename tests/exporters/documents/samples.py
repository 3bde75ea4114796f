"""Documents by hand that have one of every block, and texts that break careless writers."""

from __future__ import annotations

from clusterdesign.exporters.diagrams.picture import Box, Line, Picture
from clusterdesign.tables.document import (
    Block,
    Bullets,
    Contents,
    Document,
    Grid,
    HeadGroup,
    Heading,
    PageBreak,
    Section,
    Table,
    Text,
)
from clusterdesign.tables.document import Picture as PictureBlock
from clusterdesign.tables.sheet import Column, Sheet

HOSTILE = "=1+1 \x00\x0b \u202eabc " + "W" * 200 + " <w:p>&amp;\r\n{0} %s \U0001f600"
"""A formula, control characters, a text from right to left, a word that no column holds, markup, a line end."""


def sheet(rows: int) -> Sheet[int]:
    """Return a sheet of texts and numbers."""
    return Sheet(
        name="Numbers",
        rows=tuple(range(1, rows + 1)),
        columns=(
            Column("ID", lambda n: f"row {n:04}"),
            Column("Nodes", lambda n: n, kind="integer", total=True),
            Column("Power", lambda n: n * 1234.5, kind="number", unit="kW", digits=2, total=True),
            Column("Remarks", lambda _: None, printed=False),
        ),
    )


def drawing(rows: int = 3) -> Picture:
    """Return a drawing of boxes below each other, two on a row with a line between them."""
    boxes = tuple(
        Box(f"{side} {n}", x, n * 100.0, 200, 60, (f"{side} {n}", "кВт"), fill="#eef3f8", stroke="#7a7a7a")
        for n in range(rows)
        for side, x in (("left", 0.0), ("right", 500.0))
    )
    lines = tuple(
        Line(f"left {n}", f"right {n}", (200, n * 100 + 30.0), (500, n * 100 + 30.0), "#0072b2") for n in range(rows)
    )
    return Picture("drawing", boxes, lines)


def blocks(rows: int = 120) -> tuple[Block, ...]:
    """Return one of every block."""
    return (
        Text("Проект кластера", "title"),
        Text("subtitle", "subtitle"),
        Contents("Содержание", depth=2),
        Heading("Первая глава", page=True),
        Text("Body text. " * 60),
        Text("A note", "note", align="centre"),
        Bullets(("first", "second"), numbered=True),
        Bullets(("a point", HOSTILE)),
        Bullets(("again the first",), numbered=True),
        Heading("A section", 2),
        Grid(
            sheet(rows),
            caption="Table of numbers",
            widths=(40, 30, 50),
            groups=(HeadGroup("", 1), HeadGroup("Both", 2)),
            numbers=True,
        ),
        PageBreak(),
        Heading("Not in the contents", 3),
        Table((), (("key", HOSTILE), ("number", 12345.5))),
        Section("landscape", "A3"),
        PictureBlock("drawing", "What is drawn"),
    )


def sample(lang: str = "en", rows: int = 120) -> Document:
    """Return a document with one of every block."""
    return Document("sample", "A & B <title>", blocks(rows), lang=lang, header="head", footer="foot", cover=True)


DRAWINGS = {"drawing": drawing()}
