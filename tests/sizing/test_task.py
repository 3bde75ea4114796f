"""What a task may say, what is asked for, what is assumed, and the exact words for what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from clusterdesign import DesignError
from clusterdesign.sizing.counts import count, short
from clusterdesign.sizing.reading import read
from clusterdesign.sizing.shapes import SHAPES, shaped
from clusterdesign.sizing.task import TrainingTask
from clusterdesign.sizing.understood import understand
from clusterdesign.units import Data, Duration, Power

WHOLE = """\
name = "atlas"
tokens = "1.4T"
sequence = 8192
batch = 512
precision = "bf16"
kind = "full-fine-tuning"

[model]
layers = 80
hidden = 8192
heads = 64
kv_heads = 8
ffn = 28672
gated = true
norm = "scale"
tied = false
vocabulary = 128256

[target]
time = "60 d"
budget = 5e6
decide_by = "cost"

[data]
size = "20 TB"
format = "parquet"

[growth]
now = 16
later = 32
infiniband = "ndr"
gpu = "h100"

[site]
rack_power = "30 kW"
power = "400 kW"
cooling = "air"
supply = "18 °C"
pue = 1.3

[operations]
scheduler = "both"
checkpoint = "async"
interval = "20 min"
tolerated_loss = 0.01
lost_hour = 2000
failures = "high"
availability = "high"

[prices]
currency = "EUR"
nodes = { "nvidia/dgx-h100" = 300000 }
kilowatt_hour = 0.12
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "task.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_whole_task_assumes_nothing(tmp_path: Path) -> None:
    task = read(written(tmp_path, WHOLE))
    understood = understand(task)
    assert understood.assumptions == ()
    assert task.target.time == Duration.parse("60 d")
    assert task.site.rack_power == Power.parse("30 kW")
    assert task.data.size == Data.parse("20 TB")
    assert understood.work.model.parameters == pytest.approx(70.55e9, rel=1e-3)
    assert understood.asynchronous
    assert understood.pue == (1.3, 1.3)
    assert understood.steps == pytest.approx(1.4e12 / (8192 * 512))


def test_the_shortest_task_lists_what_it_assumes(tmp_path: Path) -> None:
    understood = understand(read(written(tmp_path, 'model = "70B"\ntokens = "100B"\n')))
    assert [assumption.field for assumption in understood.assumptions] == [
        "kind",
        "precision",
        "sequence",
        "batch",
        "model",
        "data.format",
        "data.size",
        "operations.scheduler",
        "operations.checkpoint",
        "operations.tolerated_loss",
        "operations.failures",
        "operations.availability",
        "site.rack_power",
        "site.cooling",
        "site.pue",
        "growth.later",
        "target.time",
        "target.decide_by",
    ]
    assert all(assumption.value and assumption.why for assumption in understood.assumptions)


@pytest.mark.parametrize("model", ["llama-3-70b", "70B", 70_000_000_000, {"parameters": "70B"}])
def test_a_model_may_be_said_in_many_ways(model: object) -> None:
    task = TrainingTask(model=model, tokens=10**9)  # type: ignore[arg-type]  # read by the validator
    assert task.model.parameters == pytest.approx(70e9, rel=0.03)


def test_experts_are_counted_but_not_all_of_them_work() -> None:
    task = TrainingTask(
        model={  # type: ignore[arg-type]  # as it comes out of TOML
            "layers": 32,
            "hidden": 4096,
            "heads": 32,
            "kv_heads": 8,
            "ffn": 14336,
            "gated": True,
            "norm": "scale",
            "tied": False,
            "vocabulary": 32000,
            "experts": 8,
            "experts_per_token": 2,
        },
        tokens=10**12,
    )
    assert task.model.parameters == pytest.approx(46.7e9, rel=5e-3)
    assert task.model.active_parameters == pytest.approx(12.9e9, rel=5e-3)


@pytest.mark.parametrize("parameters", [1e8, 1e9, 3e9, 7e9, 13e9, 30e9, 70e9, 175e9, 405e9, 1e12, 1e13])
def test_a_likely_shape_has_about_as_many_parameters(parameters: float) -> None:
    model = shaped(int(parameters))
    assert model.parameters == pytest.approx(parameters, rel=0.03)
    assert model.layers % 4 == 0


def test_published_shapes() -> None:
    sizes = {"llama-3-8b": 8.03e9, "llama-3-70b": 70.55e9, "llama-3-405b": 405.85e9, "gpt3-175b": 174.6e9}
    for name, size in sizes.items():
        assert SHAPES[name].parameters == pytest.approx(size, rel=2e-3)


