"""Node, partition and GPU lines."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design import Design, Device
from clusterdesign.exporters.slurm.hostlist import hostlist
from clusterdesign.parts import Node
from clusterdesign.subnet import host_name

_MEMORY_SHARE = 0.95
"""Share of the installed memory that a node is declared with: the kernel keeps some, and slurmd drains a node that
reports less than is declared. House practice; correct it from ``slurmd -C``."""


def slurm_conf(design: Design, *, topology: bool) -> str:
    """Return the part of ``slurm.conf`` that follows from the design; sockets, cores and accounts are the site's."""
    groups = tuple(_groups(design))
    lines = [
        f"# Slurm for {design.name}: what follows from the design. Sockets and cores: see slurmd -C on a node.",
        f"ClusterName={host_name(design.name).lower()}",
        "# An alias for the machine that runs slurmctld.",
        "SlurmctldHost=slurmctld",
        "SelectType=select/cons_tres",
        "SelectTypeParameters=CR_Core_Memory",
    ]
    if any(part.gpus for part, _ in groups):
        lines.append("GresTypes=gpu")
    if topology:
        lines += [
            "# Jobs are placed under as few leaves as they fit: see topology.conf.",
            "TopologyPlugin=topology/tree",
        ]
    lines.append("")
    lines += [_node_line(part, names) for part, names in groups]
    if groups:
        everything = hostlist(name for _, names in groups for name in names)
        lines.append(f"PartitionName=gpu Nodes={everything} Default=YES MaxTime=INFINITE State=UP")
    return "\n".join((*lines, ""))


def gres_conf(design: Design) -> str:
    """Return ``gres.conf``: the GPUs of every node type, in the order of their device files."""
    lines = []
    for part, names in _groups(design):
        if part.gpus:
            kind = gpu_type(part)
            files = "/dev/nvidia0" if part.gpus == 1 else f"/dev/nvidia[0-{part.gpus - 1}]"
            lines.append(f"NodeName={hostlist(names)} Name=gpu {f'Type={kind} ' if kind else ''}File={files}")
    return "\n".join((*lines, "")) if lines else ""


def gpu_type(part: Node) -> str:
    """Return the short name of the GPU, ``h100``; empty where the platform is sold with several."""
    return part.gpu[0].split("/")[-1].split("-")[0] if len(part.gpu) == 1 else ""


def _groups(design: Design) -> Iterator[tuple[Node, list[str]]]:
    """Yield the node parts in use, each with the host names of its nodes."""
    by_part: dict[str, list[Device]] = {}
    for device in design.nodes():
        by_part.setdefault(device.part, []).append(device)
    for part, devices in by_part.items():
        model = design.parts[part]
        if isinstance(model, Node):
            yield model, [host_name(device.path) for device in devices]


def _node_line(part: Node, names: list[str]) -> str:
    fields = [f"NodeName={hostlist(names)}"]
    if part.memory is not None:
        fields.append(f"RealMemory={int(part.memory.to('GB') * 1000 * _MEMORY_SHARE)}")
    if part.gpus:
        kind = gpu_type(part)
        fields.append(f"Gres=gpu:{kind}:{part.gpus}" if kind else f"Gres=gpu:{part.gpus}")
    return " ".join((*fields, "State=UNKNOWN"))
