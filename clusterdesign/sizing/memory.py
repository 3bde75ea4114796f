"""Bytes of memory on the fullest GPU, and whether they fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.sizing.activations import ends, first_stage_layers, per_layer
from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.hardware import Accelerator
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.states import WEIGHT, WEIGHTS, state_bytes

Kind: TypeAlias = Literal["pre-training", "full-fine-tuning", "lora"]
"""Kind of run."""

ADAPTER_SHARE = 0.01
"""Trained parameters of a LoRA run to those of the model: a planning value; rank 16 to 64 gives 0.2 to 2 %."""

GRADIENT = 4
"""Bytes of an accumulated gradient, as Megatron-LM keeps it; plain ZeRO keeps 2."""

BUFFERS = 2 * 10**9
"""Bytes of communication buffers of ZeRO: 5e8 elements of 2 bytes each way (defaults of DeepSpeed)."""


COMFORT = 0.10
"""Share of the usable memory that should stay free for what no formula counts: a design choice."""


@dataclass(frozen=True, slots=True, order=True)
class MemoryUse:
    """Bytes on the GPU that holds most.

    Attributes:
        states: weights, gradients, optimizer.
        activations: what waits for the backward pass, and what the layer at work needs.
        gathered: weights gathered for the layer at work under ZeRO-3, and buffers.
        usable: what may be filled.
    """

    states: float
    activations: float
    gathered: float
    usable: float

    @property
    def total(self) -> float:
        """Bytes needed."""
        return self.states + self.activations + self.gathered

    @property
    def fits(self) -> bool:
        """Whether they fit."""
        return self.total <= self.usable

    @property
    def tight(self) -> bool:
        """Whether less than a tenth stays free: a plan for people who measure before they trust it."""
        return self.free < COMFORT

    @property
    def free(self) -> float:
        """Share of the usable memory that stays free; negative where it does not fit."""
        return 1 - self.total / self.usable


def held(model: Architecture, plan: Plan) -> tuple[float, float]:
    """Return the parameters of the fullest model-parallel shard: dense ones, and experts.

    ``(block/pp + hV)/tp``, and once more ``hV/tp`` where the output matrix is its own and there is one stage; experts
    ``all/(ep tp pp)``.

    Source: ``theoretical_memory_usage.py`` of Megatron-LM, which counts experts whole; their division is that of
    EleutherAI/cookbook.
    """
    embedding = model.embedding_parameters * (1 if model.tied or plan.pp > 1 else 2)
    dense = (model.block_parameters / plan.pp + embedding) / plan.tp
    return dense, model.all_expert_parameters / (plan.ep * plan.tp * plan.pp)


def state_memory(model: Architecture, plan: Plan, kind: Kind = "pre-training") -> float:
    """Return bytes of weights, gradients and optimizer on the fullest GPU.

    A LoRA run keeps the weights, shared out under stage 3, and trains a hundredth of them.
    """
    total = 0.0
    for parameters, ranks in zip(held(model, plan), (plan.shards, plan.expert_shards), strict=True):
        if kind == "lora":
            weights = WEIGHT * parameters / (ranks if plan.zero == WEIGHTS else 1)
            total += weights + state_bytes(ADAPTER_SHARE * parameters, ranks, plan.zero, gradient=GRADIENT)
        else:
            total += state_bytes(parameters, ranks, plan.zero, gradient=GRADIENT)
    return total


def activation_memory(model: Architecture, sequence: int, plan: Plan, micro_batches: int) -> float:
    """Return bytes of activations on the first stage, attention fused unless recomputation says otherwise.

    Args:
        model: the architecture.
        sequence: tokens of a sequence.
        plan: the layout; its recomputation ``none`` and ``selective`` are the same with fused attention.
        micro_batches: of a step.
    """
    tokens = sequence // plan.cp
    full = plan.recompute == "full"
    whole = _layer(model, tokens, plan, "selective")
    kept = _layer(model, tokens, plan, "full") if full else whole
    ahead = first_stage_layers(model.layers, plan.pp, micro_batches, plan.chunks)
    working = whole if full else 0.0
    return kept * ahead + working + ends(model, tokens, plan.micro_batch, tp=plan.tp, pp=plan.pp)


def _layer(model: Architecture, tokens: int, plan: Plan, recompute: Literal["selective", "full"]) -> float:
    return per_layer(
        model,
        tokens,
        plan.micro_batch,
        tp=plan.tp,
        sequence_parallel=plan.sequence_parallel,
        recompute=recompute,
        experts=model.moe_layers > 0,
    )


def memory_use(
    model: Architecture,
    sequence: int,
    plan: Plan,
    gpu: Accelerator,
    *,
    micro_batches: int,
    kind: Kind = "pre-training",
) -> MemoryUse:
    """Return the memory of a plan on the fullest GPU.

    Args:
        model: the architecture.
        sequence: tokens of a sequence.
        plan: the parallel layout.
        gpu: the accelerator.
        micro_batches: of a step.
        kind: kind of run.

    Limits: fragmentation is inside what :attr:`Accelerator.usable` leaves out.
    """
    gathered = BUFFERS if plan.zero else 0.0
    if plan.zero == WEIGHTS:
        layer = (model.block_parameters + model.all_expert_parameters) / model.layers / plan.tp
        gathered += WEIGHT * 2 * layer  # the layer at work and the next
    return MemoryUse(
        state_memory(model, plan, kind),
        activation_memory(model, sequence, plan, micro_batches),
        gathered,
        gpu.usable,
    )
