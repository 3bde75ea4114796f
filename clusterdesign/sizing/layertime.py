"""How long one layer takes on one GPU: matrix products, attention, element-wise traffic, communication."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.sizing.activations import per_layer
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.collectives import Group, time
from clusterdesign.sizing.hardware import Accelerator, Network, Precision
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.stack import Stack


@dataclass(frozen=True, slots=True)
class Machine:
    """What a step runs on.

    Attributes:
        gpu, network: the hardware.
        stack: how it is programmed.
        precision: numbers of the matrix products.
    """

    gpu: Accelerator
    network: Network
    stack: Stack
    precision: Precision = "bf16"


@dataclass(frozen=True, slots=True)
class LayerTime:
    """Seconds of one layer for one micro-batch, forward and backward together.

    Attributes:
        gemm, attention, elementwise: work of the GPU.
        recompute: what recomputation adds, its communication included.
        tp, cp, ep: communication of tensor, context and expert parallelism.
    """

    gemm: float
    attention: float
    elementwise: float
    recompute: float
    tp: float
    cp: float
    ep: float

    @property
    def total(self) -> float:
        """Seconds of all of it; none of it overlaps."""
        return self.compute + self.tp + self.cp + self.ep

    @property
    def compute(self) -> float:
        """Seconds without the communication of the first pass and the backward pass."""
        return self.gemm + self.attention + self.elementwise + self.recompute


@dataclass(frozen=True, slots=True)
class Forward:
    """Seconds of the forward pass of one layer for one micro-batch."""

    gemm: float
    attention: float
    elementwise: float
    scores: float
    tp: float
    cp: float
    ep: float

    @property
    def total(self) -> float:
        """Seconds of all of it."""
        return self.gemm + self.attention + self.elementwise + self.scores + self.tp + self.cp + self.ep


def forward(model: Architecture, sequence: int, plan: Plan, machine: Machine, *, experts: bool = False) -> Forward:
    """Return the time of the forward pass of one layer.

    Matrix products at a share of the peak; attention ``4 b s^2 h`` at its own; element-wise work as the traffic of
    the activations that a layer keeps, written once and read once; two all-reduces over tensor-parallel ranks; keys
    and values gathered over context-parallel ranks; two all-to-alls over expert-parallel ranks.

    Args:
        model: the architecture.
        sequence: tokens of a sequence.
        plan: the parallel layout.
        machine: hardware, stack and precision.
        experts: whether this is a layer with experts.

    Source: a roofline of published parts (arXiv:2205.05198 for the activations); :mod:`~clusterdesign.sizing.stack`
    names the rows that its shares were set on.
    """
    gpu, stack, tokens = machine.gpu, machine.stack, sequence // plan.cp * plan.micro_batch
    matrices = _matrices(model, experts=experts)
    kept = per_layer(
        model,
        sequence // plan.cp,
        plan.micro_batch,
        tp=plan.tp,
        sequence_parallel=plan.sequence_parallel,
        recompute="selective",
        experts=experts,
    )
    # Scores: as many bytes as unfused attention keeps; what is kept was written once and is read once.
    scores = 0.0 if stack.fused else 5 * model.heads * sequence * tokens / plan.tp
    message = 2 * tokens * model.hidden
    tp_group, cp_group, ep_group = groups(plan, machine.network)
    return Forward(
        gemm=2 * tokens * matrices / plan.tp / (gpu.peak(machine.precision) * stack.gemm),
        attention=4 * tokens * sequence * model.projection / plan.tp / (gpu.bf16 * stack.attention(gpu)),
        elementwise=2 * kept * stack.traffic / gpu.stream,
        scores=2 * scores / gpu.stream,
        tp=2 * time("all-reduce", message, tp_group, gpu, machine.network),
        cp=time(
            "all-gather",
            4 * sequence * plan.micro_batch * model.projection * model.kv_share / plan.tp,
            cp_group,
            gpu,
            machine.network,
        ),
        ep=2 * time("all-to-all", message * model.experts_per_token / plan.tp, ep_group, gpu, machine.network)
        if experts
        else 0.0,
    )


def layer_time(model: Architecture, sequence: int, plan: Plan, machine: Machine) -> LayerTime:
    """Return the time of the mean layer, forward and backward; arguments as :func:`forward`.

    The backward pass does twice the work of the forward pass and the same collectives. Full recomputation runs the
    forward pass again, selective recomputation the attention alone.
    """
    once = forward(model, sequence, plan, machine)
    if not model.moe_layers:
        return _both(once, plan)
    routed = _both(forward(model, sequence, plan, machine, experts=True), plan)
    return _mean(_both(once, plan), routed, model.moe_layers / model.layers)


def groups(plan: Plan, network: Network) -> tuple[Group, Group, Group]:
    """Return where tensor, context and expert ranks sit: ranks count tensor first, then context, pipeline and data."""
    expert_stride = plan.tp if plan.ep <= plan.cp or plan.pp == 1 else plan.tp * plan.pp
    return (
        Group(plan.tp, 1, network.per_node),
        Group(plan.cp, plan.tp, network.per_node),
        Group(plan.ep, expert_stride, network.per_node),
    )


def _matrices(model: Architecture, *, experts: bool) -> int:
    if not experts:
        return model.dense_layer_parameters
    return model.moe_layer_shared_parameters + model.experts_per_token * model.expert_parameters


def _both(once: Forward, plan: Plan) -> LayerTime:
    again = {"none": 0.0, "selective": once.attention + once.scores, "full": once.total}[plan.recompute]
    return LayerTime(
        gemm=3 * once.gemm,
        attention=3 * once.attention,
        elementwise=3 * (once.elementwise + once.scores),
        recompute=again,
        tp=2 * once.tp,
        cp=3 * once.cp,
        ep=2 * once.ep,
    )


def _mean(dense: LayerTime, routed: LayerTime, part: float) -> LayerTime:
    def mix(name: str) -> float:
        return float(getattr(dense, name) * (1 - part) + getattr(routed, name) * part)

    return LayerTime(*(mix(name) for name in LayerTime.__slots__))
