"""How many bytes a GPU sends in a step for each kind of parallelism, over NVLink and over the fabric."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.collectives import Group, Operation, factor
from clusterdesign.sizing.hardware import Network
from clusterdesign.sizing.memory import held
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.states import WEIGHT, WEIGHTS

_GRADIENT = 4


@dataclass(frozen=True, slots=True)
class Load:
    """Bytes that one GPU sends in a step.

    Attributes:
        name: kind of parallelism: TP, CP, EP, PP, DP.
        nvlink, fabric: bytes inside the node, and through the GPU's adapter.
    """

    name: str
    nvlink: float
    fabric: float


def split(size: float, operation: Operation, group: Group) -> tuple[float, float]:
    """Return bytes that a rank sends inside its node and over the fabric, on the mean.

    Of ``S x factor`` the part ``(k-1)/(n-1)`` leaves the node, for n ranks on k nodes.

    Args:
        size: S, bytes of the whole buffer.
        operation: which collective.
        group: its ranks.

    Source: github.com/stas00/ml-engineering, network/README.md; the figure of a hierarchical ring.
    """
    if group.ranks == 1:
        return 0.0, 0.0
    sent = size * factor(operation, group.ranks)
    outside = sent * (group.nodes - 1) / (group.ranks - 1)
    return max(0.0, sent - outside), outside


def loads(model: Architecture, sequence: int, batch: int, plan: Plan, network: Network) -> tuple[Load, ...]:
    """Return the bytes that one GPU of a middle stage sends in a step; kinds that send nothing are left out.

    Args:
        model: the architecture.
        sequence: tokens of a sequence.
        batch: sequences of the global batch.
        plan: the parallel layout.
        network: the fabric.

    Source: arXiv:2205.05198, section 4.2 (tensor), arXiv:1910.02054, section 7 (data). Recomputation in full repeats
    the tensor-parallel messages of the forward pass.
    """
    m = plan.micro_batches(batch)
    layers = model.layers / plan.pp
    tokens = sequence // plan.cp * plan.micro_batch
    message = 2.0 * tokens * model.hidden
    per_node = network.per_node
    passes = 6 if plan.recompute == "full" else 4
    keys = 4.0 * sequence * plan.micro_batch * model.projection * model.kv_share / plan.tp
    routed = model.moe_layers / model.layers * message * model.experts_per_token / plan.tp
    expert_stride = plan.tp if plan.ep <= plan.cp or plan.pp == 1 else plan.tp * plan.pp
    found = (
        ("TP", *split(m * layers * passes * message, "all-reduce", Group(plan.tp, 1, per_node))),
        ("CP", *split(m * layers * 3 * keys, "all-gather", Group(plan.cp, plan.tp, per_node))),
        ("EP", *split(m * layers * 4 * routed, "all-to-all", Group(plan.ep, expert_stride, per_node))),
        ("PP", *_pipeline(plan, m * message / plan.tp, per_node)),
        ("DP", *_data(model, plan, m, per_node)),
    )
    return tuple(Load(name, inside, outside) for name, inside, outside in found if inside or outside)


def _pipeline(plan: Plan, size: float, per_node: int) -> tuple[float, float]:
    """Return what a stage sends: activations onward and gradients back, once for each chunk."""
    if plan.pp == 1:
        return 0.0, 0.0
    sent = 2 * plan.chunks * size
    return (0.0, sent) if plan.tp * plan.cp * plan.pp > per_node else (sent, 0.0)


def _data(model: Architecture, plan: Plan, micro_batches: int, per_node: int) -> tuple[float, float]:
    dense, experts = held(model, plan)
    stride = plan.tp if plan.pp == 1 else plan.tp * (plan.pp if plan.cp == 1 else 1)
    inside = outside = 0.0
    for parameters, ranks in ((dense, plan.shards), (experts, plan.expert_shards)):
        once = _GRADIENT + (WEIGHT if plan.zero else _GRADIENT)
        size = 3 * WEIGHT * micro_batches if plan.zero == WEIGHTS else once
        near, far = split(size * parameters, "all-gather", Group(ranks, stride, per_node))
        inside, outside = inside + near, outside + far
    return inside, outside
