"""Files that the linter examines, whoever wrote them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from docx import Document
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from clusterdesign.errors import DesignError
from clusterdesign.procurement.description import lint_file
from clusterdesign.procurement.description.word import paragraphs

NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def places(path: Path) -> list[tuple[str, str]]:
    return [(remark.at, remark.what.split("'")[1]) for remark in lint_file(path)]


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def message(path: Path) -> str:
    """Examine a file and return what it was refused for; empty if it was read."""
    try:
        lint_file(path)
    except DesignError as error:
        return str(error)
    return ""


def word_file(path: Path) -> Path:
    document = Document()
    paragraph = document.add_paragraph("Сервер NVI")
    paragraph.add_run("DIA").bold = True
    document.add_table(1, 1).cell(0, 0).text = "память не менее 141 ГБ, H200"
    document.sections[0].footer.paragraphs[0].text = "Supermicro"
    document.core_properties.title = "Закупка DGX"
    document.save(str(path))
    return path


def packed(**parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", content)
    return out.getvalue()


def test_word_is_read_across_pieces_tables_feet_and_properties(tmp_path: Path) -> None:
    found = places(word_file(tmp_path / "a.docx"))

    assert ("text, paragraph 1", "NVIDIA") in found
    assert ("text, paragraph 2", "H200") in found
    assert ("foot of the pages, paragraph 1", "Supermicro") in found
    assert [word for at, word in found if at.startswith("properties")] == ["DGX"]


def test_a_workbook_is_read_cell_by_cell(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Лист1"
    sheet["B3"] = "коммутатор MQM9700"
    book.save(tmp_path / "a.xlsx")

    assert places(tmp_path / "a.xlsx") == [("sheet Лист1, cell B3", "MQM9700")]


def test_csv_and_text_are_read(tmp_path: Path) -> None:
    assert places(written(tmp_path / "a.csv", "№;Товар\n1;Сервер DGX\n".encode())) == [("cell B2", "DGX")]
    assert places(written(tmp_path / "a.txt", "GPU: не менее 8\nNVIDIA\n".encode())) == [("line 2", "NVIDIA")]
    assert places(written(tmp_path / "b.txt", "сервер фирмы Интел".encode("cp1251"))) == [("line 1", "Интел")]


def test_the_law_decides_how_bad_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", b"NVIDIA")

    assert [remark.level for remark in lint_file(path, law="223-FZ")] == ["warning"]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.docx", b"PK\x03\x04 cut off", "{path}: is damaged or cut off"),
        ("a.pdf", b"%PDF-1.7", "{path}: is a PDF"),
        ("a.bin", b"\0\1\2", "{path}: is no text"),
        ("a.docx", packed(word__document="<!DOCTYPE a><a/>"), "{path}: is damaged or cut off"),
        ("a.docx", packed(word__document="<a>"), "{path}: is damaged or cut off"),
        ("a.docx", packed(other="<a/>"), "{path}: is an archive, not a workbook"),
    ],
)
def test_what_cannot_be_read_is_one_message(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    path = written(tmp_path / name, data)
    with pytest.raises(DesignError) as error:
        lint_file(path)

    assert str(error.value).partition("\n")[0] == message.format(path=path)


def test_a_missing_and_a_large_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DesignError, match="cannot be read: No such file"):
        lint_file(tmp_path / "none.txt")
    with pytest.raises(DesignError, match="is larger than 32 MiB"):
        lint_file(written(tmp_path / "large.txt", b" " * (32 * 1024 * 1024 + 1)))


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (64 * 1024 * 1024 + 1))

    with pytest.raises(DesignError, match="unpacks to more than 64 MiB"):
        list(paragraphs(out.getvalue(), "a.docx"))


def test_a_file_that_is_no_word_document_says_so() -> None:
    with pytest.raises(DesignError, match=r"a\.docx: is no Word document"):
        list(paragraphs(packed(other="<a/>"), "a.docx"))


def test_a_text_box_within_a_paragraph_is_a_paragraph_of_its_own() -> None:
    inner = "<w:p><w:r><w:t>внутри</w:t></w:r></w:p>"
    body = f"<w:p><w:r><w:t>сна</w:t><w:br/><w:t>ружи</w:t></w:r><w:box>{inner}</w:box></w:p>"
    data = packed(word__document=f"<w:document {NAMESPACE}><w:body>{body}</w:body></w:document>")

    assert [text for _, text in paragraphs(data, "a.docx")] == ["сна ружи", "внутри"]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = written(tmp_path_factory.mktemp("bytes") / "a.txt", data)
    said = message(path)

    assert not said or said.startswith(str(path))


def test_a_word_document_cut_anywhere_is_refused(tmp_path: Path) -> None:
    data = word_file(tmp_path / "a.docx").read_bytes()
    for end in range(4, len(data), 997):
        path = written(tmp_path / "cut.docx", data[:end])
        assert message(path).startswith(str(path))
