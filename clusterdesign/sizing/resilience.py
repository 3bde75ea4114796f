"""What scheduler and fault tolerance ask of a cluster beside its nodes: servers, managers, spare nodes, feeds."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clusterdesign import catalog
from clusterdesign.intent.managed import ManagementPlane, Scheduler
from clusterdesign.sizing.platforms import Platform
from clusterdesign.sizing.understood import Understood

_SCHEDULERS: dict[str, Scheduler] = {"slurm": "slurm", "kubernetes": "kubernetes", "both": "hybrid"}
REPAIR = 3.0
"""Days from the failure of a node to its return: a planning value for parts that come the next working day."""

COVERED = 0.99
"""Share of days on which the spare nodes are enough."""

FEW_FEEDS, MANY_FEEDS, MANY_NODES = 3, 4, 64
"""Supply paths; any of them may fail and the others carry the load. Beyond so many nodes the racks with the spines have
more cords than three PDUs have outlets."""

SERVER = "generic/server-1u"
"""What carries the hosts of the management plane."""

MANAGER_PAIR = 2
MANAGER_PORTS = 2
"""Ports of leaves that a pair of managers takes: each has a splitter of its own."""


@dataclass(frozen=True, slots=True)
class Resilience:
    """How a cluster is run and how it survives faults.

    Attributes:
        scheduler: of the management plane.
        servers: that carry its hosts, so that no two that stand in for each other share one; one more where a server
            may be lost without losing that.
        spares: nodes beyond those that train.
        managers: appliances that manage the compute fabric; 0 where its managed switches do.
        feeds: supply paths.
        halves: whether either half of the supplies carries a node (N+N); otherwise any feed may be lost (N+1).
        bonded: whether the nodes have in-band ports, which end on a pair of switches.
    """

    scheduler: Scheduler
    servers: int
    spares: int
    managers: int
    feeds: int
    halves: bool
    bonded: bool


def resilience(understood: Understood, platform: Platform, nodes: int) -> Resilience:
    """Return what scheduler and fault tolerance of a task ask of a cluster.

    Args:
        understood: the task.
        platform: of the nodes.
        nodes: that train.
    """
    high = understood.high_availability
    scheduler = _SCHEDULERS[understood.scheduler]
    node = catalog.node(platform.node)
    supplies = node.supplies
    halves = high and supplies is not None and bool(supplies.needed) and 2 * (supplies.needed or 0) <= supplies.count
    few = FEW_FEEDS if nodes <= MANY_NODES else MANY_FEEDS
    asked = understood.task.operations.spare_nodes
    return Resilience(
        scheduler=scheduler,
        servers=_apart(scheduler) + high,
        spares=(spare_nodes(nodes, understood.failure_rate) if high else 0) if asked is None else asked,
        managers=MANAGER_PAIR if high and platform.manager else 0,
        feeds=2 if halves else few,
        halves=halves,
        bonded=len(node.ports("inband")) > 1,
    )


def _apart(scheduler: Scheduler) -> int:
    """Return the largest number of hosts that must not share a server."""
    plane = ManagementPlane(scheduler=scheduler)
    return max(wanted.count for wanted in plane.wanted(subnet_managers=False) if wanted.apart)


def spare_nodes(nodes: int, rate: float, repair: float = REPAIR, covered: float = COVERED) -> int:
    """Return the spare nodes that stand in for those in repair on a share of the days.

    The number in repair is taken to be Poisson with the mean ``nodes x rate x repair``.

    Args:
        nodes: that must work.
        rate: failures of a node in a day.
        repair: days from the failure of a node to its return.
        covered: share of the days.
    """
    mean = nodes * rate * repair
    spares, term = 0, math.exp(-mean)
    reached = term
    while reached < covered:
        spares += 1
        term *= mean / spares
        reached += term
    return spares


__all__ = ["Resilience", "resilience", "spare_nodes"]
