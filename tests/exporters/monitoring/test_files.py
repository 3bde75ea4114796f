from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import yaml  # type: ignore[import-untyped]  # it comes with other tools

from clusterdesign.design import Design
from clusterdesign.exporters.monitoring import alertmanager, dashboards, monitoring_files, prometheus_rules, targets
from tests.exporters.monitoring.clusters import air, bare

PROGRAM = """
from clusterdesign.exporters.monitoring import monitoring_files
from tests.exporters.monitoring.clusters import air, liquid
print(monitoring_files(air()).digest, monitoring_files(liquid()).digest)
"""


def test_the_files_hold_what_the_functions_return() -> None:
    files = monitoring_files(air())
    groups = prometheus_rules(air())

    assert [yaml.safe_load(files[f"monitoring/rules/{group['name']}.yml"]) for group in groups] == [
        {"groups": [group]} for group in groups
    ]
    assert yaml.safe_load(files["monitoring/alertmanager.yml"]) == alertmanager(air())
    for job, found in targets(air()).items():
        assert json.loads(files[f"monitoring/targets/{job}.json"]) == found
    for name, board in dashboards(air()).items():
        assert json.loads(files[f"monitoring/dashboards/{name}.json"]) == board


def test_prometheus_is_told_of_every_file() -> None:
    files = monitoring_files(air())
    config = yaml.safe_load(files["monitoring/prometheus.yml"])

    named = set(config["rule_files"])
    named |= {path for job in config["scrape_configs"] for one in job["file_sd_configs"] for path in one["files"]}
    assert {f"monitoring/{path}" for path in named} == {
        path for path in files if path.startswith(("monitoring/rules/", "monitoring/targets/"))
    }


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }

    assert len(digests) == 1


def test_the_readme_says_what_is_not_watched_and_why() -> None:
    text = monitoring_files(bare())["monitoring/README.md"].decode()

    assert text.partition("## What is not watched\n\n")[2] == (
        "- InfiniBand: the design has no such fabric.\n"
        "- Ports of the switches of oob: only whether each switch answers.\n"
        "- Power: the design has no feeds.\n"
        "- Coolant: the design has no loops.\n"
        "- Shared storage: the design has none.\n"
    )


def test_hosts_without_a_planned_name_are_asked_by_their_bare_one() -> None:
    design = replace(bare(), interfaces=(), networks=())
    text = monitoring_files(design)["monitoring/README.md"].decode()

    assert targets(design)["node"][0]["targets"] == ["gpu-001:9100"]
    assert "ping" not in targets(design)
    assert (
        "- Nothing is missed, but names must resolve: gpu/001, gpu/002 have no in-band address in the design and are "
        "asked by their bare host name.\n"
        "- Reachability of 2 of kind node: the address plan has no management address for them.\n"
        "- Reachability of 1 of kind switch: the address plan has no management address for them.\n"
    ) in text


def test_the_readme_names_hosts_that_watch_a_fabric() -> None:
    text = monitoring_files(air())["monitoring/README.md"].decode()

    assert "| infiniband | infiniband_exporter for compute on gpu/001, gpu/003, port 9315, with " in text
    assert "| `pdu_power_watts` | active power, W: reading of the PDU, under a name of ours | **assumption**" in text


def test_an_empty_design_has_files_that_say_so() -> None:
    files = monitoring_files(Design(name="empty", parts={}))

    assert set(files) == {f"monitoring/{name}" for name in ("README.md", "alertmanager.yml", "prometheus.yml")}
    assert yaml.safe_load(files["monitoring/prometheus.yml"])["scrape_configs"] == []
