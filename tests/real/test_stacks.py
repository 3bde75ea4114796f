"""What stacks deploy, under the programs it is meant for: cloud-init, Kubernetes, Slurm, OpenSM, BIND and others."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import kubernetes_validate  # type: ignore[import-untyped]  # it ships no types
import pytest

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, catalog
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.exporters.pulumi.dry_run import DryRun, Registered
from clusterdesign.exporters.stack.cloudinit import HostFile, HostSetup, Mount, user_data
from clusterdesign.exporters.stack.fabrics import fabric_share, opensm_setup
from clusterdesign.exporters.stack.hosts import of_role
from clusterdesign.exporters.stack.share import FILES
from clusterdesign.fabric import RailOptimized
from clusterdesign.simulation.opensm import simulator
from clusterdesign.subnet import subnet
from tests.exporters.pulumi.running import STACKS, shared, stack
from tests.exporters.pulumi.running import user_data as written
from tests.real.test_slurm import SITE, controller

Program = Callable[[str], Path]

KUBERNETES = ("1.33", "1.37")
"""Versions of the published schemas, an older and the newest one at hand."""

KINDS = {
    "kueue.x-k8s.io/v1beta2": {"ClusterQueue", "LocalQueue", "ResourceFlavor", "Topology"},
    "mellanox.com/v1alpha1": {"NicClusterPolicy"},
    "monitoring.coreos.com/v1": {"PrometheusRule"},
    "monitoring.coreos.com/v1alpha1": {"ScrapeConfig"},
}
"""Kinds of other people's resources: their schemas come with their charts."""


@pytest.mark.parametrize("name", STACKS)
def test_cloud_init_takes_the_user_data_of_every_host(name: str, program: Program, tmp_path: Path) -> None:
    texts = written(stack(name)[1])
    assert texts
    for host, text in texts.items():
        check(program, tmp_path / host, text)


def test_cloud_init_takes_hostile_texts(program: Program, tmp_path: Path) -> None:
    hostile = "=1+1\n\"'#{}[]: \t Кластер \u2028 " + "x" * 200
    setup = HostSetup(("munge",), (HostFile("/etc/a", hostile),), (Mount("a:/b", "/c", "defaults"),))
    check(program, tmp_path / "hostile", user_data("a-1", "a.internal", "operator", [hostile], setup))


def test_cloud_init_finds_what_is_wrong(program: Program, tmp_path: Path) -> None:
    text = user_data("a-1", "", "operator", [], HostSetup()).replace('"package_update": true', '"package_update": 3')
    with pytest.raises(AssertionError, match="package_update"):
        check(program, tmp_path / "wrong", text)


