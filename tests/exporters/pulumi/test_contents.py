"""Files and specifications of a stack, without a run: accounts, quotas, partitions, priorities, clocks of Slurm."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clusterdesign import Cluster, ManagementPlane, Nodes, Servers, catalog
from clusterdesign.design import Design
from clusterdesign.elaboration import elaborate
from clusterdesign.exporters.stack.accounts import Account, gpus, sacctmgr_file
from clusterdesign.exporters.stack.cloudinit import HostSetup
from clusterdesign.exporters.stack.fabrics import fabric_share, opensm_setup, stand_ins
from clusterdesign.exporters.stack.hosts import of_role, placed, startup_order
from clusterdesign.exporters.stack.queues import cluster_queue, label_domain
from clusterdesign.exporters.stack.rails import rail_devices
from clusterdesign.exporters.stack.roles import secrets_of, setup
from clusterdesign.exporters.stack.slurm import slurm_share
from clusterdesign.fabric import Managers, Partition, RailOptimized, StorageFabric

NODE = catalog.node("nvidia/dgx-h100")
UNMANAGED = catalog.switch("nvidia/mqm9790-ns2f")
TEAM = Partition(name="team", key=0x10, members=("gpu/001",))


def design(*fabrics: RailOptimized | StorageFabric, scheduler: str = "slurm", nodes: int = 40) -> Design:
    return elaborate(
        Cluster(
            name="test",
            nodes=Nodes(part=NODE, count=nodes),
            fabrics=fabrics,
            servers=(Servers(part=catalog.node("generic/server-1u"), count=3),),
            management=ManagementPlane(scheduler=scheduler),  # type: ignore[arg-type]  # read as text
        )
    )


def test_accounts_become_what_sacctmgr_loads() -> None:
    text = sacctmgr_file(design(), (Account("research", 64, 2), Account("open")))
    assert text == (
        "# Accounts and quotas: sacctmgr load file=accounts.cfg\n"
        "Cluster - 'test':Fairshare=1\n"
        "Parent - 'root'\n"
        "Account - 'research':Description='research':Organization='test':Fairshare=2:GrpTRES='gres/gpu=64'\n"
        "Account - 'open':Description='open':Organization='test':Fairshare=1\n"
    )


@pytest.mark.parametrize(
    ("found", "quotas"),
    [
        ([Account("a")], [320]),
        ([Account("a", 64), Account("b")], [64, 256]),
        ([Account("a", share=2), Account("b")], [214, 106]),
        ([Account("a"), Account("b"), Account("c")], [108, 106, 106]),
        ([Account("a", 320), Account("b")], [320, 0]),
    ],
)
def test_quotas_add_up_to_the_gpus_there_are(found: list[Account], quotas: list[int]) -> None:
    planned = design(scheduler="kubernetes")
    queues = [cluster_queue(planned, account, found) for account in found]
    given = [_gpus(queue)["nominalQuota"] for queue in queues]
    assert given == quotas
    assert sum(quotas) == gpus(planned) == 320
    assert [("borrowingLimit" in _gpus(queue)) for queue in queues] == [one.gpus is not None for one in found]


def _gpus(queue: dict[str, object]) -> dict[str, object]:
    groups = queue["resourceGroups"]
    assert isinstance(groups, list)
    held: dict[str, object] = groups[0]["flavors"][0]["resources"][0]
    return held


def test_opensm_on_hosts_knows_the_partitions_and_roots_of_all_its_fabrics() -> None:
    planned = design(
        RailOptimized(switch=UNMANAGED, partitions=(TEAM,)),
        StorageFabric(switch=UNMANAGED, mtu=2048),
    )
    files = fabric_share(planned)
    assert set(files) == {"partitions.conf", "node_names.map", "root_guids.txt"}
    lines = files["partitions.conf"].splitlines()
    # One default for both, which the one of them with the smaller frames carries too.
    assert [line for line in lines if line.startswith("Default=")] == [
        "Default=0x7fff, ipoib, mtu=4, rate=17: ALL=full, SELF=full;"
    ]
    (team,) = (line for line in lines if line.startswith("team="))
    assert team.startswith("team=0x0010: 0x")
    assert team.count("=full") == 8
    assert "compute-spine" in files["node_names.map"]
    assert "storage-" in files["node_names.map"]
    priorities = [_conf(opensm_setup(planned, host)).splitlines()[1] for host in of_role(planned, "subnet-manager")]
    assert priorities == ["sm_priority 14", "sm_priority 13"]
    assert stand_ins(planned) > 0


def _conf(made: HostSetup) -> str:
    return next(file.content for file in made.files if file.path == "/etc/opensm/opensm.conf")


def test_ufm_is_given_declared_partitions_and_a_switch_that_manages_needs_nothing() -> None:
    managers = Managers(part=catalog.appliance("nvidia/ufm-3.1"), count=2)
    ufm = design(RailOptimized(switch=UNMANAGED, partitions=(TEAM,), managers=managers), nodes=8)
    files = fabric_share(ufm)
    assert set(files) == {"compute-ndt.csv", "compute-partitions.conf.user-ext"}
    assert files["compute-partitions.conf.user-ext"].startswith("team=0x0010: ")
    assert "Default" not in files["compute-partitions.conf.user-ext"]
    managed = RailOptimized(switch=catalog.switch("nvidia/mqm9700-ns2f"), switch_manager=True)
    assert fabric_share(design(managed, nodes=8)) == {}


def test_a_cluster_without_fabrics_has_a_scheduler_all_the_same() -> None:
    files = slurm_share(design(), (Account("default"),))
    assert set(files) == {"slurm.conf", "gres.conf", "cgroup.conf", "accounts.cfg"}
    hybrid = slurm_share(design(scheduler="hybrid"), (Account("default"),))
    assert "topology.yaml" not in hybrid
    assert "MaxNodeCount=40\n" in hybrid["slurm.conf"]


def test_slurm_without_a_controller_of_its_own_keeps_the_alias() -> None:
    planned = design()
    without = replace(planned, managed_hosts=tuple(host for host in planned.managed_hosts if host.role != "slurm"))
    conf = slurm_share(without, (Account("default"),))["slurm.conf"]
    assert "# An alias for the machine that runs slurmctld.\nSlurmctldHost=slurmctld\n" in conf
    assert conf.count("SlurmctldHost=") == 1


def test_a_host_is_given_the_secrets_of_its_role_and_no_other() -> None:
    planned = design()
    held = {host.name: secrets_of(planned, host) for host in planned.managed_hosts}
    assert held["database-1"] == ("munge-key", "database-password")
    assert held["slurm-1"] == held["login-1"] == ("munge-key",)
    assert held["dns-1"] == held["monitor-1"] == held["provision-1"] == ()
    kubernetes = design(scheduler="kubernetes")
    assert not any(secrets_of(kubernetes, host) for host in kubernetes.managed_hosts)


@pytest.mark.parametrize("scheduler", ["slurm", "kubernetes", "hybrid"])
def test_no_setup_is_a_string_of_shell_and_keys_are_closed(scheduler: str) -> None:
    planned = design(scheduler=scheduler)
    for host in planned.managed_hosts:
        secrets = {name: f"secret-{name}" for name in secrets_of(planned, host)}
        made = setup(planned, host, "192.0.2.10:/export/cluster", secrets)
        for file in made.files:
            assert not file.content.startswith("#!")
            if any(secret in file.content for secret in secrets.values()):
                assert file.permissions in {"0400", "0600"}, file.path
                assert not file.owner.startswith("root"), file.path
        assert len({file.path for file in made.files}) == len(made.files)


def test_what_others_ask_starts_first() -> None:
    planned = design()
    order = {host.role: startup_order(host) for host in planned.managed_hosts}
    assert order["dns"] < order["database"] < order["slurm"] < order["login"]


def test_labels_begin_with_the_domain_of_the_plan_and_rails_follow_the_platform() -> None:
    planned = design(RailOptimized(switch=UNMANAGED), nodes=4)
    assert label_domain(planned) == "test.internal"
    assert label_domain(replace(planned, networks=())) == "cluster.internal"
    assert list(rail_devices(planned)) == [f"rail-{n}" for n in range(1, 9)]
    assert set(placed(planned).values()) == {"mgmt-01", "mgmt-02", "mgmt-03"}
