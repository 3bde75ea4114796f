from __future__ import annotations

from itertools import chain
from typing import get_args

import pytest

from clusterdesign.asbuilt.acceptance import Scope, acceptance_plan, soak_minutes
from clusterdesign.exporters.acceptance import acceptance_files
from clusterdesign.tables.acceptance import acceptance_book
from clusterdesign.tables.i18n import words
from tests.networks.test_storage import gbytes, stored
from tests.subnet.fabrics import design


@pytest.mark.parametrize(("rate", "minutes"), [(400, 125), (200, 250), (800, 62)])
def test_a_soak_is_as_long_as_the_error_rate_takes_to_show(rate: int, minutes: int) -> None:
    assert soak_minutes(rate) == minutes


def test_every_link_node_rail_and_unit_is_tested() -> None:
    steps = acceptance_plan(design(40, storage=True))
    wiring = {step.what: step.count for step in steps if step.test == "wiring"}
    assert wiring["fabric compute"] == 40 * 8 + 512
    assert {step.scope for step in steps} == set(get_args(Scope))
    assert sum(step.count for step in steps if step.test == "point to point") == 40 * 8
    assert [step.what for step in steps if step.scope == "unit"] == ["unit 1, 32 nodes", "unit 2, 8 nodes"]
    assert [step.stage for step in steps] == sorted(step.stage for step in steps)


def test_limits_are_those_that_were_published_for_the_gpu() -> None:
    limits = {step.test: step.limit for step in acceptance_plan(design(32))}
    assert limits["point to point"] == 380
    assert limits["all-reduce in the node"] == 460
    limits = {step.test: step.limit for step in acceptance_plan(design(4, "hdr"))}
    assert limits["point to point"] == 180
    assert limits["all-reduce in the node"] == 228


def test_no_limit_is_invented() -> None:
    for step in acceptance_plan(design(40, storage=True)):
        assert (step.limit is None) == (step.source == "to be agreed")


def test_storage_limits_are_those_that_the_design_asks_for() -> None:
    made = stored(6, read=gbytes(200), node_read=gbytes(4), node_write=gbytes(1))
    steps = [step for step in acceptance_plan(made) if step.test.startswith("storage")]
    assert [(step.scope, step.test, step.limit, step.source) for step in steps] == [
        ("node", "storage read", 4, "the design"),
        ("node", "storage write", 1, "the design"),
        ("cluster", "storage read", 200, "the design"),
        ("cluster", "storage write", 32, "the design"),
    ]


def test_storage_of_which_nothing_is_asked_has_the_published_limits() -> None:
    steps = [step for step in acceptance_plan(stored(6)) if step.test.startswith("storage")]
    assert [(step.scope, step.limit) for step in steps] == [("node", 4), ("node", 2)]
    assert all("RA-11333-001" in step.source for step in steps)


def test_the_plan_has_russian_heads() -> None:
    sheets = acceptance_book(design(32)).sheets
    heads = {column.head for column in chain.from_iterable(sheet.columns for sheet in sheets)}
    assert ({sheet.name for sheet in sheets} | heads | set(get_args(Scope))) - words("ru").keys() == set()


def test_jobs_name_their_nodes_and_run_in_order() -> None:
    files = acceptance_files(design(40), "en")
    jobs = [path.rpartition("/")[2] for path in files if path.endswith(".sh")]
    assert jobs == [
        "3-node-all-reduce.sh",
        "3-node-diagnostics.sh",
        "5-unit-1-all-reduce.sh",
        "5-unit-2-all-reduce.sh",
        "6-cluster.sh",
        "8-burn-in.sh",
    ]
    assert files["acceptance/jobs/5-unit-2-all-reduce.sh"].decode().splitlines() == [
        "#!/bin/sh",
        "#SBATCH --nodes=8 --nodelist=gpu-[033-040] --gres=gpu:8 --exclusive",
        "set -eu",
        "srun --ntasks-per-node=8 all_reduce_perf -b 16G -e 16G -g 1",
    ]
