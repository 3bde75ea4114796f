"""How long one training step takes, and what it is made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from clusterdesign.errors import DesignError
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.collectives import Group, hop, time
from clusterdesign.sizing.layertime import LayerTime, Machine, layer_time
from clusterdesign.sizing.memory import ADAPTER_SHARE, Kind, held
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.states import WEIGHT, WEIGHTS

OPTIMIZER_TRAFFIC = 36
"""Bytes that an Adam step reads and writes for a parameter: gradient, master copy, two moments and weight, twice."""

LOGIT_TRAFFIC = 16
"""Bytes moved for a logit: 16 and 32 bit copies written and read by the loss, forward and backward."""


@dataclass(frozen=True, slots=True)
class StepTime:
    """Seconds of one step by cause; their sum is :attr:`total`.

    Attributes:
        gemm, attention, elementwise, logits, optimizer: work of the GPU that has most of it.
        recompute: what recomputation adds.
        tp, cp, ep, pp, dp: communication that nothing hides.
        bubble: GPUs waiting for the pipeline to fill and to drain.
        dp_whole: seconds of data-parallel communication, hidden or not; no part of the sum.
    """

    gemm: float
    attention: float
    elementwise: float
    logits: float
    recompute: float
    tp: float
    cp: float
    ep: float
    pp: float
    bubble: float
    dp: float
    optimizer: float
    dp_whole: float = 0.0

    @property
    def total(self) -> float:
        """Seconds of the step."""
        return sum(seconds for _, seconds in self.parts())

    def parts(self) -> tuple[tuple[str, float], ...]:
        """Return every cause with its seconds, in the order of the fields."""
        return tuple((name, getattr(self, name)) for name in self.__slots__ if name != "dp_whole")

    @property
    def limited_by(self) -> str:
        """The cause, besides arithmetic, that costs most."""
        rest = [(seconds, name) for name, seconds in self.parts() if name not in {"gemm", "attention"}]
        return max(rest)[1]


def bubble_share(pp: int, micro_batches: int, chunks: int = 1) -> float:
    """Return the pipeline bubble as a share of ideal time: ``(p-1)/(v m)``.

    Args:
        pp: p, stages.
        micro_batches: m, of one step.
        chunks: v, model chunks of a stage.

    Source: arXiv:2104.04473, section 2.2. Limits: stages of equal time.
    """
    return (pp - 1) / (chunks * micro_batches)


def step_time(
    model: Architecture,
    sequence: int,
    batch: int,
    plan: Plan,
    machine: Machine,
    *,
    layer: LayerTime | None = None,
    kind: Kind = "pre-training",
) -> StepTime:
    """Return the time of one step.

    ``m (L/p layer + logits + sends) + (p-1)/v L/p layer + exposed data-parallel + optimizer``.

    Args:
        model: the architecture.
        sequence: tokens of a sequence.
        batch: sequences of the global batch.
        plan: the parallel layout.
        machine: hardware, stack and precision.
        layer: the time of a layer, where it is known already.
        kind: kind of run; LoRA needs no gradients of the weights, a third of the matrix products.

    Raises:
        DesignError: the plan does not divide the batch.

    Source: arXiv:2104.04473 and arXiv:2205.05198 for the schedule. Limits: equal stages, no contention between
    groups, nothing of the input pipeline; predicted against measured in docs/explanation/sizing.md.
    """
    m = plan.micro_batches(batch)
    if not m:
        raise DesignError(
            f"a batch of {batch} sequences is not divided by {plan.dp} data-parallel ranks x micro-batch"
            f" {plan.micro_batch}",
            thing="batch",
            fix=f"the nearest are {nearest_batches(batch, plan.dp * plan.micro_batch)}",
        )
    layer = layer or layer_time(model, sequence, plan, machine)
    layers = model.layers / plan.pp
    logits = _logits(model, sequence, plan, machine)
    sends = _sends(model, sequence, plan, machine)
    busy = m * (layers * layer.compute + logits)
    whole = data_parallel(model, plan, machine, m, kind=kind)
    part = 2 / 3 if kind == "lora" else 1.0
    hidden = machine.stack.overlap * busy
    return StepTime(
        gemm=m * layers * layer.gemm * part,
        attention=m * layers * layer.attention,
        elementwise=m * layers * layer.elementwise,
        logits=m * logits,
        recompute=m * layers * layer.recompute,
        tp=m * layers * layer.tp,
        cp=m * layers * layer.cp,
        ep=m * layers * layer.ep,
        pp=m * sends,
        bubble=(plan.pp - 1) / plan.chunks * layers * (layer.total - (1 - part) * layer.gemm),
        dp=max(0.0, whole - hidden),
        optimizer=OPTIMIZER_TRAFFIC * _trained(kind) * _updated(model, plan) / machine.gpu.stream,
        dp_whole=whole,
    )


def nearest_batches(batch: int, divisor: int) -> str:
    """Name the multiples of a divisor next to a batch."""
    below, above = batch // divisor * divisor, -(-batch // divisor) * divisor
    return f"{below} and {above}" if below else str(above)


def _logits(model: Architecture, sequence: int, plan: Plan, machine: Machine) -> float:
    tokens = sequence // plan.cp * plan.micro_batch
    share = tokens * model.vocabulary / plan.tp
    return (
        6 * share * model.hidden / (machine.gpu.bf16 * machine.stack.gemm) + LOGIT_TRAFFIC * share / machine.gpu.stream
    )


def _sends(model: Architecture, sequence: int, plan: Plan, machine: Machine) -> float:
    """Return seconds that a stage sends for one micro-batch, in both directions, once for each of its chunks."""
    if plan.pp == 1:
        return 0.0
    size = 2 * sequence // plan.cp * plan.micro_batch * model.hidden / plan.tp
    across = plan.tp * plan.cp * plan.pp > machine.network.per_node
    return 2 * plan.chunks * hop(size, across=across, gpu=machine.gpu, network=machine.network)


def data_parallel(
    model: Architecture, plan: Plan, machine: Machine, micro_batches: int, *, kind: Kind = "pre-training"
) -> float:
    """Return seconds of data-parallel communication of one step.

    Stages 0 to 2: gradients are reduced and gathered once a step, in the stack's gradient format; with ZeRO-1 and 2
    weights of 16 bit are gathered instead. ZeRO-3 gathers weights forward and backward and reduces gradients for
    every micro-batch, all in 16 bit.

    Args:
        model: the architecture.
        plan: the parallel layout.
        machine: hardware, stack and precision.
        micro_batches: of a step.
        kind: kind of run; LoRA reduces gradients of its adapters only.

    Source: arXiv:1910.02054, section 7: 2P elements a step, 3P for stage 3.
    """
    if plan.shards == 1:
        return 0.0
    dense, experts = held(model, plan)
    stride = plan.tp if plan.pp == 1 else plan.tp * (plan.pp if plan.cp == 1 else 1)
    seconds = 0.0
    for parameters, ranks in ((dense, plan.shards), (experts, plan.expert_shards)):
        group = Group(ranks, stride, machine.network.per_node)
        if plan.zero == WEIGHTS:
            sizes = [WEIGHT] * (2 if kind == "lora" else 3) * micro_batches
        else:
            sizes = [machine.stack.gradient, WEIGHT if plan.zero else machine.stack.gradient]
        reduced = parameters * (1.0 if plan.zero == WEIGHTS else _trained(kind))
        for size, times in Counter(sizes).items():
            seconds += times * time("all-gather", size * reduced, group, machine.gpu, machine.network)
    return seconds


def _trained(kind: Kind) -> float:
    return ADAPTER_SHARE if kind == "lora" else 1.0


def _updated(model: Architecture, plan: Plan) -> float:
    """Return parameters that the optimizer of one GPU updates."""
    dense, experts = held(model, plan)
    return dense / plan.shards + experts / plan.expert_shards if plan.zero else dense + experts
