"""Proposals: candidates, the front, the three nearest, answers to bad wishes, and any executor."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

from clusterdesign import DesignError, check, elaborate
from clusterdesign.sizing import report
from clusterdesign.sizing.candidate import Candidate, Option
from clusterdesign.sizing.chain import chain_text, compare
from clusterdesign.sizing.definition import cluster, definition
from clusterdesign.sizing.evaluating import evaluate
from clusterdesign.sizing.judging import span
from clusterdesign.sizing.parameters import nine_parameters
from clusterdesign.sizing.platforms import PLATFORMS
from clusterdesign.sizing.propose import Proposal, front, objectives, options, propose
from clusterdesign.sizing.saving import saving
from clusterdesign.sizing.task import DataSet, Growth, Operations, Prices, Site, Target, TrainingTask
from clusterdesign.sizing.understood import understand
from clusterdesign.sizing.words import WORDS
from clusterdesign.units import Data, Duration, Power


def task(**changes: Any) -> TrainingTask:
    return TrainingTask(name="atlas", model="llama-3-8b", tokens=10**11, **changes)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def proposal() -> Proposal:
    return propose(task(target=Target(time=Duration.parse("10 d"))))


# --- what is proposed ------------------------------------------------------------------------------------------


def test_three_nearest_of_different_platforms(proposal: Proposal) -> None:
    assert len(proposal.nearest) == 3
    assert len({candidate.option.platform for candidate in proposal.nearest}) == 3
    assert all(candidate.feasible and candidate.days[2] <= 10 for candidate in proposal.nearest)


def test_the_front_is_not_beaten(proposal: Proposal) -> None:
    assert proposal.front
    points = [objectives(candidate) for candidate in proposal.front]
    assert points == sorted(points)
    for candidate in proposal.candidates:
        if candidate.feasible and candidate not in proposal.front:
            mine = objectives(candidate)
            assert any(all(o <= m for o, m in zip(point, mine, strict=True)) for point in points)
    assert front(proposal.front) == proposal.front


def test_time_is_a_range_and_never_digit_perfect(proposal: Proposal) -> None:
    for candidate in proposal.candidates:
        low, expected, high = candidate.days
        assert low < expected < high
    assert span((51.87, 60, 77.3)) == "52 to 77 days"
    assert span((0.5, 0.6, 0.8)) == "12 to 19 hours"
    assert span((0.01, 0.012, 0.02)) == "14 to 29 minutes"
    assert span((12_345, 15_000, 20_000)) == "12,000 to 20,000 days"


def test_more_nodes_train_faster(proposal: Proposal) -> None:
    h100 = [c for c in proposal.candidates if c.option.platform.name == "h100" and c.option.nodes in {1, 2, 4, 8, 16}]
    days = [candidate.days[1] for candidate in h100 if candidate.option.taper == 1]
    assert days == sorted(days, reverse=True)


def test_a_taper_on_rails_costs_a_dense_model_nothing() -> None:
    understood = understand(task(growth=Growth(now=64)))
    full, half = (evaluate(understood, Option(PLATFORMS[1], 64, taper)) for taper in (Fraction(1), Fraction(2)))
    assert isinstance(full, Candidate)
    assert isinstance(half, Candidate)
    assert full.days == half.days
    assert half.switches.total < full.switches.total


# --- bad wishes ------------------------------------------------------------------------------------------------


def test_a_time_that_no_cluster_reaches_is_answered_with_the_nearest() -> None:
    found = propose(
        task(target=Target(time=Duration.parse("2 min")), growth=Growth(now=128, gpu="h200", infiniband="ndr"))
    )
    assert not found.feasible
    assert found.front == ()
    assert found.nearest[0].option.nodes == 128
    problem = found.nearest[0].problems[0]
    assert problem.what.startswith("trains ")
    assert " are asked" in problem.what
    assert problem.fix.endswith(" tokens")
    assert "no cluster reaches what is asked; the nearest, and what each would need:" in report.text(found)


def test_a_rack_that_carries_no_node_is_told() -> None:
    found = propose(task(growth=Growth(now=4, gpu="h100"), site=Site(rack_power=Power.parse("8 kW"))))
    (problem,) = found.nearest[0].problems
    assert problem.what == "a node of 10.2 kW stands in no rack of 8 kW"
    assert problem.fix == "racks of 10.2 kW or more"


def test_an_interval_longer_than_the_time_between_failures_is_told() -> None:
    wishes = Operations(interval=Duration.parse("60 d"), failures="high")
    found = propose(task(growth=Growth(now=16, gpu="h100"), operations=wishes))
    (problem,) = found.nearest[0].problems
    assert problem.what.startswith("only 0 % of the time trains: a checkpoint every 60 d, a failure every ")
    assert problem.fix.startswith("a checkpoint every ")


def test_mixtures_of_experts_have_a_wide_range() -> None:
    experts = {"layers": 32, "hidden": 4096, "heads": 32, "ffn": 14336, "experts": 8, "experts_per_token": 2}
    asked = TrainingTask.model_validate({"model": experts, "tokens": "1B", "growth": {"now": 8, "gpu": "h100"}})
    found = propose(asked)
    low, expected, high = found.nearest[0].days
    assert high / expected > 2
    assert low < expected
    assert found.nearest[0].outcome.plan.ep > 1
    assert "model.experts" in [assumption.field for assumption in found.understood.assumptions]


def test_a_run_of_one_token_takes_one_step() -> None:
    assert understand(TrainingTask(model="llama-3-8b", tokens=1)).steps == 1  # type: ignore[arg-type]


def test_a_hall_and_a_budget_that_are_too_small_are_told() -> None:
    found = propose(
        task(
            growth=Growth(now=4, gpu="h100"),
            site=Site(power=Power.parse("20 kW")),
            target=Target(budget=1e6),
            prices=Prices(nodes={"nvidia/dgx-h100": 300_000}),
        )
    )
    hall, budget = found.nearest[0].problems
    assert hall.what.endswith("the hall has 20 kW")
    assert budget.what == "costs 1,200,000 EUR, the budget is 1,000,000"


def test_a_model_that_fits_nowhere_is_answered_with_the_nearest() -> None:
    with pytest.raises(DesignError) as caught:
        propose(TrainingTask(model="20T", tokens="1T", growth=Growth(gpu="a100")))  # type: ignore[arg-type]
    assert str(caught.value).startswith(
        "model: dense-20t fits no cluster that may be proposed: the nearest is a100-128"
    )
    assert "way out: ask for at most " in str(caught.value)


def test_a_batch_that_no_plan_divides_is_answered_with_the_nearest() -> None:
    with pytest.raises(DesignError) as caught:
        propose(task(batch=1021, growth=Growth(now=64, gpu="h100")))
    assert str(caught.value) == (
        "batch: no plan divides a batch of 1021 sequences, 32 layers and 32 heads over any number of nodes\n"
        "  way out: give a batch that has many divisors; the nearest are 960 and 1024"
    )


def test_wishes_that_exclude_each_other_are_told() -> None:
    with pytest.raises(DesignError, match="no platform has this GPU") as caught:
        propose(task(growth=Growth(gpu="a100", infiniband="ndr")))
    assert "A100 goes with hdr, air and bf16" in caught.value.fix


# --- the checkpoint policy and what follows from it ------------------------------------------------------------


def test_half_the_loss_asks_four_times_the_write_rate() -> None:
    one, two = (saving(understand(task(operations=Operations(tolerated_loss=loss))), 16) for loss in (0.02, 0.01))
    assert two.write == pytest.approx(4 * one.write)
    assert two.interval == pytest.approx(one.interval / 2)


def test_saving_beside_the_training_asks_less() -> None:
    sync, beside = (
        saving(understand(task(operations=Operations(checkpoint=mode, tolerated_loss=0.001))), 64)
        for mode in ("sync", "async")
    )
    assert beside.write < sync.write
    assert beside.block < sync.block


def test_an_interval_that_is_given_sets_the_write_rate() -> None:
    short, long = (
        saving(understand(task(operations=Operations(interval=Duration.parse(span)))), 16) for span in ("10 min", "1 h")
    )
    assert short.write == pytest.approx(6 * long.write)


def test_consequences_run_through_to_boxes_modules_and_power() -> None:
    wishes = {"growth": Growth(now=16, gpu="h100"), "data": DataSet(size=Data.parse("1 TB"))}
    old, new = (
        propose(TrainingTask(model="llama-3-70b", tokens="100B", operations=Operations(tolerated_loss=loss), **wishes))  # type: ignore[arg-type]
        for loss in (0.01, 0.004)
    )
    chain = compare(old, new)
    changed = [link.what for link in chain.links if link.changed]
    wanted = ["tolerated loss", "interval", "blocking", "storage write", "storage boxes", "transceivers", "power"]
    assert [what for what in changed if what in wanted] == wanted
    assert any(quantity.part == "generic/flash-2u-ndr" for quantity in chain.quantities)
    assert chain_text(chain).startswith("tolerated loss")
    assert chain_text(compare(old, old)) == "no differences\n"


# --- definitions -----------------------------------------------------------------------------------------------


def errors(found: Candidate, asked: TrainingTask) -> list[str]:
    design = elaborate(cluster(understand(asked), found))
    return [finding.message for finding in check(design).findings if finding.severity == "error"]


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.name)
@pytest.mark.parametrize("nodes", [1, 4, 8, 24, 48])
def test_a_definition_elaborates_without_error_findings(platform: Any, nodes: int) -> None:
    asked = task(operations=Operations(tolerated_loss=0.01))
    found = evaluate(understand(asked), Option(platform, nodes))
    assert isinstance(found, Candidate)
    assert errors(found, asked) == []


@pytest.mark.parametrize(
    ("platform", "nodes", "taper", "later", "rack"),
    [(1, 8, 1, 32, "24 kW"), (0, 4, 1, None, "12 kW"), (2, 128, 1, None, "44 kW"), (3, 64, 2, None, "44 kW")],
)
def test_growth_tapers_and_racks(platform: int, nodes: int, taper: int, later: int | None, rack: str) -> None:
    asked = task(growth=Growth(later=later), site=Site(rack_power=Power.parse(rack)))
    found = evaluate(understand(asked), Option(PLATFORMS[platform], nodes, Fraction(taper)))
    assert isinstance(found, Candidate)
    assert errors(found, asked) == []
    assert found.per_rack * 6.5e3 <= Power.parse(rack).to("W")


def test_a_definition_is_a_short_page_in_the_house_style(proposal: Proposal) -> None:
    text = definition(proposal.understood, proposal.nearest[0])
    assert text.startswith('"""atlas: ')
    assert max(map(len, text.splitlines())) <= 120
    assert len(text.splitlines()) < 60


