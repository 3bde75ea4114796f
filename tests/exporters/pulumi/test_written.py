"""The stack that a build writes: self-contained, the same bytes every time, and without Pulumi until it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from clusterdesign.definitions import load
from clusterdesign.design.manifest import load as read
from clusterdesign.elaboration import elaborate
from clusterdesign.exporters.stack import project, stack_files
from clusterdesign.exporters.stack.pins import PINS
from clusterdesign.exporters.stack.settings import settings
from clusterdesign.intent import Hosts, ManagementPlane, Servers
from tests.addresses.clusters import SERVER, small
from tests.exporters.pulumi.running import STACKS, deployed, inputs, stack

WRITTEN = {
    "stack/Pulumi.yaml",
    "stack/README.md",
    "stack/__main__.py",
    "stack/design.json",
    "stack/policy/PulumiPolicy.yaml",
    "stack/policy/__main__.py",
    "stack/requirements.txt",
}


@pytest.mark.parametrize("name", STACKS)
def test_it_holds_everything_that_it_needs(name: str) -> None:
    design = load(Path(f"stacks/{name}/design.py"))
    files = stack_files(design)
    assert set(files) == WRITTEN
    assert read(files["stack/design.json"]) == design


def test_it_registers_from_the_written_directory_what_the_definition_registers() -> None:
    design, done = stack("starter-a100")
    assert inputs(deployed(design)) == inputs(done)


def test_versions_are_those_of_the_lock_file() -> None:
    lock = Path("requirements-dev.lock").read_text()
    locked = dict(re.findall(r"^(pulumi[\w-]*)==(\S+)", lock, re.MULTILINE))
    assert {package: locked[package] for package in PINS} == dict(PINS)
    lines = stack_files(stack("starter-a100")[0])["stack/requirements.txt"].decode().splitlines()
    assert all(re.fullmatch(r"[a-z-]+==[0-9][\w.]*", line) for line in lines)
    assert lines[0].startswith("clusterdesign==")


PROGRAM = """
import sys
from pathlib import Path
from clusterdesign.definitions import load
from clusterdesign.exporters.stack import stack_files
print(stack_files(load(Path("stacks/starter-a100/design.py"))).digest)
print(sorted(name for name in sys.modules if name.partition("_")[0] == "pulumi" or name.startswith("grpc")))
"""


def test_a_build_needs_no_pulumi_and_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    digests = set()
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ".", "PATH": ""},
        )
        digest, modules = done.stdout.splitlines()
        assert modules == "[]"
        digests.add(digest)
    assert len(digests) == 1


@pytest.mark.parametrize("name", STACKS)
def test_the_readme_names_commands_settings_and_what_must_exist_before(name: str) -> None:
    design = load(Path(f"stacks/{name}/design.py"))
    text = stack_files(design)["stack/README.md"].decode()
    for command in ("pulumi login --local", "pulumi stack init production", "pulumi preview", "pulumi up"):
        assert f"\n{command}" in text
    assert text.index("## What must exist before") < text.index("## Commands")
    for setting in settings(design):
        assert f"| `{setting.key}` |" in text
    assert ("kubeadm init" in text) == (design.scheduler != "slurm")
    assert ("sacctmgr load" in text) == (design.scheduler != "kubernetes")


def test_the_readme_lists_hypervisors_in_natural_order() -> None:
    """Hosts of all kinds are dealt over twelve servers, the first of them to the second server."""
    plane = ManagementPlane(scheduler="hybrid", login=Hosts(count=9))
    servers = (Servers(part=SERVER, name="mgmt/{n}", count=12),)
    text = stack_files(elaborate(small(management=plane, servers=servers)))["stack/README.md"].decode()
    line = next(line for line in text.splitlines() if line.startswith("* Proxmox VE on the servers"))
    names = re.findall("`(mgmt-[0-9]+)`", line)
    assert len(names) > 10
    assert names == [f"mgmt-{n}" for n in range(1, 13) if f"mgmt-{n}" in names]


@pytest.mark.parametrize("name", STACKS)
def test_the_projects_in_the_repository_are_what_would_be_written(name: str) -> None:
    """Written anew with ``UPDATE_GOLDENS=1``."""
    design = load(Path(f"stacks/{name}/design.py"))
    texts = {
        "Pulumi.yaml": project.project_file(design, virtualenv="../../.venv"),
        "Pulumi.dev.yaml": project.example_file(design),
        "__main__.py": project.program("design.py"),
    }
    for file, text in texts.items():
        path = Path("stacks", name, file)
        if os.environ.get("UPDATE_GOLDENS"):
            path.write_text(text)
        assert path.read_text() == text
