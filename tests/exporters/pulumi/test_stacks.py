"""The programs of the reference clusters, whole, under mocks: resources, inputs, secrets and dependencies."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from clusterdesign.exporters.stack.charts import CHARTS
from clusterdesign.exporters.stack.hosts import placed
from clusterdesign.exporters.stack.schedulers import SCHEDULERS
from tests.exporters.pulumi.running import GENERATED, KEY, STACKS, by_name, run, shared, stack, user_data

MACHINE, FILE = "index/vmLegacy:VmLegacy", "index/fileLegacy:FileLegacy"


def test_the_reference_clusters_show_every_scheduler() -> None:
    assert {stack(name)[0].scheduler for name in STACKS} == set(SCHEDULERS)


@pytest.mark.parametrize("name", STACKS)
def test_the_program_is_a_few_lines_and_reads_the_definition_beside_it(name: str) -> None:
    lines = Path(f"stacks/{name}/__main__.py").read_text().splitlines()
    code = [line for line in lines if line and not line.startswith(('"""', "from "))]
    assert code == ['deploy(load(Path(__file__).with_name("design.py")))']


@pytest.mark.parametrize("name", STACKS)
def test_every_managed_host_is_a_machine_with_its_own_user_data_on_its_server(name: str) -> None:
    design, done = stack(name)
    machines = {one.name.removeprefix("hosts/"): one for one in done.of_type(MACHINE)}
    assert set(machines) == set(user_data(done)) == {host.name for host in design.managed_hosts}
    places = placed(design)
    for host in design.managed_hosts:
        machine = machines[host.name].inputs
        assert machine["name"] == host.name
        assert machine["nodeName"] == places[host.path] == host.server.replace("/", "-")
        assert machine["cpu"]["cores"] == host.vcpus
        assert machine["memory"]["dedicated"] == host.memory.to("GiB") * 1024
        assert [disk["size"] for disk in machine["disks"]] == [host.disk.to("GiB")]
        own = [interface for interface in design.interfaces if interface.device == host.path]
        addresses = [one["ipv4"]["address"].split("/")[0] for one in machine["initialization"]["ipConfigs"]]
        assert addresses == [interface.ipv4 for interface in own]
        vlans = [device.get("vlanId") for device in machine["networkDevices"]]
        assert vlans == [design.network[interface.network].vlan for interface in own]


@pytest.mark.parametrize("name", STACKS)
def test_a_machine_has_one_way_out(name: str) -> None:
    for machine in stack(name)[1].of_type(MACHINE):
        first, *others = machine.inputs["initialization"]["ipConfigs"]
        assert first["ipv4"]["gateway"]
        assert not any("gateway" in family for one in others for family in one.values())


@pytest.mark.parametrize("name", STACKS)
def test_members_of_a_group_stand_on_different_hypervisors(name: str) -> None:
    design, done = stack(name)
    seen = Counter(
        (tag, one.inputs["nodeName"])
        for one in done.of_type(MACHINE)
        for tag in one.inputs["tags"]
        if tag.startswith("apart-")
    )
    assert set(seen.values()) == {1}
    assert {tag.removeprefix("apart-") for tag, _ in seen} == {host.group for host in design.managed_hosts} - {""}


@pytest.mark.parametrize("name", STACKS)
def test_tags_are_sorted_as_proxmox_sorts_them(name: str) -> None:
    for machine in stack(name)[1].of_type(MACHINE):
        assert machine.inputs["tags"] == sorted(machine.inputs["tags"])


@pytest.mark.parametrize("name", STACKS)
def test_user_data_and_everything_that_holds_a_key_is_secret(name: str) -> None:
    _, done = stack(name)
    for one in done.resources:
        text = json.dumps(one.inputs)
        if any(secret in text for secret in (*GENERATED.values(), KEY)):
            assert one.secrets, one.name
    assert all(one.secrets for one in done.resources if one.name.endswith("/user-data"))
    assert by_name(done, "proxmox").secrets == {"apiToken", "ssh"}
    assert done.secret_outputs == frozenset()


@pytest.mark.parametrize("name", STACKS)
def test_outputs_are_addresses_and_no_secret(name: str) -> None:
    design, done = stack(name)
    first = {host.path: host for host in design.managed_hosts}
    assert done.outputs["scheduler"] == design.scheduler
    assert done.outputs["hosts"] == {
        first[interface.device].name: interface.ipv4
        for interface in reversed(design.interfaces)
        if interface.device in first and interface.name == "eth0"
    }


