"""How a training run is laid over GPUs."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.sizing.activations import Recompute
from clusterdesign.sizing.states import Stage


@dataclass(frozen=True, slots=True, order=True)
class Plan:
    """A parallel layout: ranks are laid out tensor first, then context, pipeline and data.

    Attributes:
        tp: tensor-parallel ranks; sequence parallelism goes with it where ``sequence_parallel``.
        pp: pipeline stages.
        cp: context-parallel ranks, which share out the tokens of a sequence.
        dp: data-parallel ranks.
        ep: expert-parallel ranks, taken from ``cp x dp``.
        zero: ZeRO stage over ``cp x dp`` ranks; 1 is what Megatron calls the distributed optimizer.
        micro_batch: sequences that go through at once.
        recompute: what the backward pass computes again.
        chunks: model chunks of a pipeline stage (interleaving).
        sequence_parallel: whether norms and dropout are cut along the sequence.
    """

    tp: int = 1
    pp: int = 1
    cp: int = 1
    dp: int = 1
    ep: int = 1
    zero: Stage = 0
    micro_batch: int = 1
    recompute: Recompute = "none"
    chunks: int = 1
    sequence_parallel: bool = True

    @property
    def gpus(self) -> int:
        """GPUs that the plan takes."""
        return self.tp * self.pp * self.cp * self.dp

    @property
    def shards(self) -> int:
        """Ranks that share out states under ZeRO."""
        return self.cp * self.dp

    @property
    def expert_shards(self) -> int:
        """Ranks that hold the same experts."""
        return self.cp * self.dp // self.ep

    @property
    def kind(self) -> str:
        """What the customer calls it: DDP, ZeRO-1 ... ZeRO-3, TP, PP, 3D and the like."""
        if self.tp == self.pp == self.cp == self.ep == 1:
            return f"ZeRO-{self.zero}" if self.zero else "DDP"
        axes = [name for name, ranks in (("TP", self.tp), ("PP", self.pp), ("DP", self.dp)) if ranks > 1]
        name = "3D" if len(axes) == 3 else "+".join(axes)  # noqa: PLR2004  # three axes are 3D
        extra = [name for name, ranks in (("CP", self.cp), ("EP", self.ep)) if ranks > 1]
        return "+".join(part for part in (name, *extra, f"ZeRO-{self.zero}" if self.zero else "") if part)

    def micro_batches(self, batch: int) -> int:
        """Return micro-batches of a step for a global batch in sequences; 0 where the batch is not divided."""
        whole, rest = divmod(batch, self.dp * self.micro_batch)
        return 0 if rest else whole

    def __str__(self) -> str:
        axes = (("TP", self.tp), ("PP", self.pp), ("CP", self.cp), ("EP", self.ep), ("DP", self.dp))
        text = " x ".join(f"{name}{ranks}" for name, ranks in axes if ranks > 1) or "one GPU"
        more = [f"ZeRO-{self.zero}"] if self.zero else []
        more.append(f"micro-batch {self.micro_batch}")
        if self.chunks > 1:
            more.append(f"{self.chunks} chunks a stage")
        if self.recompute != "none":
            more.append(f"{self.recompute} recomputation")
        return f"{text}, {', '.join(more)}"
