"""How much faster more nodes are, and what a claimed speed-up implies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.layertime import Machine
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.steptime import step_time

Mode: TypeAlias = Literal["weak", "strong"]
"""Weak: every GPU keeps its share of the batch; strong: the global batch stays."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A speed-up as it is told, without a source.

    Attributes:
        name: where it is heard.
        nodes, speedup: against one node.
        taper: of the fabric.
    """

    name: str
    nodes: int
    speedup: float
    taper: float = 1.0


PESSIMISTIC = (
    Preset("integrator, 8 nodes", 8, 6.0),
    Preset("integrator, 32 nodes", 32, 24.0),
    Preset("integrator, 32 nodes at 2:1", 32, 17.0, 2.0),
)
"""A pessimistic integrator's rule of thumb. No source is known; published weak scaling keeps 95 to 100 % at 8 to 32
nodes and 91 % at 64 (llm-foundry). For comparison only: nothing is computed from it."""


def speedup(
    model: Architecture, sequence: int, batch: int, plan: Plan, machine: Machine, *, nodes: int, mode: Mode
) -> float:
    """Return the throughput of data-parallel training on several nodes to that of one.

    Args:
        model: the architecture.
        sequence: tokens of a sequence.
        batch: sequences of a step on one node.
        plan: the layout on one node; its data-parallel ranks are multiplied.
        machine: hardware; its number of nodes is replaced.
        nodes: how many.
        mode: weak or strong scaling.

    Raises:
        DesignError: the batch is not divided by the ranks; strong scaling ends there.
    """
    one = step_time(model, sequence, batch, plan, _with_nodes(machine, 1)).total
    whole = batch * nodes if mode == "weak" else batch
    many = step_time(model, sequence, whole, replace(plan, dp=plan.dp * nodes), _with_nodes(machine, nodes)).total
    return (whole / many) / (batch / one)


def _with_nodes(machine: Machine, nodes: int) -> Machine:
    return replace(machine, network=machine.network.with_nodes(nodes))


def implied_exposed(nodes: int, claimed: float) -> float:
    """Return the exposed communication, relative to compute, that a claimed speed-up implies: ``n / claimed - 1``."""
    return nodes / claimed - 1


def with_slower_network(nodes: int, exposed: float, factor: float) -> float:
    """Return the speed-up when exposed communication takes ``factor`` times as long: ``n / (1 + e factor)``.

    Args:
        nodes: n.
        exposed: e, exposed communication relative to compute.
        factor: how much longer it takes.
    """
    return nodes / (1 + exposed * factor)
