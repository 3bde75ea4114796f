"""Which scheduler a design declares, and what follows from it."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.errors import DesignError

SCHEDULERS = ("slurm", "kubernetes", "hybrid")
"""What a stack can run: Slurm on hosts, Kueue on Kubernetes, or Slurm whose nodes are pods of Kubernetes."""


def scheduler(design: Design) -> str:
    """Return the scheduler of a design.

    Raises:
        DesignError: it declares none, or one that no stack knows.
    """
    if design.scheduler in SCHEDULERS:
        return design.scheduler
    known = ", ".join(repr(name) for name in SCHEDULERS)
    if not design.scheduler:
        raise DesignError(
            "declares no management plane, of which a stack consists",
            thing=design.name,
            fix=f"declare management=ManagementPlane(scheduler=...), one of {known}",
        )
    raise DesignError(f"no stack for scheduler {design.scheduler!r}", thing=design.name, fix=f"declare one of {known}")


def on_slurm(design: Design) -> bool:
    """Tell whether Slurm's controllers run on hosts of their own."""
    return scheduler(design) in {"slurm", "hybrid"}


def on_kubernetes(design: Design) -> bool:
    """Tell whether there is a Kubernetes cluster with services on it."""
    return scheduler(design) in {"kubernetes", "hybrid"}
