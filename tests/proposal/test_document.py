"""The project document says what task, candidates, designs and reports say, and nothing else."""

from __future__ import annotations

import io
import re
from typing import Any

import docx
import pytest

from clusterdesign.exporters.proposal import proposal_files
from clusterdesign.procurement.bill import bill
from clusterdesign.procurement.delivery.stages import STAGES
from clusterdesign.rules import Report
from clusterdesign.sizing.printer import Printer
from clusterdesign.tables.document import Bullets, Contents, Document, Heading, Picture
from clusterdesign.tables.proposal import Offer, proposal_document
from clusterdesign.tables.proposal.document import CHAPTERS
from clusterdesign.tables.proposal.figures import figures
from clusterdesign.tables.proposal.teller import Teller
from tests.proposal.conftest import SMALL, offered
from tests.proposal.reading import cells, whole

LANGUAGES = ("en", "ru")


@pytest.fixture(scope="session", params=LANGUAGES)
def document(request: pytest.FixtureRequest, small: Offer) -> Document:
    return proposal_document(small, request.param)


def test_every_chapter_is_there_and_numbered(document: Document) -> None:
    chapters = [block.text for block in document.blocks if isinstance(block, Heading) and block.level == 1]

    assert [text.split(".")[0] for text in chapters] == [str(n) for n in range(1, len(CHAPTERS) + 1)]
    assert any(isinstance(block, Contents) for block in document.blocks)


def test_every_drawing_is_shown_once(document: Document) -> None:
    shown = [block.name for block in document.blocks if isinstance(block, Picture)]

    assert shown == ["fabric", "floor", "racks", "power", "cooling"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_summary_counts_the_design(lang: str, small: Offer) -> None:
    tell = Teller(lang)
    design, candidate = small.chosen.design, small.chosen.candidate
    found = {name: values[0] for name, values in cells(proposal_document(small, lang), tell("what")).items()}

    assert found[tell("figure.nodes")] == str(len(list(design.nodes()))) == "2"
    assert found[tell("figure.racks")] == str(len(design.racks))
    assert found[tell("figure.cables")] == str(len(design.cables))
    assert found[tell("figure.days")] == Printer(lang).span(candidate.days)
    assert found[tell("figure.gpus")] == "16"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_configurations_stand_side_by_side(lang: str, large: Offer) -> None:
    tell = Teller(lang)
    found = cells(proposal_document(large, lang), tell("figure.name"))

    assert 2 <= len(large.configurations) <= 3
    for key, _ in figures(tell, large.chosen):
        if key != "name":
            expected = tuple(dict(figures(tell, one))[key] for one in large.configurations)
            assert found[tell(f"figure.{key}")] == expected
    generations = {one.candidate.option.platform.generation for one in large.configurations}
    assert generations == {"hdr", "ndr"}


def test_the_bill_is_summed_over_its_lines(small: Offer) -> None:
    tell = Teller("en")
    found = cells(proposal_document(small), tell("bill.section"))
    lines = bill(small.chosen.design)

    assert found[tell("bill.total")][:2] == (str(len(lines)), str(sum(line.total for line in lines)))
    assert found["Nodes"] == ("1", "2", str(sum(bool(line.part_number) for line in lines if line.section == "Nodes")))


def test_another_task_gives_other_figures(small: Offer) -> None:
    other = offered({**SMALL, "tokens": "75B", "growth": {"now": 3, "gpu": "h100"}})
    texts = [whole(proposal_document(one)) for one in (small, other)]
    numbers = [set(re.findall(r"\d[\d.,]*", text)) for text in texts]

    for tell, offer_, text in zip((Teller("en"),) * 2, (small, other), texts, strict=True):
        for key, value in figures(tell, offer_.chosen):
            if key in {"nodes", "days", "memory", "energy", "cables", "power", "racks"}:
                assert value in text
    assert len(numbers[0] ^ numbers[1]) > 40
    assert "50B" in texts[0]
    assert "50B" not in texts[1]


def test_every_number_of_a_text_is_one_of_the_offer(small: Offer) -> None:
    """Numbers in sentences come from fields: with every field emptied, none is left."""

    class Silent(Teller):
        def __call__(self, key: str, **fields: object) -> str:
            return super().__call__(key, **dict.fromkeys(fields, ""))

    for lang in LANGUAGES:
        tell = Silent(lang)
        for chapter in CHAPTERS.values():
            for block in chapter(small, tell):
                sentences = block.items if isinstance(block, Bullets) else [getattr(block, "text", "")]
                for sentence in sentences:
                    assert not re.search(r"\d", sentence)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_missed_is_told_with_the_way_out(lang: str, large: Offer) -> None:
    tell = Teller(lang)
    text = whole(proposal_document(large, lang))
    candidate = large.chosen.candidate
    longest = Printer(lang).digits(candidate.days[2], 2, "days")

    assert not candidate.feasible
    assert tell("summary.missed", name=large.chosen.name) in text
    assert longest in text
    assert Printer(lang).span(candidate.days) in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_node_that_is_too_small_is_told_by_its_memory(lang: str, large: Offer) -> None:
    tell = Teller(lang)
    found = cells(proposal_document(large, lang), tell("what"))
    text = whole(proposal_document(large, lang))

    assert found
    assert tell("does not fit") in text
    assert tell("one.slow", days="").split("  ", maxsplit=1)[0] not in text


def test_a_single_node_is_told_as_such() -> None:
    alone = offered({**SMALL, "growth": {"now": 1, "gpu": "h100"}})
    text = whole(proposal_document(alone))

    assert Teller("en")("one.same") in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_findings_and_unknown_values_are_risks(lang: str, small: Offer) -> None:
    report: Report = small.chosen.report
    text = whole(proposal_document(small, lang))

    for finding in report.findings:
        if finding.severity in {"error", "warning"}:
            assert finding.code in text
    for gap in report.not_checked:
        if not gap.code.startswith("CAT"):
            assert gap.code in text


def test_assumptions_of_the_task_are_listed(small: Offer) -> None:
    text = whole(proposal_document(small))

    for note in small.chosen.understood.assumptions:
        assert note.why in text
        assert note.value in text


def test_dates_are_there_with_a_start_only(small: Offer, large: Offer) -> None:
    with_start, without = (whole(proposal_document(one)) for one in (small, large))

    assert "2027-01-20" in with_start
    assert "2027-01-18" in with_start
    assert not re.search(r"\d{4}-\d\d-\d\d", without)
    for stage in STAGES:
        assert f"{stage.least} to {stage.most}" in without


def test_a_currency_that_looks_like_a_formula_stays_text(large: Offer) -> None:
    cost = large.chosen.candidate.cost

    assert cost is not None
    assert cost == large.chosen.candidate.bought * 250_000  # energy has no price
    assert Printer().digits(cost, 3, "=1+1") in whole(proposal_document(large))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_have_the_same_bytes_and_read_back(lang: str, small: Offer) -> None:
    files = proposal_files(small, lang)
    again = proposal_files(offered(SMALL, start=small.start), lang)
    word: Any = docx.Document(io.BytesIO(files["proposal/proposal.docx"]))
    document = proposal_document(small, lang)

    assert files.digest == again.digest
    assert set(files) == {
        "proposal/proposal.docx",
        "proposal/proposal.pdf",
        *(f"candidates/{one.name}.py" for one in small.configurations),
    }
    headings = [p.text for p in word.paragraphs if p.style.name.startswith("Heading")]
    assert headings == [block.text for block in document.blocks if isinstance(block, Heading)]
    assert len(word.inline_shapes) >= 5