@pytest.mark.parametrize("name", STACKS)
def test_machines_wait_for_their_image_their_user_data_and_the_files_they_read(name: str) -> None:
    _, done = stack(name)
    urns = {one.urn: one for one in done.resources}
    files = {one.urn for one in done.of_type(FILE) if not one.name.endswith("/user-data")}
    for machine in done.of_type(MACHINE):
        names = {urns[urn].name for urn in machine.dependencies}
        assert names >= {f"{machine.name}/user-data", f"hosts/image/{machine.inputs['nodeName']}"}
        assert set(machine.dependencies) >= files
        # No machine waits for another, so that one more of them changes none.
        assert not any(urns[urn].type.endswith(MACHINE) for urn in machine.dependencies)


@pytest.mark.parametrize("name", STACKS)
def test_components_are_parents_and_providers_are_explicit(name: str) -> None:
    _, done = stack(name)
    components = {one.name: one.urn for one in done.resources if not one.custom}
    assert set(components) >= {"hosts", "scheduler", "fabric"}
    for one in done.resources:
        if one.custom and not one.type.startswith("pulumi:providers:"):
            assert one.parent == components[one.name.split("/")[0]], one.name
            if not one.type.startswith("random:"):
                package = "kubernetes" if one.type.startswith("kubernetes:") else "proxmoxve"
                assert f"pulumi:providers:{package}" in one.provider, one.name


def test_slurm_has_two_controllers_one_database_and_a_munge_key() -> None:
    design, done = stack("starter-a100")
    conf = shared(done)["slurm.conf"]
    assert conf.count("SlurmctldHost=") == 2
    assert "SlurmctldHost=slurm-1(10.30.0.24)\nSlurmctldHost=slurm-2(10.30.0.25)\n" in conf
    assert "AuthType=auth/munge\n" in conf
    assert "NodeName=gpu-[001-004]" in conf
    assert [one.inputs["length"] for one in done.of_type("randomBytes:RandomBytes")] == [128]
    assert sorted(name for name, text in user_data(done).items() if "/etc/munge/munge.key" in text) == [
        "database-1",
        "head-1",
        "login-1",
        "login-2",
        "slurm-1",
        "slurm-2",
    ]
    assert [name for name, text in user_data(done).items() if GENERATED["result"] in text] == ["database-1"]
    assert not list(done.of_type("helm.sh/v3:Release"))
    assert design.scheduler == "slurm"


def test_only_the_database_is_protected_from_being_made_anew() -> None:
    _, done = stack("starter-a100")
    assert [one.name for one in done.of_type(MACHINE) if one.protect] == ["hosts/database-1"]


def test_kubernetes_has_operators_monitoring_and_queues() -> None:
    design, done = stack("large-h200")
    releases = {one.inputs["name"]: one.inputs for one in done.of_type("helm.sh/v3:Release")}
    assert set(releases) == {"gpu-operator", "network-operator", "kube-prometheus-stack", "kueue"}
    for name, release in releases.items():
        assert (release["chart"], release["version"]) == (CHARTS[name].chart, CHARTS[name].version)
        assert release.get("repositoryOpts", {}).get("repo", "") == CHARTS[name].repository
    assert releases["gpu-operator"]["values"]["dcgmExporter"] == {
        "enabled": True,
        "serviceMonitor": {"enabled": True},
    }
    (queue,) = done.of_type(":ClusterQueue")
    (group,) = queue.inputs["spec"]["resourceGroups"]
    # A job that asks for something else would never be admitted, so everything that jobs ask for is covered.
    assert group["coveredResources"] == ["nvidia.com/gpu", "cpu", "memory", "ephemeral-storage"]
    for flavor in group["flavors"]:
        assert [one["name"] for one in flavor["resources"]] == group["coveredResources"]
    assert group["flavors"][0]["resources"][0] == {"name": "nvidia.com/gpu", "nominalQuota": 126 * 8}
    flavors = [one.inputs["metadata"]["name"] for one in done.of_type(":ResourceFlavor")]
    assert [flavor["name"] for flavor in group["flavors"]] == flavors
    assert "slurm.conf" not in shared(done)
    assert design.scheduler == "kubernetes"


