"""Slurm as a stack deploys it: the files of the design with what its management hosts add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clusterdesign.design import Design
from clusterdesign.exporters.slurm import slurm_files
from clusterdesign.exporters.stack.accounts import Account, sacctmgr_file
from clusterdesign.exporters.stack.hosts import address, of_role
from clusterdesign.exporters.stack.schedulers import scheduler
from clusterdesign.exporters.stack.share import FILES, STATE
from clusterdesign.exporters.stack.slurm_tree import slurm_tree

CONTROLLER = "slurmctld"
"""Where the controller runs if no host of the design does: an alias that the site gives to its own."""

ALIAS = "# An alias for the machine that runs slurmctld."
_LINES = f"{ALIAS}\nSlurmctldHost={CONTROLLER}\n"
_NAMES = ("slurm.conf", "topology.conf", "gres.conf")


def slurm_share(design: Design, accounts: Sequence[Account]) -> dict[str, str]:
    """Return the files of Slurm that list nodes or accounts, by name: those that change as the cluster does."""
    built = slurm_files(design)
    files = {name: built[f"slurm/{name}"].decode() for name in _NAMES if f"slurm/{name}" in built}
    head, _, tail = files["slurm.conf"].partition(_LINES)
    if scheduler(design) == "hybrid":
        tail = _dynamic(design, tail)
        tree = slurm_tree(files.pop("topology.conf", ""))
        if tree:
            files["topology.yaml"] = tree
    files["slurm.conf"] = "".join((head, *(f"{line}\n" for line in _lines(design)), tail))
    files["cgroup.conf"] = "ConstrainCores=yes\nConstrainDevices=yes\nConstrainRAMSpace=yes\n"
    files["accounts.cfg"] = sacctmgr_file(design, accounts)
    return files


def _lines(design: Design) -> Iterator[str]:
    controllers = of_role(design, "slurm")
    if controllers:
        yield "# The first is the primary; the next one takes over and finds the state in the shared directory."
    else:
        yield from (ALIAS, f"SlurmctldHost={CONTROLLER}")
    for host in controllers:
        at = address(design, host)
        yield f"SlurmctldHost={host.name}({at})" if at else f"SlurmctldHost={host.name}"
    yield f"StateSaveLocation={STATE}"
    yield "SlurmUser=slurm"
    if scheduler(design) == "hybrid":
        # What the operator asks of a controller outside Kubernetes.
        yield from ("AuthType=auth/slurm", "CredType=cred/slurm", "AuthAltTypes=auth/jwt")
        yield "AuthAltParameters=jwt_key=/etc/slurm/jwt_hs256.key"
        yield "AuthInfo=use_client_ids"
    else:
        yield "AuthType=auth/munge"
    yield "# Nodes take this file from the controllers."
    yield "SlurmctldParameters=enable_configless"
    yield from ("ProctrackType=proctrack/cgroup", "TaskPlugin=task/cgroup,task/affinity")
    yield from ("PriorityType=priority/multifactor", "ReturnToService=1", "SlurmctldTimeout=60")
    databases = of_role(design, "database")
    if databases:
        yield "AccountingStorageType=accounting_storage/slurmdbd"
        yield f"AccountingStorageHost={address(design, databases[0]) or databases[0].name}"
        yield "AccountingStorageEnforce=associations,limits"
        yield "AccountingStorageTRES=gres/gpu"


def _dynamic(design: Design, text: str) -> str:
    """Return lines of ``slurm.conf`` without those of nodes: pods register as nodes when they start."""
    most = max((fabric.grow_to for fabric in design.fabrics), default=0)
    kept = [
        line for line in text.splitlines() if not line.startswith(("NodeName=", "PartitionName=", "TopologyPlugin="))
    ]
    count = max(most, sum(1 for _ in design.nodes()))
    lines = (f"MaxNodeCount={count}", "PartitionName=gpu Nodes=ALL Default=YES MaxTime=INFINITE State=UP")
    return "\n".join((*(line for line in kept if "topology.conf" not in line), *lines, ""))


def pointer(name: str) -> str:
    """Return a file of ``/etc/slurm`` that reads the one of the same name in the shared directory."""
    return f"include {FILES}/{name}\n"
