"""What changes when a cluster grows: the differences of two mocked runs, resource by resource."""

from __future__ import annotations

from clusterdesign.exporters.pulumi.dry_run import DryRun
from tests.exporters.pulumi.running import by_name, changed, deployed, inputs

# Files of the shared directory and objects that list every device, count nodes or add up what they draw.
LISTS = ("prometheus-targets-", "prometheus-rules-", "grafana-", "kea-dhcp")
OBJECTS = ("services/prometheusrule/", "services/scrapeconfig/", "services/dashboard/")


def difference(before: DryRun, after: DryRun) -> tuple[set[str], set[str], set[str]]:
    """Return the names of the resources that were added, removed and changed."""
    old, new = inputs(before), inputs(after)
    added = {name for _, name in new.keys() - old.keys()}
    removed = {name for _, name in old.keys() - new.keys()}
    return added, removed, {key[1] for key in old.keys() & new.keys() if old[key] != new[key]}


def lists(names: set[str]) -> set[str]:
    """Return the names that are lists of devices: files of monitoring, DHCP and DNS, and their objects."""
    files = {f"hosts/{start}" for start in LISTS}
    return {
        name
        for name in names
        if name.startswith((*files, *OBJECTS)) or (name.startswith("hosts/") and name.endswith(".zone"))
    }


def test_a_node_more_under_slurm_changes_files_that_list_nodes_and_no_machine() -> None:
    added, removed, moved = difference(deployed(changed("starter-a100", 3)), deployed(changed("starter-a100", 4)))
    assert (added, removed) == (set(), set())
    assert moved - lists(moved) == {"scheduler/slurm.conf", "scheduler/gres.conf", "scheduler/topology.conf"}
    assert lists(moved) >= {"hosts/prometheus-targets-node.json", "hosts/starter-a100.internal.zone"}


def test_a_node_more_on_kubernetes_adds_its_labels_and_changes_what_counts_nodes() -> None:
    before, after = (deployed(changed("large-h200", nodes)) for nodes in (32, 33))
    added, removed, moved = difference(before, after)
    assert (added, removed) == ({"services/node/gpu-033"}, set())
    assert moved - lists(moved) == {"scheduler/clusterqueue/default", "fabric/compute-ndt.csv"}
    queue = by_name(after, "scheduler/clusterqueue/default").inputs["spec"]["resourceGroups"][0]
    assert queue["flavors"][0]["resources"][0]["nominalQuota"] == 33 * 8


def test_a_node_more_as_a_pod_of_slurm_adds_its_labels_and_one_replica() -> None:
    before, after = (deployed(changed("production-h100", nodes)) for nodes in (31, 32))
    added, removed, moved = difference(before, after)
    assert (added, removed) == ({"services/node/gpu-032"}, set())
    assert moved - lists(moved) == {"scheduler/slurm.conf", "scheduler/gres.conf", "services/release/slurm"}


def test_a_host_more_adds_its_machine_and_its_user_data_and_changes_no_other() -> None:
    before, after = (deployed(changed("starter-a100", login=count)) for count in (2, 3))
    added, removed, moved = difference(before, after)
    assert (added, removed) == ({"hosts/login-3", "hosts/login-3/user-data"}, set())
    assert moved == lists(moved)


def test_the_same_design_registers_the_same_resources() -> None:
    assert inputs(deployed(changed("starter-a100", 4))) == inputs(deployed(changed("starter-a100", 4)))
