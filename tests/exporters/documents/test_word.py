from __future__ import annotations

import io
import zipfile
from typing import Any

import docx
import pytest
from docx.oxml.ns import qn

from clusterdesign.errors import DesignError
from clusterdesign.exporters.docx import render
from clusterdesign.tables.document import Document, Grid, Heading, Picture, Section, Text
from tests.exporters.documents.samples import DRAWINGS, HOSTILE, drawing, sample, sheet


def opened(document: Document) -> Any:
    """Return a document as python-docx reads it back."""
    return docx.Document(io.BytesIO(render(document, DRAWINGS)))


def test_headings_are_headings_that_word_can_navigate() -> None:
    found = [(p.style.name, p.text) for p in opened(sample()).paragraphs if p.style.name.startswith("Heading")]

    assert found == [
        ("Heading 1", "Первая глава"),
        ("Heading 2", "A section"),
        ("Heading 3", "Not in the contents"),
    ]


def test_a_heading_can_begin_a_page() -> None:
    first, second, _ = (p for p in opened(sample()).paragraphs if p.style.name.startswith("Heading"))

    assert first.paragraph_format.page_break_before
    assert second.paragraph_format.page_break_before is None


def test_the_contents_lead_to_the_headings() -> None:
    word = opened(sample())
    links = [link.get(qn("w:anchor")) for link in word.element.iter(qn("w:hyperlink"))]
    marks = {mark.get(qn("w:name")) for mark in word.element.iter(qn("w:bookmarkStart"))}
    code = [text.text for text in word.element.iter(qn("w:instrText"))]

    assert len(links) == 2
    assert set(links) < marks
    assert ' TOC \\o "1-2" \\h \\n \\z ' in code


def test_heads_are_repeated_and_rows_are_never_torn_apart() -> None:
    table = opened(sample()).tables[0]
    repeated = [n for n, row in enumerate(table.rows) if row._tr.findall(f".//{qn('w:tblHeader')}")]

    assert repeated == [0, 1, 2]
    assert all(row._tr.findall(f".//{qn('w:cantSplit')}") for row in table.rows)


def test_the_upper_heads_span_their_columns() -> None:
    table = opened(sample()).tables[0]

    assert [cell.text for cell in table.rows[0].cells] == ["ID", "Both", "Both"]
    assert [cell.text for cell in table.rows[1].cells] == ["ID", "Nodes", "Power, kW"]
    assert [cell.text for cell in table.rows[2].cells] == ["1", "2", "3"]


def test_cells_are_those_of_the_sheet_with_the_decimal_mark_of_the_language() -> None:
    english, russian = (opened(sample(lang, 10)).tables[0].rows for lang in ("en", "ru"))

    assert [cell.text for cell in english[3].cells] == ["row 0001", "1", "1234.50"]
    assert [cell.text for cell in russian[3].cells] == ["row 0001", "1", "1234,50"]
    assert [cell.text for cell in russian[12].cells] == ["row 0010", "10", "12\u00a0345,00"]
    assert [cell.text for cell in russian[13].cells] == ["Итого", "55", "67\u00a0897,50"]


def test_columns_have_the_widths_that_were_declared() -> None:
    grid = opened(sample()).tables[0]._tbl.tblGrid
    millimetres = [int(column.get(qn("w:w"))) / 1440 * 25.4 for column in grid]

    assert millimetres == pytest.approx([40, 30, 50], abs=0.05)


def test_wider_tables_shrink_to_the_page() -> None:
    document = Document("wide", "wide", (Grid(sheet(1), widths=(400, 300, 500)),))
    grid = opened(document).tables[0]._tbl.tblGrid

    assert sum(int(column.get(qn("w:w"))) for column in grid) / 1440 * 25.4 == pytest.approx(175, abs=0.1)


def test_hostile_texts_come_back_as_texts() -> None:
    word = opened(sample())
    texts = [p.text for p in word.paragraphs] + [cell.text for cell in word.tables[1]._cells]
    found = [text for text in texts if text.startswith("=1+1")]

    assert len(found) == 2
    for text in found:
        assert text == "=1+1 □□ □abc " + "W" * 200 + " <w:p>&amp;\n{0} %s \U0001f600"
    assert HOSTILE not in texts


def test_numbered_lists_begin_again_at_one() -> None:
    word = opened(sample())
    numbers = [p._p.pPr.numPr.numId.val for p in word.paragraphs if p.style.name == "List Number"]
    first, second = numbers[0], numbers[-1]

    assert numbers == [first, first, second]
    assert first != second
    for number in (first, second):
        assert word.part.numbering_part.element.num_having_numId(number).lvlOverride_lst[0].startOverride.val == 1


def test_pages_lie_on_their_side_where_asked_and_are_numbered() -> None:
    first, second = opened(sample("ru")).sections

    assert (round(first.page_width.mm), round(first.page_height.mm)) == (210, 297)
    assert (round(second.page_width.mm), round(second.page_height.mm)) == (420, 297)
    assert first.different_first_page_header_footer
    for section in (first, second):
        assert section.header.paragraphs[0].text == "A & B <title>\thead"
        assert section.footer.paragraphs[0].text == "foot\tЛист\u00a01\u00a0из\u00a01"


def test_a_document_that_begins_with_a_section_has_no_page_before_it() -> None:
    (only,) = opened(Document("wide", "wide", (Section("landscape"), Text("text")))).sections

    assert only.page_width > only.page_height


def test_the_properties_tell_neither_when_nor_where() -> None:
    archive = zipfile.ZipFile(io.BytesIO(render(sample(), DRAWINGS)))
    core = archive.read("docProps/core.xml").decode()

    assert "docProps/thumbnail.jpeg" not in archive.namelist()
    assert "<dc:creator>clusterdesign</dc:creator>" in core
    assert "1980-01-01T00:00:00Z" in core
    assert "2013" not in core
    assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_fonts_are_named_in_every_style() -> None:
    document = Document("font", "font", (Text("text"),), font="Times New Roman")
    styles = zipfile.ZipFile(io.BytesIO(render(document))).read("word/styles.xml").decode()
    word = docx.Document(io.BytesIO(render(document)))
    normal: Any = word.styles["Normal"].element.rPr.rFonts

    assert normal.get(qn("w:cs")) == normal.get(qn("w:ascii")) == "Times New Roman"
    assert '<w:rFonts w:ascii="Times New Roman"' in styles.partition("</w:docDefaults>")[0]


def test_a_drawing_is_as_wide_as_the_page_at_most() -> None:
    word = opened(sample())
    widths = [shape.width.mm for shape in word.inline_shapes]

    assert widths == [pytest.approx((700 + 6) * 25.4 / 72, abs=0.1)]


def test_the_same_document_gives_the_same_bytes() -> None:
    assert render(sample(), DRAWINGS) == render(sample(), {"drawing": drawing()})


def test_a_drawing_that_is_not_given_is_asked_for_by_name() -> None:
    document = Document("sample", "sample", (Picture("fabric"),))
    with pytest.raises(DesignError) as error:
        render(document, DRAWINGS)

    assert str(error.value) == "document sample: no drawing 'fabric'\n  way out: the drawings are drawing"


def test_an_empty_document_is_a_document() -> None:
    assert opened(Document("empty", "empty", ())).paragraphs == []
    assert [p.text for p in opened(Document("one", "one", (Heading("only"),))).paragraphs] == ["only"]
