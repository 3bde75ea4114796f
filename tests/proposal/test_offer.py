from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from clusterdesign.design.procurement import Stage
from clusterdesign.elaboration import elaborate
from clusterdesign.errors import DesignError
from clusterdesign.sizing.definition import cluster
from clusterdesign.sizing.propose import Proposal, propose
from clusterdesign.sizing.task import TrainingTask
from clusterdesign.tables.proposal import Offer, offer
from clusterdesign.tables.proposal.durations import after, dates, timeline
from clusterdesign.tables.proposal.racks import spans
from clusterdesign.tables.proposal.teller import Teller
from tests.proposal.conftest import SMALL


def test_the_nearest_candidate_is_offered(small: Offer) -> None:
    assert small.chosen.candidate == small.proposal.nearest[0]
    assert small.chosen.role == "chosen"
    assert small.chosen.design == elaborate(cluster(small.chosen.understood, small.chosen.candidate))


def test_the_other_generation_gives_up_the_wish_that_excludes_it(small: Offer) -> None:
    other = small.others[0]

    assert other.role == "generation"
    assert other.candidate.option.platform.generation == "hdr"
    assert other.candidate.option.nodes == 2
    assert other.given_up == ("growth.gpu",)


def test_fp8_is_given_up_for_a_generation_that_has_none() -> None:
    task = TrainingTask.model_validate({**SMALL, "precision": "fp8"})
    other = offer(propose(task)).others[0]

    assert other.given_up == ("growth.gpu", "precision")
    assert other.understood.work.precision == "bf16"


def test_a_generation_that_nothing_of_fits_is_told() -> None:
    def search(task: TrainingTask) -> Proposal:
        if task.growth.infiniband == "hdr":
            raise DesignError("fits no cluster", thing="model")
        return propose(task)

    found = offer(search(TrainingTask.model_validate(SMALL)), search=search)

    assert found.refused == "fits no cluster"
    assert all(one.role != "generation" for one in found.others)


def test_another_candidate_may_be_picked(large: Offer) -> None:
    names = [candidate.option.name for candidate in large.proposal.candidates]
    found = offer(large.proposal, pick=names[-1])

    assert found.chosen.name == names[-1]


def test_an_unknown_candidate_is_refused_with_the_nearest_ones(small: Offer) -> None:
    with pytest.raises(DesignError) as error:
        offer(small.proposal, pick="h100-7")

    assert str(error.value) == "atlas: no candidate 'h100-7'\n  way out: the nearest are h100-2"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DesignError) as error:
        Teller("de")

    assert str(error.value) == "unknown language 'de'\n  way out: the languages are en, ru"


def test_stages_follow_each_other(small: Offer) -> None:
    line = timeline(small.chosen.design)
    names = [stage.name if stage else "contract" for stage in line]
    found = dict(zip(names, dates(date(2027, 1, 11), line), strict=True))

    assert names == ["survey", "calculation", "contract", "delivery", "installation", "acceptance"]
    # 11 January is a Monday: five to seven working days later it is Monday or Wednesday.
    assert found["survey"] == (date(2027, 1, 18), date(2027, 1, 20))
    assert found["calculation"] == (date(2027, 2, 1), date(2027, 2, 9))
    assert found["contract"] == found["calculation"]
    assert found["delivery"] == (date(2027, 3, 18), date(2027, 5, 10))
    # 25 March is a Thursday: three working days later it is Tuesday.
    assert found["installation"][0] == date(2027, 3, 25)
    assert found["acceptance"][0] == date(2027, 3, 30)


def test_an_agreement_of_known_length_is_a_stage_of_its_own(small: Offer) -> None:
    agreement = Stage("agreement", 10, 20, "working", "the customer's rules")
    bought = replace(small.chosen.design.procurement, stages=(agreement,))
    line = timeline(replace(small.chosen.design, procurement=bought))

    assert None not in line
    assert agreement in line


def test_working_days_leave_out_the_weekend() -> None:
    friday = date(2027, 1, 15)

    assert after(friday, 1, "working") == date(2027, 1, 18)
    assert after(friday, 5, "working") == date(2027, 1, 22)
    assert after(friday, 0, "working") == friday
    assert after(friday, 2, "calendar") == date(2027, 1, 17)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["A01", "A02", "A03", "A05"], "A01–A03, A05"),
        (["A09", "A10"], "A09–A10"),
        (["A1", "B2"], "A1, B2"),
        (["west", "east"], "west, east"),
        ([], ""),
    ],
)
def test_racks_are_named_as_ranges(names: list[str], text: str) -> None:
    assert spans(names) == text
