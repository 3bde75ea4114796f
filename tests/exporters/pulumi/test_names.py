"""Generated names are valid for every target, whatever the design is called."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdesign.errors import DesignError
from clusterdesign.exporters.stack.names import LABEL, distinct, dns_label, project_name
from tests.exporters.pulumi.running import STACKS, stack

HOSTILE = ["=1+1", "a\nb", "Кластер", "x" * 200, "", "-", "a/b.c_d", "UPPER", "9lives", "a--b", "\ud800"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_become_labels(text: str) -> None:
    assert LABEL.fullmatch(dns_label(text))
    assert LABEL.fullmatch(dns_label(text, limit=10))


@given(st.text())
def test_every_text_becomes_a_label(text: str) -> None:
    label = dns_label(text)
    assert LABEL.fullmatch(label)
    assert len(label) <= 63


def test_cut_texts_stay_different() -> None:
    assert dns_label("x" * 200) != dns_label("x" * 201)
    assert dns_label("a+b") != dns_label("a=b")


def test_plain_names_stay_as_they_are() -> None:
    assert [dns_label(text) for text in ("slurm-1", "gpu/017", "compute/leaf/su1-r3")] == [
        "slurm-1",
        "gpu-017",
        "compute-leaf-su1-r3",
    ]


def test_two_hosts_of_one_name_are_refused() -> None:
    with pytest.raises(DesignError) as error:
        distinct(["gpu/1", "gpu-1"], "hosts")
    assert str(error.value) == (
        "gpu-1: hosts 'gpu/1' and 'gpu-1' are both called gpu-1\n  way out: name one of them otherwise"
    )


def test_projects_have_names_that_pulumi_takes() -> None:
    assert project_name("a+b c/Ж") == "a-b-c--"


@pytest.mark.parametrize("name", STACKS)
def test_names_of_the_references_are_valid_for_their_targets(name: str) -> None:
    _, done = stack(name)
    machines = [one.inputs["name"] for one in done.of_type("index/vmLegacy:VmLegacy")]
    assert all(LABEL.fullmatch(machine) for machine in machines)
    assert len(set(machines)) == len(machines)
    files = [one.inputs["sourceRaw"]["fileName"] for one in done.of_type("index/fileLegacy:FileLegacy")]
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}", file) for file in files)
    for one in done.resources:
        if one.type.startswith("kubernetes:") and "metadata" in one.inputs:
            metadata = one.inputs["metadata"]
            assert all(LABEL.fullmatch(label) for label in metadata["name"].split(".")), one.name
            assert len(metadata["name"]) <= 253
            for key, value in metadata.get("labels", {}).items():
                assert re.fullmatch(r"([a-z0-9.-]{1,253}/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?", key), key
                assert re.fullmatch(r"([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?", value), value
        assert "::" not in one.name


def test_resource_names_are_paths_of_their_components() -> None:
    _, done = stack("production-h100")
    for one in done.resources:
        assert all(a and b for a, b in pairwise((*one.name.split("/"), "end"))), one.name
