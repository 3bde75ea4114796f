"""The policies: as plain functions, as objects of the policy SDK, and over the reference clusters."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import grpc  # type: ignore[import-untyped]  # it ships no types
import pytest
from google.protobuf import empty_pb2  # type: ignore[import-untyped]  # likewise
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc
from pulumi_policy import EnforcementLevel, PolicyResource, PolicyResourceOptions, StackValidationArgs

from clusterdesign.exporters.pulumi.policies import policies
from clusterdesign.exporters.stack import stack_files
from clusterdesign.exporters.stack.policy import CHECKS, MACHINE, Resource
from tests.exporters.pulumi.running import STACKS, stack

CONFIG_MAP = "kubernetes:core/v1:ConfigMap"
FILE = "proxmoxve:index/fileLegacy:FileLegacy"


def machine(name: str, node: str = "pve-1", address: str = "10.0.0.1/24", **props: Any) -> Resource:
    held: dict[str, Any] = {
        "name": name,
        "nodeName": node,
        "tags": ["apart-slurm", "role-slurm"],
        "cpu": {"cores": 4.0},
        "memory": {"dedicated": 8192.0},
        "disks": [{"size": 100.0}],
        "initialization": {"ipConfigs": [{"ipv4": {"address": address}}]},
    }
    return Resource(f"urn:{name}", MACHINE, f"hosts/{name}", held | props)


SOUND = [machine("slurm-1"), machine("slurm-2", "pve-2", "10.0.0.2/24")]

FAULTS: dict[str, tuple[list[Resource], str]] = {
    "pairs-apart": (
        [machine("slurm-1"), machine("slurm-2", address="10.0.0.2/24")],
        "hosts/slurm-1 and hosts/slurm-2 of group slurm both run on pve-1: move one to another",
    ),
    "addresses-differ": (
        [machine("slurm-1"), machine("slurm-2", "pve-2")],
        "hosts/slurm-1 and hosts/slurm-2 both have address 10.0.0.1: give one another",
    ),
    "names-valid": (
        [machine("Slurm_1")],
        "'Slurm_1' is no name of RFC 1123: use lower-case letters, digits and '-'",
    ),
    "sizes-enough": (
        [machine("slurm-1", memory={"dedicated": 512.0})],
        "hosts/slurm-1 has 512 MiB of memory, at least 2048 are needed",
    ),
    "no-plain-secrets": (
        [Resource("urn:c", CONFIG_MAP, "services/c", {"data": {"slurmdbd.conf": "StoragePass=Hush123456\n"}})],
        "services/c holds a password in the clear under slurmdbd.conf: make it a secret",
    ),
}


def test_every_policy_has_a_fault_here() -> None:
    assert set(FAULTS) == set(CHECKS)


@pytest.mark.parametrize("name", CHECKS)
def test_a_sound_stack_passes(name: str) -> None:
    assert list(CHECKS[name][1](SOUND)) == []


@pytest.mark.parametrize("name", CHECKS)
def test_a_fault_is_told_by_its_policy_and_no_other(name: str) -> None:
    resources, message = FAULTS[name]
    (violation,) = CHECKS[name][1](resources)
    assert (violation.message, violation.urn) == (message, resources[-1].urn)
    assert not any(list(check(resources)) for other, (_, check) in CHECKS.items() if other != name)


def _arguments(resources: list[Resource]) -> StackValidationArgs:
    options = PolicyResourceOptions(False, [], False, None, [], None, [])  # type: ignore[arg-type]  # all are unset
    return StackValidationArgs(
        [PolicyResource(one.type, one.props, one.urn, one.name, options, None, None, [], {}) for one in resources]
    )


@pytest.mark.parametrize("name", ["pairs-apart", "addresses-differ"])
def test_a_fault_is_told_alike_in_whatever_order_machines_are_registered(name: str) -> None:
    pair = [machine("slurm-2"), machine("slurm-10"), machine("slurm-1")]
    orders = ([violation.message for violation in CHECKS[name][1](order)] for order in permutations(pair))
    told = next(orders)
    assert [message.split()[0] for message in told] == ["hosts/slurm-1"] * 2
    assert all(order == told for order in orders)


@pytest.mark.parametrize("policy", policies(), ids=lambda policy: policy.name)
def test_the_policy_objects_report_the_same(policy: Any) -> None:
    told: list[tuple[str, str | None]] = []
    policy.validate(_arguments(FAULTS[policy.name][0]), lambda message, urn=None: told.append((message, urn)))
    assert told == [(FAULTS[policy.name][1], FAULTS[policy.name][0][-1].urn)]
    assert policy.enforcement_level is EnforcementLevel.MANDATORY
    told.clear()
    policy.validate(_arguments(SOUND), lambda message, urn=None: told.append((message, urn)))
    assert told == []


@pytest.mark.parametrize("name", STACKS)
def test_the_reference_clusters_keep_every_policy(name: str) -> None:
    _, done = stack(name)
    resources = [Resource(one.urn, one.type, one.name, one.inputs) for one in done.resources]
    found = [violation for _, check in CHECKS.values() for violation in check(resources)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "a private key"),
        ("admin_password: hunter2hunter2", "a password"),
        ("client-key-data: LS0t", "credentials of Kubernetes"),
    ],
)
def test_secrets_in_shared_files_are_found_and_never_quoted(text: str, what: str) -> None:
    shared = Resource("urn:f", FILE, "scheduler/f", {"sourceRaw": {"fileName": "f", "data": text}})
    (violation,) = CHECKS["no-plain-secrets"][1]([shared])
    assert violation.message == f"scheduler/f holds {what} in the clear under data: make it a secret"
    assert "hunter2" not in violation.message
    own = Resource("urn:f", FILE, "hosts/f", {"sourceRaw": {"fileName": "f-user-data.yaml", "data": text}})
    assert list(CHECKS["no-plain-secrets"][1]([own])) == []


@pytest.mark.parametrize("name", CHECKS)
def test_a_half_known_resource_is_no_crash(name: str) -> None:
    bare = [Resource("urn:a", MACHINE, "a", {"name": "a"}), Resource("urn:b", CONFIG_MAP, "b", {})]
    told = [violation.message for violation in CHECKS[name][1](bare)]
    assert (told != []) == (name == "sizes-enough")


def test_the_pack_runs_as_the_engine_would_run_it(tmp_path: Path) -> None:
    """The engine starts the program, reads its port from the first line, and asks it over gRPC."""
    for path, content in stack_files(stack("starter-a100")[0]).items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    program = tmp_path / "stack/policy/__main__.py"
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                analyzer = analyzer_pb2_grpc.AnalyzerStub(channel)
                info = analyzer.GetAnalyzerInfo(empty_pb2.Empty(), timeout=30)
                answer = analyzer.AnalyzeStack(_request(FAULTS["pairs-apart"][0]), timeout=30)
        finally:
            server.kill()
    assert info.name == "starter-a100"
    assert {policy.name for policy in info.policies} == set(CHECKS)
    assert [one.policyName for one in answer.diagnostics] == ["pairs-apart"]
    assert FAULTS["pairs-apart"][1] in answer.diagnostics[0].message


def _request(resources: list[Resource]) -> analyzer_pb2.AnalyzeStackRequest:
    request = analyzer_pb2.AnalyzeStackRequest()
    for one in resources:
        held = request.resources.add(type=one.type, urn=one.urn, name=one.name)
        held.properties.update(dict(one.props))
    return request
