"""Documents as PDF: where things stand, without a reader of PDF; tests/real reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.exporters.bands import POINT, bands
from clusterdesign.exporters.diagrams.picture import Box, Line
from clusterdesign.exporters.diagrams.picture import Picture as Drawing
from clusterdesign.exporters.laid import laid, number
from clusterdesign.exporters.pdf import document_pdf
from clusterdesign.exporters.pdf.canvas import Canvas
from clusterdesign.exporters.pdf.flow import Flow
from clusterdesign.exporters.pdf.table import set_table
from clusterdesign.exporters.pdf.wrapping import wrapped
from clusterdesign.exporters.raster import png
from clusterdesign.tables.document import Bullets, Document, Grid, Margins, Picture, Section, Table, Text
from tests.exporters.documents.samples import DRAWINGS, HOSTILE, drawing, sample, sheet


@given(st.text(st.sampled_from("ab -/;,\n\u00a0"), max_size=60), st.integers(1, 20))
def test_lines_are_no_wider_than_asked_and_lose_nothing_but_spaces(text: str, width: int) -> None:
    lines = wrapped(text, width, lambda part: float(len(part)))

    assert all(len(line) <= width for line in lines)
    assert len(lines) >= text.count("\n") + 1
    assert "".join(lines).replace(" ", "") == text.replace("\n", "").replace(" ", "")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("compute/leaf/su1", ["compute/", "leaf/su1"]),
        ("WWWWWWWWWWWWWWWWWWWW", ["WWWWWWWW", "WWWWWWWW", "WWWW"]),
        ("a\n\nb", ["a", "", "b"]),
        ("10\u00a0000 kW", ["10\u00a0000", "kW"]),
        ("", [""]),
    ],
)
def test_texts_break_where_readers_expect_it(text: str, lines: list[str]) -> None:
    assert wrapped(text, 8, lambda part: float(len(part))) == lines


@pytest.mark.parametrize(
    ("value", "digits", "english", "russian"),
    [
        (0, None, "0", "0"),
        (1234.5, None, "1234.5", "1234,5"),
        (12345.5, 2, "12\u00a0345.50", "12\u00a0345,50"),
        (-3.25, 1, "\u22123.2", "\u22123,2"),
        (10_000_000, None, "10\u00a0000\u00a0000", "10\u00a0000\u00a0000"),
    ],
)
def test_numbers_follow_the_language(value: float, digits: int | None, english: str, russian: str) -> None:
    assert (number(value, "en", digits), number(value, "ru", digits)) == (english, russian)


def test_letters_shrink_before_words_are_torn_apart() -> None:
    heads = tuple(f"Наименование{n}" for n in range(9))
    table = laid(Table(heads, (("x",) * 9,), size=9), 175, "ru")

    assert 6 <= table.size < 9
    assert sum(table.widths) == pytest.approx(175)


def test_numbers_stand_to_the_right() -> None:
    assert laid(Table(("a", "b"), (("x", 1), ("y", None))), 100, "en").sides == ("left", "right")
    assert laid(Grid(sheet(1)), 100, "en").sides == ("left", "centre", "right")


@given(st.integers(1, 12), st.integers(60, 280), st.integers(40, 280))
def test_bands_fit_the_page_and_hold_every_box_once(rows: int, width: int, height: int) -> None:
    picture = drawing(rows)
    made = bands(picture, width, height)

    assert sorted(box.name for band in made for box in band.boxes) == sorted(box.name for box in picture.boxes)
    assert sum(len(band.lines) for band in made) == len(picture.lines)
    assert len({band.scale for band in made}) == 1
    for band in made:
        assert band.size[0] <= width + 1e-6
        assert band.size[1] <= height + 1e-6
        assert all(box.x >= 0 and box.y >= 0 and box.bottom <= band.height for box in band.boxes)


def test_a_line_is_never_cut() -> None:
    boxes = (Box("a", 0, 0, 50, 50, fill="#ffffff"), Box("b", 0, 900, 50, 50, fill="#ffffff"))
    whole = Drawing("tall", boxes, (Line("a", "b", (25, 50), (25, 900), "#000000"),))

    assert len(bands(whole, 100, 100)) == 1
    assert len(bands(Drawing("tall", boxes, ()), 100, 100)) == 2


def test_a_drawing_is_never_enlarged_and_nothing_gives_nothing() -> None:
    (band,) = bands(drawing(1), 1000, 1000)

    assert band.scale == 1
    assert band.size == pytest.approx((706 * POINT, 66 * POINT))
    assert bands(Drawing("none", (), ()), 100, 100) == ()


def test_a_drawing_becomes_dots_of_the_size_in_which_it_is_printed() -> None:
    (band,) = bands(drawing(1), 100, 100)
    image = png(band)

    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20], "big") == round(100 / 25.4 * 220)
    assert image == png(band)


def test_the_same_document_gives_the_same_bytes() -> None:
    assert document_pdf(sample(), DRAWINGS) == document_pdf(sample(), {"drawing": drawing()})


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_hostile_texts_are_printed(lang: str) -> None:
    blocks = (Text(HOSTILE), Bullets((HOSTILE,)), Table((HOSTILE,), ((HOSTILE,),), caption=HOSTILE))

    assert document_pdf(Document("hostile", HOSTILE, blocks, lang=lang)).startswith(b"%PDF-")


def test_a_drawing_that_is_not_given_is_asked_for_by_name() -> None:
    with pytest.raises(DesignError) as error:
        document_pdf(Document("sample", "sample", (Section(), Picture("fabric"))))

    assert str(error.value) == "document sample: no drawing 'fabric'\n  way out: the drawings are none"


@pytest.mark.parametrize("before", range(44, 56))
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_no_heads_stand_alone_and_no_last_row_does(before: int, rows: int) -> None:
    flow = Flow(Canvas(210, 297, "test"), Margins())
    for _ in range(before):
        flow.need(5)
        flow.y += 5
    set_table(flow, laid(Table(("a", "b"), (("x", 1),) * rows), 175, "en"))

    # Each row of heads and cells is one mark.
    assert all(len(leaf.marks) != 1 for leaf in flow.leaves)
    if rows > 2 and len(flow.leaves) > 1 and flow.leaves[0].marks:
        assert len(flow.leaves[-1].marks) >= 3
