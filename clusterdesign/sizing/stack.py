"""How well training software uses the hardware: few numbers, each set on published rows and named with them."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.sizing.hardware import Accelerator
from clusterdesign.sizing.plan import Plan

GEMM = 0.737
"""Share of the peak that matrix products reach. Set so that the mean error over the ten rows of table 1 of
arXiv:2104.04473 (A100, 1.7B to 1T parameters) is zero; used unchanged on every other row and GPU."""

ATTENTION_AMPERE, ATTENTION_HOPPER = 0.70, 0.35
"""Share of the bf16 peak that fused attention reaches, counted in full (non-causal). Hopper: set so that the mean error
over the six 7B rows of H100 in the llm-foundry tables is zero. Ampere: by the same rule its 7B rows would ask for more
than any kernel was measured at (arXiv:2307.08691: 0.50 to 0.73), so it is held at 0.70."""


@dataclass(frozen=True, slots=True)
class Stack:
    """One way to program the training.

    Attributes:
        name: what it is.
        gemm: share of the peak that matrix products reach.
        fused: whether attention is fused, so that its scores are never written.
        traffic: bytes that a layer writes for each element of its hidden state, scores apart, relative to what the
            memory formula counts: 1 with fused kernels, 56/34 where 28 tensors of 16 bit were counted on plain layers
            (github.com/stas00/ml-engineering, training/performance).
        gradient: bytes of a gradient that is reduced over data-parallel ranks; Megatron-LM keeps fp32.
        overlap: share of the compute time that hides data-parallel communication: 0 is what the published rows show.
    """

    name: str
    gemm: float = GEMM
    fused: bool = True
    traffic: float = 1.0
    overlap: float = 0.0
    gradient: int = 4

    def attention(self, gpu: Accelerator) -> float:
        """Return the share of the bf16 peak that attention reaches."""
        if not self.fused:
            return self.gemm
        return ATTENTION_AMPERE if gpu.fp8 is None else ATTENTION_HOPPER


UNFUSED = Stack("Megatron without fused attention (2021 to 2022)", fused=False)
MEGATRON = Stack("Megatron with fused attention")
SHARDED = Stack("fully sharded PyTorch", traffic=56 / 34, gradient=2)


def stack_for(plan: Plan) -> Stack:
    """Return the stack that a plan is usually run with: plain PyTorch without model parallelism, else Megatron."""
    return SHARDED if plan.tp == plan.pp == plan.cp == plan.ep == 1 else MEGATRON
