"""Files for Slurm and for NCCL: nodes, topology, GPUs, and which adapter is which rail."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.exporters.slurm.nccl import nccl_files
from clusterdesign.exporters.slurm.nodes import gres_conf, slurm_conf
from clusterdesign.exporters.slurm.topology import topology_conf


def slurm_files(design: Design) -> FileSet:
    """Return ``slurm/``; ``topology.conf`` only where a compute fabric joins the nodes."""
    topology = topology_conf(design)
    texts = {"slurm.conf": slurm_conf(design, topology=bool(topology)), "gres.conf": gres_conf(design)}
    if topology:
        texts["topology.conf"] = topology
    texts |= nccl_files(design)
    return FileSet({f"slurm/{name}": text.encode() for name, text in texts.items() if text})


__all__ = ["slurm_files"]