@pytest.mark.parametrize(
    ("text", "number"), [("70B", 70 * 10**9), ("1.4T", 14 * 10**11), ("500K", 500_000), ("3", 3), (4096, 4096)]
)
def test_counts(text: str | int, number: int) -> None:
    assert count(text) == number


def test_counts_are_printed_short() -> None:
    assert [short(value) for value in (70_553_706_496, 1.4e12, 4_194_304, 12)] == ["70.6B", "1.4T", "4.19M", "12"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "task: model and tokens are missing\n"
            '  way out: say what is trained, as in model = "70B", model = "llama-3-70b" or a table [model]; say how'
            ' many tokens the run goes through, as in tokens = "1.4T"',
        ),
        (
            'name = "atlas"\nmodel = "70B"\n',
            'atlas: tokens is missing\n  way out: say how many tokens the run goes through, as in tokens = "1.4T"',
        ),
        (
            'model = "70B"\ntokens = "-3B"\n',
            "task: tokens: cannot read '-3B' as a count\n  way out: write a number with K, M, B or T, such as \"70B\"",
        ),
        (
            'model = "70B"\ntokens = 1.5\n',
            'task: tokens: 1.5 is not a whole number\n  way out: write a whole number or "1.4T"',
        ),
        (
            'model = "70B"\ntokens = "9999999T"\n',
            "task: tokens: '9999999T' is outside 1 to 1e+18\n  way out: check the number and its suffix",
        ),
        (
            'model = "70"\ntokens = "1B"\n',
            "task: model: 70 parameters are outside 100M to 20T\n"
            '  way out: check the number and its suffix, as in "70B"',
        ),
        (
            'model = "gpt9"\ntokens = "1B"\n',
            "task: model: no architecture 'gpt9'\n"
            "  way out: the names are llama-3-8b, llama-3-70b, llama-3-405b, gpt3-175b, gpt-530b, gpt-1t",
        ),
        (
            'tokens = "1B"\n[model]\nparameters = "7B"\nlayers = 3\n',
            "task: model: parameters are given beside an architecture, which has as many as it has\n"
            "  way out: give either parameters or the architecture",
        ),
        (
            'tokens = "1B"\n[model]\nlayers = 3\nhidden = 10\nheads = 3\n',
            "task: model: hidden=10 is not divided by heads=3\n  way out: correct one of them, or give head_size=",
        ),
        (
            'tokens = "1B"\n[model]\nlayers = 3\nhidden = 8\nheads = 4\nkv_heads = 3\n',
            "task: model: heads=4 is not divided by kv_heads=3\n  way out: give a kv_heads= that divides heads",
        ),
        (
            'tokens = "1B"\n[model]\nlayers = 3\nhidden = 8\nheads = 4\nexperts = 8\n',
            "task: model: experts=8 with experts_per_token=0\n"
            "  way out: give both, the second no larger than the first, or neither for a dense model",
        ),
        (
            'model = "70B"\ntokens = "1B"\nbatch = -3\n',
            "task: batch: input should be greater than or equal to 1, got -3\n  way out: correct batch=",
        ),
        (
            'model = "70B"\ntokens = "1B"\n[site]\nrack_power = "-3 kW"\n',
            "task: site: rack_power: must be more than nothing, got -3000 W\n"
            "  way out: write a positive quantity, or leave it out",
        ),
        (
            'model = "70B"\ntokens = "1B"\n[site]\nrack_pwer = "3 kW"\n',
            "task: site: unknown field 'rack_pwer'\n"
            "  way out: the fields are rack_power, racks, power, cooling, supply, pue",
        ),
        (
            'model = "70B"\ntokens = "1B"\n[target]\ntime = "60 parsecs"\n',
            "task: target: time: unknown unit 'parsecs' for duration\n  way out: write one of s, min, h, d, ms",
        ),
        (
            'model = "70B"\ntokens = "1B"\n[growth]\nnow = 1000\n',
            "task: growth: now: input should be less than or equal to 128, got 1000\n  way out: correct now=",
        ),
        (
            'model = "70B"\ntokens = "1B"\n[growth]\nnow = 16\nlater = 8\n',
            "task: growth: later=8 nodes are fewer than now=16\n"
            "  way out: give in later= all nodes of 12 to 24 months from now, those of today included",
        ),
        (
            'model = "70B"\ntokens = "1B"\n[site]\nsupply = "80 °C"\n',
            "task: site: supply: facility water of 80 °C is outside 2 to 70 °C\n"
            "  way out: check the number and its unit, or leave it out",
        ),
    ],
)
def test_bad_input_has_one_exact_message(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DesignError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: {message}"


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(DesignError, match="no such file"):
        read(tmp_path / "no.toml")
    with pytest.raises(DesignError, match="is not TOML"):
        read(written(tmp_path, "model = "))