def test_every_gpu_node_is_labelled_with_unit_and_rack() -> None:
    design, done = stack("large-h200")
    patches = {one.inputs["metadata"]["name"]: one.inputs["metadata"]["labels"] for one in done.of_type(":NodePatch")}
    assert len(patches) == 126 == sum(1 for _ in design.nodes())
    assert patches["gpu-001"] == {
        "large-h200.internal/scalable-unit": "su1",
        "large-h200.internal/rack": "a01",
        "large-h200.internal/platform": patches["gpu-126"]["large-h200.internal/platform"],
    }
    assert patches["gpu-126"]["large-h200.internal/scalable-unit"] == "su4"


def test_every_rail_is_a_resource_where_the_interfaces_are_published() -> None:
    _, done = stack("production-h100")
    (policy,) = done.of_type(":NicClusterPolicy")
    config = json.loads(policy.inputs["spec"]["rdmaSharedDevicePlugin"]["config"])
    assert [one["resourceName"] for one in config["configList"]] == [f"rail_{n}" for n in range(1, 9)]
    # The interfaces of this platform are not published: nothing is made up.
    assert not list(stack("large-h200")[1].of_type(":NicClusterPolicy"))


def test_hybrid_runs_the_controllers_on_hosts_and_the_nodes_as_pods() -> None:
    _, done = stack("production-h100")
    files = shared(done)
    assert "AuthType=auth/slurm\n" in files["slurm.conf"]
    assert "NodeName=" not in files["slurm.conf"]
    assert "MaxNodeCount=32\n" in files["slurm.conf"]
    assert "topology.conf" not in files
    slurm = by_name(done, "services/release/slurm").inputs["values"]
    assert slurm["controller"] == {"external": True, "externalConfig": {"host": "10.30.0.24", "port": "6817"}}
    assert slurm["nodesets"]["gpu-1"]["replicas"] == 32
    keys = by_name(done, "scheduler/slurm-keys")
    assert (keys.inputs["metadata"]["namespace"], set(keys.inputs["data"])) == ("slurm", {"slurm.key", "jwt_hs256.key"})
    assert keys.secrets
    annotations = {
        one.inputs["metadata"]["annotations"]["topology.slinky.slurm.net/spec"] for one in done.of_type(":NodePatch")
    }
    assert annotations == {"fabric:compute-su1"}
    assert "switch: compute-su1\n" in files["topology.yaml"]


def test_a_release_waits_for_what_it_needs() -> None:
    _, done = stack("production-h100")
    urns = {one.urn: one.name for one in done.resources}
    slurm = {urns[urn] for urn in by_name(done, "services/release/slurm").dependencies}
    assert slurm >= {"services/release/slurm-operator", "scheduler/slurm-keys", "services/namespace/slurm"}
    rules = {urns[urn] for urn in by_name(done, "services/prometheusrule/hosts").dependencies}
    assert "services/release/kube-prometheus-stack" in rules
    network = {urns[urn] for urn in by_name(done, "services/release/network-operator").dependencies}
    assert "services/release/gpu-operator" in network


def test_dashboards_and_rules_of_the_design_are_there() -> None:
    _, done = stack("production-h100")
    boards = [
        one
        for one in done.of_type("core/v1:ConfigMap")
        if one.inputs["metadata"]["labels"] == {"grafana_dashboard": "1"}
    ]
    titles = {json.loads(text)["title"] for one in boards for text in one.inputs["data"].values()}
    assert len(titles) == len(boards) > 2
    groups = {group["name"] for one in done.of_type(":PrometheusRule") for group in one.inputs["spec"]["groups"]}
    assert groups >= {"hosts", "links", "power"}


def test_ufm_is_given_its_topology_where_appliances_manage_the_fabric() -> None:
    files = shared(stack("large-h200")[1])
    assert {name for name in files if name.endswith("ndt.csv")} == {"compute-ndt.csv"}


def test_hosts_alone_come_first_while_there_is_no_kubernetes() -> None:
    design, done = stack("large-h200")
    alone = run(design, Path("stacks/large-h200/__main__.py"), services="false", kubeconfig=None)
    assert {one.name for one in alone.resources} == {
        one.name for one in done.resources if not one.type.startswith("kubernetes:")
    } - {"kubernetes", "services", "services/grafana-password"}