def check(program: Program, path: Path, text: str) -> None:
    path.write_text(text)
    done = subprocess.run(
        [program("cloud-init"), "schema", "--config-file", path],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def objects(done: DryRun) -> Iterator[Registered]:
    return (one for one in done.resources if "apiVersion" in one.inputs)


@pytest.mark.parametrize("version", KUBERNETES)
@pytest.mark.parametrize("name", STACKS)
def test_kubernetes_objects_fit_the_published_schemas(name: str, version: str) -> None:
    design, done = stack(name)
    checked = 0
    for one in objects(done):
        if one.inputs["apiVersion"] in KINDS:
            assert one.inputs["kind"] in KINDS[one.inputs["apiVersion"]], one.name
            continue
        kubernetes_validate.validate(one.inputs, version, strict=True)
        checked += 1
    assert (checked > 0) == (design.scheduler != "slurm")


def test_the_schemas_find_what_is_misspelt() -> None:
    done = stack("large-h200")[1]
    space = next(one for one in objects(done) if one.inputs["kind"] == "Namespace")
    wrong = {**space.inputs, "metadata": {**space.inputs["metadata"], "lables": {}}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, KUBERNETES[0], strict=True)


def local(text: str) -> str:
    """Leave out what only a whole site has: keys, the shared directory, the database of accounting."""
    ours = {line.split("=", 1)[0] for line in SITE.strip().splitlines()}
    absent = ("Auth", "CredType", "AccountingStorage", *(f"{key}=" for key in ours))
    lines = [line for line in text.splitlines() if not line.startswith(absent)]
    kept = "\n".join((*lines, ""))
    return re.sub(r"^SlurmctldHost=slurm-1\(.*\)$", "SlurmctldHost=slurmctld", kept, flags=re.MULTILINE)


@pytest.mark.skipif(os.geteuid() != 0, reason="a controller without accounts and keys must run as root")
@pytest.mark.parametrize("name", ["starter-a100", "production-h100", "superpod-h100"])
def test_slurmctld_takes_the_files_of_the_shared_directory(name: str, program: Program, tmp_path: Path) -> None:
    program("slurmctld")
    files = {
        file: text
        for file, text in shared(stack(name)[1]).items()
        if file in {"slurm.conf", "topology.conf", "gres.conf"}
    }
    files["slurm.conf"] = local(files["slurm.conf"])
    with controller(files, tmp_path, program) as client:
        told = client("scontrol", "show", "config")
        assert f"ClusterName             = {name}" in told
        assert re.search(r"SlurmctldHost\[1\]\s*= slurm-2\(10\.30\.0\.25\)", told)
        assert "PartitionName=gpu" in client("scontrol", "show", "partition")
    log = (tmp_path / "ctld.log").read_text() + (tmp_path / "out").read_text()
    assert not re.search(r"specified more than once|parsing error|unrecognized", log, re.IGNORECASE), log
    assert "fatal" not in log


def unmanaged() -> Design:
    """Return a cluster on switches that cannot manage a fabric, so that hosts must."""
    fabric = RailOptimized(switch=catalog.switch("nvidia/mqm9790-ns2f"))
    cluster = Cluster(
        name="unmanaged",
        nodes=Nodes(part=catalog.node("nvidia/dgx-h100"), count=33),
        fabrics=(fabric,),
        servers=(Servers(part=catalog.node("generic/server-1u"), count=2),),
        management=ManagementPlane(scheduler="slurm"),
    )
    return elaborate(cluster)


def test_opensm_takes_the_configuration_of_its_host_and_the_shared_files(program: Program) -> None:
    for name in ("opensm", "ibsim", "ibsim-run"):
        program(name)
    design = unmanaged()
    first, second = of_role(design, "subnet-manager")
    conf, standby = (
        next(one.content for one in opensm_setup(design, host).files if one.path == "/etc/opensm/opensm.conf")
        for host in (first, second)
    )
    assert ("sm_priority 14" in conf, "sm_priority 13" in standby) == (True, True)
    fabric = subnet(design, "compute")
    with simulator(fabric, next(fabric.adapters)) as simulated:
        for file, text in fabric_share(design).items():
            (simulated.directory / file).write_text(text)
        (simulated.directory / "opensm.conf").write_text(conf.replace(FILES, str(simulated.directory)))
        simulated.opensm()
        said = (simulated.directory / "opensm.out").read_text()
        log = (simulated.directory / "osm.log").read_text("utf-8", "replace")
    assert "nrecognized" not in said
    assert "SUBNET UP" in log
    assert "ftree" in log


@pytest.mark.parametrize("name", STACKS)
def test_the_servers_of_names_and_addresses_take_the_shared_files(name: str, program: Program, tmp_path: Path) -> None:
    files = shared(stack(name)[1])
    for file, text in files.items():
        (tmp_path / file).write_text(text.replace(FILES, str(tmp_path)))
    for tool, arguments in (
        ("kea-dhcp4", ["-t", "outer4"]),
        ("kea-dhcp6", ["-t", "outer6"]),
        ("named-checkconf", ["-z", "named.conf"]),
        ("promtool", ["check", "config", "prometheus.yml"]),
        ("amtool", ["check-config", "alertmanager.yml"]),
    ):
        for digit in "46":
            (tmp_path / f"outer{digit}").write_text(f'<?include "{tmp_path}/kea-dhcp{digit}.conf"?>\n')
        done = subprocess.run(
            [program(tool), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, (tool, done.stdout + done.stderr)
        # promtool only warns of a file of targets that is not there.
        assert "does not exist" not in done.stdout + done.stderr, tool
