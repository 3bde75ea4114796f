"""Bytes of weights, gradients and optimizer state on one GPU."""

from __future__ import annotations

from typing import Literal, TypeAlias

Stage: TypeAlias = Literal[0, 1, 2, 3]
"""ZeRO stage: over data-parallel ranks are shared out 0 nothing, 1 the optimizer, 2 gradients too, 3 weights too."""

GRADIENTS, WEIGHTS = 2, 3
"""The stages from which gradients, and weights, are shared out."""

WEIGHT, ADAM = 2, 12
"""Bytes a parameter: 16-bit weight; fp32 master copy, first and second moment."""


def state_bytes(parameters: float, ranks: int, stage: Stage, *, gradient: int = 2, optimizer: int = ADAM) -> float:
    """Return bytes of model states on one GPU.

    Stage 0 ``(2+g+K)P``; 1 ``(2+g)P + KP/N``; 2 ``2P + (g+K)P/N``; 3 ``(2+g+K)P/N``.

    Args:
        parameters: P, those of the model-parallel shard that this GPU works on.
        ranks: N, data-parallel ranks.
        stage: ZeRO stage.
        gradient: g, bytes of a gradient: 2, or 4 where gradients are accumulated in fp32.
        optimizer: K, bytes of optimizer state.

    Source: arXiv:1910.02054; with g = 4 and stage 0 or 1 the 18 and ``6 + 12/dp`` of ``theoretical_memory_usage.py``
    in Megatron-LM. Limits: mixed-precision Adam; no activations, buffers or fragmentation.
    """
    sizes = ((optimizer, 1), (gradient, GRADIENTS), (WEIGHT, WEIGHTS))
    shared = sum(size for size, first in sizes if stage >= first)
    kept = sum(size for size, first in sizes if stage < first)
    return parameters * (kept + shared / ranks)


def deepspeed_zero2(parameters: float, gpus: int, *, offload: bool = False) -> float:
    """Return bytes on a GPU by DeepSpeed's own estimate for ZeRO-2: ``4P + 16P/G``, ``2P`` with offload.

    Source: ``deepspeed/runtime/zero/stage_1_and_2.py``. Deliberately higher than :func:`state_bytes`.
    """
    return 2 * parameters if offload else 4 * parameters + 16 * parameters / gpus


def deepspeed_zero3(
    parameters: float, gpus: int, largest_layer: float, *, offload: Literal["none", "optimizer", "all"] = "none"
) -> float:
    """Return bytes on a GPU by DeepSpeed's own estimate for ZeRO-3: ``4 P_layer + 18P/G``.

    With the optimizer in host memory ``4 P_layer + 2P/G``, with everything there ``4 P_layer``.
    Source: ``deepspeed/runtime/zero/stage3.py``.
    """
    return 4 * largest_layer + {"none": 18, "optimizer": 2, "all": 0}[offload] * parameters / gpus


def accelerate_fp32(parameters: float) -> float:
    """Return the training memory that Hugging Face Accelerate estimates for fp32: 16 bytes a parameter.

    Weights, gradients and two moments of 4 bytes. A figure for memory, not for a checkpoint.
    """
    return 16 * parameters
