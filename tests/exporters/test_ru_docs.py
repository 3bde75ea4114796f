"""The Russian documents as files: what a build writes, hostile names, the linter on our own files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from clusterdesign.design import Design
from clusterdesign.design.procurement import Procurement, Tender
from clusterdesign.errors import DesignError
from clusterdesign.exporters import build
from clusterdesign.exporters.ru_docs import ru_docs_files
from clusterdesign.procurement.description import lint_file
from clusterdesign.rules import check
from tests.procurement.description.designs import REFERENCES, reference, small

NAMES = (
    "ru-docs/cable-journal.docx",
    "ru-docs/cable-journal.xlsx",
    "ru-docs/description.docx",
    "ru-docs/description.xlsx",
    "ru-docs/remarks.txt",
    "ru-docs/specification.docx",
    "ru-docs/specification.xlsx",
)

HOSTILE = [
    "=1+1",
    "+7 (495) 000",
    "-1",
    "@SUM(A1)",
    "a\nb",
    "_x0041_",
    "&A &[Page] <w:t>",
    "Заказчик" * 25,
    "'=1",
    "\t=",
]


def with_customer(customer: str) -> dict[str, bytes]:
    tender = Tender(
        customer=customer, subject=customer, document=customer, requirements=(customer,), fire_class=customer
    )
    return dict(ru_docs_files(small(Procurement(tender=tender))))


def cells(data: bytes) -> list[Any]:
    book = load_workbook(io.BytesIO(data))
    return [cell for sheet in book for row in sheet.iter_rows() for cell in row]


def word_texts(data: bytes) -> list[str]:
    document = Document(io.BytesIO(data))
    tables = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
    return [paragraph.text for paragraph in document.paragraphs] + list(tables)


def test_a_build_in_russian_writes_them_and_one_in_english_only_if_it_names_them() -> None:
    design = small(Procurement())
    report = check(design)

    def written(**options: Any) -> tuple[str, ...]:
        return tuple(name for name in build(design, report, **options) if name.startswith("ru-docs/"))

    assert written(lang="ru", only=("bom", "ru-docs")) == NAMES
    assert written(lang="en", only=("ru-docs",)) == NAMES
    assert written(lang="en", only=("bom",)) == ()


def test_the_same_design_gives_the_same_bytes() -> None:
    assert with_customer("Заказчик") == with_customer("Заказчик")


@pytest.mark.parametrize("customer", HOSTILE)
def test_a_hostile_customer_is_a_text_everywhere(customer: str) -> None:
    files = with_customer(customer)

    for name, data in files.items():
        if name.endswith(".xlsx"):
            formulas = [str(cell.value) for cell in cells(data) if cell.data_type == "f"]
            assert len(formulas) == (2 if "journal" in name else 0)
            assert all(formula.startswith("=SUBTOTAL(109,") for formula in formulas)
    shown = customer.replace("\t", " ")
    assert any(shown in text for text in word_texts(files["ru-docs/description.docx"]))


@settings(max_examples=15)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_customer_gives_files_that_open_or_one_message(customer: str) -> None:
    try:
        files = with_customer(customer)
    except DesignError as error:
        assert "cannot store" in str(error)  # noqa: PT017  # either is right, depending on the text
        return
    for name, data in files.items():
        if name.endswith(".xlsx"):
            assert all(cell.data_type != "f" or "SUBTOTAL" in str(cell.value) for cell in cells(data))
        elif name.endswith(".docx"):
            assert word_texts(data)


@pytest.mark.parametrize("name", REFERENCES)
def test_the_linter_finds_nothing_in_our_own_descriptions(name: str, tmp_path: Path) -> None:
    files = ru_docs_files(reference(name))
    for kind in ("docx", "xlsx"):
        path = tmp_path / f"description.{kind}"
        path.write_bytes(files[f"ru-docs/description.{kind}"])
        assert lint_file(path) == ()
    specification = tmp_path / "specification.xlsx"
    specification.write_bytes(files["ru-docs/specification.xlsx"])
    assert "NVIDIA" in {remark.what.split("'")[1] for remark in lint_file(specification)}


def test_a_design_without_anything_has_its_documents() -> None:
    assert tuple(ru_docs_files(Design(name="empty", parts={}))) == NAMES


def test_heads_and_feet_are_written_once() -> None:
    document = Document(io.BytesIO(with_customer("Заказчик")["ru-docs/specification.docx"]))

    assert (
        document.sections[0].header.paragraphs[0].text == "Спецификация оборудования, изделий и материалов\tsmall & odd"
    )