# --- tables ----------------------------------------------------------------------------------------------------


def test_both_languages_have_the_same_words() -> None:
    assert WORDS["en"].keys() == WORDS["ru"].keys()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_nine_parameters_are_answered(proposal: Proposal, lang: str) -> None:
    answers = nine_parameters(proposal.understood, proposal.nearest[0], lang)
    assert len(answers) == 9
    assert all(answer.said and answer.answer for answer in answers)
    assert answers[0].parameter == {"en": "Size of the model", "ru": "Размер модели"}[lang]
    with pytest.raises(DesignError, match="unknown language 'de'"):
        nine_parameters(proposal.understood, proposal.nearest[0], "de")


def test_text_and_json_say_the_same(proposal: Proposal) -> None:
    text, stored = report.text(proposal), json.loads(report.as_json(proposal))
    assert stored["feasible"] is True
    assert len(stored["candidates"]) == len(proposal.candidates)
    assert all(name in text for name in stored["nearest"])
    assert all(set(one["days"]) == {"low", "expected", "high"} for one in stored["candidates"])
    assert "assumed, since nothing was said:" in text


# --- wide searches ---------------------------------------------------------------------------------------------

SMALL = {"growth": Growth(now=8)}


def test_any_executor_gives_the_same_proposal() -> None:
    serial = propose(task(**SMALL))
    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads:
        assert propose(task(**SMALL), executor=threads, progress=lambda *now: told.append(now)) == serial
    assert told[-1] == (len(options(task(**SMALL))),) * 2
    with ProcessPoolExecutor(2) as processes:
        assert propose(task(**SMALL), executor=processes) == serial


class _Backwards(Executor):
    """Finishes what was submitted last first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.waiting.append((future, function, arguments))
        if len(self.waiting) == len(options(task(**SMALL))):
            for one, call, given in reversed(self.waiting):
                one.set_result(call(*given))
        return future


def test_the_order_of_results_does_not_matter() -> None:
    assert propose(task(**SMALL), executor=_Backwards()) == propose(task(**SMALL))


def test_an_interrupt_leaves_what_was_found() -> None:
    def impatient() -> Iterator[None]:
        yield from (None, None)
        raise KeyboardInterrupt

    calls = impatient()
    partial = propose(task(**SMALL), progress=lambda *_: next(calls))
    assert not partial.complete
    assert len(partial.candidates) + len(partial.unfit) == 3
    assert report.text(partial).startswith("interrupted: ")
