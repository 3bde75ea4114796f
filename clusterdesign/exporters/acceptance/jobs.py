"""Job scripts for Slurm: one for each stage that runs on the nodes, to be handed to ``sbatch`` in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from clusterdesign.design import Design
from clusterdesign.exporters.slurm.hostlist import hostlist
from clusterdesign.parts import Node
from clusterdesign.subnet import host_name


def job_scripts(design: Design) -> Mapping[str, str]:
    """Return the scripts by file name; none where there are no GPU nodes."""
    gpus = {
        device.path: part.gpus
        for device in design.nodes()
        if isinstance(part := design.parts[device.part], Node) and part.gpus
    }
    if not gpus:
        return {}
    names = [host_name(path) for path in gpus]
    each = min(gpus.values())
    scripts = {
        "3-node-diagnostics.sh": _script(names, each, ["srun --ntasks-per-node=1 dcgmi diag -r 3"]),
        "3-node-all-reduce.sh": _script(
            names, each, [f"srun --ntasks-per-node=1 all_reduce_perf -b 16G -e 16G -g {each}"]
        ),
        "8-burn-in.sh": _script(names, each, ["srun --ntasks-per-node=1 dcgmi diag -r 4"]),
    }
    collective = [f"srun --ntasks-per-node={each} all_reduce_perf -b 16G -e 16G -g 1"]
    for unit, hosts in _units(design, gpus):
        scripts[f"5-unit-{unit}-all-reduce.sh"] = _script(hosts, each, collective)
    if len(names) > 1:
        whole = [*collective, f"srun --ntasks-per-node={each} alltoall_perf -b 16G -e 16G -g 1"]
        scripts["6-cluster.sh"] = _script(names, each, whole)
    return scripts


def _units(design: Design, gpus: Mapping[str, int]) -> Iterator[tuple[int, list[str]]]:
    """Yield the units that have somebody to talk to within them."""
    counts = Counter(design.device[path].unit or 1 for path in gpus)
    for unit in sorted(counts):
        if counts[unit] > 1:
            yield unit, [host_name(path) for path in gpus if (design.device[path].unit or 1) == unit]


def _script(hosts: list[str], gpus: int, commands: list[str]) -> str:
    head = f"#SBATCH --nodes={len(hosts)} --nodelist={hostlist(hosts)} --gres=gpu:{gpus} --exclusive"
    return "\n".join(("#!/bin/sh", head, "set -eu", *commands, ""))
