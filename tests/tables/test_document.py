from __future__ import annotations

import pytest

from clusterdesign.errors import DesignError
from clusterdesign.tables.document import Document, Grid, HeadGroup, Heading, Section, Table, Text, printable
from clusterdesign.tables.printed_book import printed_book
from clusterdesign.tables.racks import racks_book
from clusterdesign.tables.sheet import Column, Sheet
from tests.tables.small import small_design

SHEET = Sheet(
    name="Two", rows=(1, 2), columns=(Column("A", str), Column("B", str), Column("C", str, printed=False))
)  # fmt: skip


def test_what_no_document_can_hold_becomes_a_box() -> None:
    assert printable("a\x00b\ud800c\u202ed\tе\r\nf\rg") == "a□b□c□d е\nf\ng"
    assert printable("=1+1 <&> ёЁ №") == "=1+1 <&> ёЁ №"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Heading("deep", 5), "deep: a heading of level 5\n  way out: the levels are 1 to 4"),
        (
            lambda: Grid(SHEET, widths=(10,)),
            "Two: 1 widths for 2 columns\n  way out: give one above zero for each column",
        ),
        (
            lambda: Grid(SHEET, widths=(10, 0)),
            "Two: 2 widths for 2 columns\n  way out: give one above zero for each column",
        ),
        (lambda: Grid(SHEET, heads=("A",)), "Two: 1 heads for 2 columns\n  way out: give one for each column"),
        (
            lambda: Grid(SHEET, groups=(HeadGroup("A", 1),)),
            "Two: the upper heads span 1 of 2 columns\n  way out: let them span every column once",
        ),
        (
            lambda: Table(("a", "b"), (("x",),), caption="T"),
            "T: row 1 has 1 cells\n  way out: write 2, one a column",
        ),
        (lambda: Table((), ()), "table: a table needs a column\n  way out: give it heads or a row"),
        (
            lambda: Table(("a", "b"), (), aligned="lx"),
            "table: columns aligned 'lx'\n  way out: write l, c or r for each of the 2 columns",
        ),
    ],
)
def test_what_cannot_be_printed_is_refused_where_it_is_declared(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(DesignError) as error:
        make()

    assert str(error.value) == message


def test_headings_are_listed_down_to_a_level() -> None:
    document = Document("d", "d", (Heading("a"), Text("t"), Heading("b", 2), Heading("c", 3)))

    assert [heading.text for heading in document.headings(2)] == ["a", "b"]


def test_a_workbook_becomes_a_document_of_its_sheets_that_have_rows() -> None:
    book = racks_book(small_design())
    document = printed_book(book, "ru", ("racks",))

    assert [h.text for h in document.headings()] == [sheet.title("ru") for sheet in book.sheets if sheet.rows]
    assert [b.paper for b in document.blocks if isinstance(b, Section)] == ["A4", "A3"]
    assert document.title.endswith("Нагрузка стоек")
