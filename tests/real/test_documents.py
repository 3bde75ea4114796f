"""LibreOffice and poppler read our documents: pages, headings, repeated heads, numbers of pages, both languages."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clusterdesign.exporters.docx import render
from clusterdesign.exporters.pdf import document_pdf
from clusterdesign.exporters.proposal import proposal_drawings
from clusterdesign.exporters.sheets import site_files
from clusterdesign.sizing.propose import propose
from clusterdesign.sizing.task import TrainingTask
from clusterdesign.tables.document import Document, Heading
from clusterdesign.tables.proposal import Offer, offer, proposal_document
from clusterdesign.tables.proposal.teller import Teller
from tests.exporters.documents.samples import DRAWINGS, sample
from tests.proposal.conftest import SMALL
from tests.tables.small import small_design

Pages = Callable[[bytes], list[str]]


@pytest.fixture(scope="module")
def offered() -> Offer:
    return offer(propose(TrainingTask.model_validate(SMALL)))


@pytest.fixture
def pages(program: Callable[[str], Path], tmp_path: Path) -> Pages:
    """Return the function from a PDF to the text of its pages."""
    reader = program("pdftotext")

    def run(data: bytes) -> list[str]:
        path = tmp_path / "read.pdf"
        path.write_bytes(data)
        done = subprocess.run([reader, "-layout", path, "-"], check=True, capture_output=True, text=True)
        return done.stdout.split("\f")[:-1]

    return run


@pytest.fixture
def converted(program: Callable[[str], Path], tmp_path: Path) -> Callable[[bytes], bytes]:
    """Return the function that lets LibreOffice print a Word file."""
    office = program("soffice")

    def run(data: bytes) -> bytes:
        source = tmp_path / "document.docx"
        source.write_bytes(data)
        command: list[Any] = [office, "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"]
        command += ["--convert-to", "pdf", "--outdir", tmp_path, source]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        return (tmp_path / "document.pdf").read_bytes()

    return run


def flat(text: str) -> str:
    """Return a text with single spaces, whatever kind they are."""
    return re.sub(r"\s+", " ", text)


def headings(document: Document) -> list[str]:
    return [block.text for block in document.blocks if isinstance(block, Heading)]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_word_repeats_heads_and_numbers_pages(lang: str, pages: Pages, converted: Callable[[bytes], bytes]) -> None:
    found = pages(converted(render(sample(lang), DRAWINGS)))
    with_rows = [page for page in found if re.search(r"row 0\d\d\d", page)]

    assert len(with_rows) > 2
    assert all("Both" in page for page in with_rows)
    page, of = ("Лист", "из") if lang == "ru" else ("Page", "of")
    for n, text in enumerate(found[1:], 2):
        assert f"{page} {n} {of} {len(found)}" in flat(text)
    assert "=1+1" in "".join(found)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_paper_repeats_heads_and_numbers_pages(lang: str, pages: Pages) -> None:
    found = pages(document_pdf(sample(lang), DRAWINGS))
    with_rows = [page for page in found if re.search(r"row 0\d\d\d", page)]

    assert len(with_rows) > 2
    assert all("Both" in page for page in with_rows)
    page, of = ("Лист", "из") if lang == "ru" else ("Page", "of")
    for n, text in enumerate(found[1:], 2):
        assert f"{page} {n} {of} {len(found)}" in flat(text)
    # The cover has neither head nor foot.
    assert page not in found[0]


def test_the_contents_name_the_pages_of_the_headings(pages: Pages) -> None:
    found = pages(document_pdf(sample(), DRAWINGS))
    contents = dict(re.findall(r"(Первая глава|A section) [. ]+(\d+)", found[0]))

    assert contents
    for heading, page in contents.items():
        assert heading in found[int(page) - 1]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_project_document_says_the_same_in_word_and_on_paper(
    lang: str, offered: Offer, pages: Pages, converted: Callable[[bytes], bytes]
) -> None:
    document = proposal_document(offered, lang)
    drawings = proposal_drawings(offered, lang)
    word = pages(converted(render(document, drawings)))
    paper = pages(document_pdf(document, drawings))
    tell = Teller(lang)

    for found in (word, paper):
        text = flat(" ".join(found))
        assert all(flat(heading) in text for heading in headings(document))
        assert flat(tell.printer.span(offered.chosen.candidate.days)) in text
        assert offered.chosen.name in text
        assert offered.chosen.design.name in text
        # No page is left empty.
        assert all(len(flat(page)) > 60 for page in found)
    assert abs(len(word) - len(paper)) <= 4


def test_drawings_on_paper_keep_their_words(pages: Pages) -> None:
    found = flat(" ".join(pages(site_files(small_design(), "ru")["site/racks.pdf"])))

    assert "стойки, спереди и сзади" in found
    assert "план зала" in found
