"""LibreOffice reads the Russian documents without loss: every text of every table, every page headed."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from clusterdesign.design.procurement import Procurement, Tender
from clusterdesign.exporters.ru_docs import ru_docs_files
from clusterdesign.tables.document import Grid, Table
from clusterdesign.tables.gost import journal_document, specification_book, specification_document
from clusterdesign.tables.tender import description_book, description_document
from tests.procurement.description.designs import reference, small

HOSTILE = Tender(
    customer="=1+1 «Заказчик» <w:t> & Ко",
    subject="Поставка\nкластера",
    document="17-ИОС5",
    requirements=("@SUM(A1:A9)",),
)

# All sheets, comma, quotes, UTF-8, cells as they are shown.
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"


@pytest.fixture
def convert(program: Callable[[str], Path], tmp_path: Path) -> Callable[[bytes, str, str], Path]:
    """Let LibreOffice convert a file; return the directory with the result."""
    office = program("soffice")

    def run(data: bytes, name: str, target: str) -> Path:
        (tmp_path / name).write_bytes(data)
        command: list[str | Path] = [office, "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"]
        command += ["--convert-to", target, "--outdir", tmp_path, tmp_path / name]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        return tmp_path

    return run


def squeezed(text: str) -> str:
    """Take blanks out: a converter may break lines anywhere."""
    return "".join(text.split())


def test_the_word_files_keep_every_text(convert: Callable[[bytes, str, str], Path]) -> None:
    design = replace(reference("starter-a100"), procurement=Procurement(tender=HOSTILE))
    files = ru_docs_files(design)
    for document in (specification_document(design), journal_document(design), description_document(design)):
        name = f"{document.name}.docx"
        directory = convert(files[f"ru-docs/{name}"], name, "txt:Text (encoded):UTF8")
        text = squeezed((directory / f"{document.name}.txt").read_text("utf-8-sig"))
        assert squeezed(HOSTILE.customer) in text
        for block in document.blocks:
            rows = (
                block.rows if isinstance(block, Table) else block.sheet.cells("ru") if isinstance(block, Grid) else ()
            )
            for row in rows:
                assert all(squeezed(cell) in text for cell in row if isinstance(cell, str)), row


def test_the_workbooks_keep_every_text_and_compute_no_text(convert: Callable[[bytes, str, str], Path]) -> None:
    design = small(Procurement(tender=HOSTILE))
    files = ru_docs_files(design)
    for book in (specification_book(design), description_book(design)):
        directory = convert(files[f"ru-docs/{book.name}.xlsx"], f"{book.name}.xlsx", CSV)
        for sheet in book.sheets:
            with (directory / f"{book.name}-{sheet.title('ru')}.csv").open(encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            assert tuple(rows[0]) == sheet.heads("ru")
            assert rows[1:] == [["" if cell is None else str(cell) for cell in row] for row in sheet.cells("ru")]


def test_the_heads_of_the_form_stand_on_every_page(
    convert: Callable[[bytes, str, str], Path], program: Callable[[str], Path]
) -> None:
    reader = program("pdftotext")
    design = reference("starter-a100")
    directory = convert(ru_docs_files(design)["ru-docs/cable-journal.docx"], "cable-journal.docx", "pdf")
    done = subprocess.run(
        [reader, "-layout", directory / "cable-journal.pdf", "-"], check=True, capture_output=True, text=True
    )
    *journal, summary = [page for page in done.stdout.split("\f") if page.strip()]

    assert len(journal) > 2
    assert all("Трасса" in page and "по проекту" in page and "проложен" in page for page in journal)
    assert "Сводная таблица длин кабелей" in summary
    assert "Итого" in summary
    assert all(f"Лист {n} из {len(journal) + 1}" in page.replace("\u00a0", " ") for n, page in enumerate(journal, 1))
