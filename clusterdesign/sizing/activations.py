"""Bytes of activations that wait for the backward pass."""

from __future__ import annotations

from typing import Literal, TypeAlias

from clusterdesign.sizing.architecture import Architecture

Recompute: TypeAlias = Literal["none", "selective", "full"]
"""What is computed again in the backward pass: nothing, the attention scores, everything."""


def per_layer(
    model: Architecture,
    sequence: int,
    micro_batch: int,
    *,
    tp: int = 1,
    sequence_parallel: bool = False,
    recompute: Recompute = "none",
    experts: bool = False,
) -> float:
    """Return the bytes that one layer keeps, on one of its ``tp`` GPUs.

    For a GPT block ``sbh(10 + 24/t + 5as/ht)``; with sequence parallelism ``sbh(34/t + 5as/ht)``; without the scores
    (selective recomputation, or fused attention) the last term is gone; recomputed in full ``2sbh``.

    Args:
        model: its heads and feed-forward block enter: 24 is ``4 + 4 kv/heads + 4 ffn/h``, 6 ffn/h with a gate.
        sequence: tokens of a sequence on this GPU.
        micro_batch: sequences.
        tp: tensor-parallel ranks.
        sequence_parallel: whether norms and dropout are cut along the sequence.
        recompute: what is not kept.
        experts: whether this is a layer with experts.

    Source: arXiv:2205.05198, section 4. Limits: 16-bit activations, masks of dropout counted.
    """
    sbh = sequence * micro_batch * model.hidden
    if recompute == "full":
        return 2 * sbh / (tp if sequence_parallel else 1)
    shared = 4 + 4 * model.kv_share + _ffn(model, experts=experts)
    scores = 0.0 if recompute == "selective" else 5 * model.heads * sequence / model.hidden
    return sbh * (10 / (tp if sequence_parallel else 1) + (shared + scores) / tp)


def _ffn(model: Architecture, *, experts: bool) -> float:
    """Return bytes inside the feed-forward block for each element of the hidden state: 16 of a GPT."""
    width = model.width
    if experts:
        width = model.experts_per_token * model.expert_width + model.shared_ffn
    return (6 if model.gated else 4) * width / model.hidden


def first_stage_layers(layers: int, pp: int, micro_batches: int, chunks: int = 1) -> float:
    """Return how many layers' activations the first pipeline stage holds.

    ``L`` whatever the number of stages, as long as there are as many micro-batches as stages, since the first stage
    runs ``pp`` micro-batches ahead (1F1B); interleaving multiplies by ``1 + (p-1)/(pm)``.

    Args:
        layers: L, of the whole model.
        pp: p, stages.
        micro_batches: of one step.
        chunks: m, model chunks of a stage.

    Source: arXiv:2205.05198, section 4.2.3.
    """
    ahead = min(pp, micro_batches)
    interleaved = 1 + (pp - 1) / (pp * chunks) if chunks > 1 else 1.0
    return layers / pp * ahead * interleaved


def ends(model: Architecture, sequence: int, micro_batch: int, *, tp: int, pp: int) -> float:
    """Return bytes at the two ends of the model on the first stage: embedding dropout, and logits where pp = 1.

    ``sbhp/t`` and ``4sbh/t (1 + v/h)``. Source: arXiv:2205.05198, section 4.3. The logits are in fp32.
    """
    sbh = sequence * micro_batch * model.hidden
    logits = 4 * sbh / tp * (1 + model.vocabulary / model.hidden) if pp == 1 else 0.0
    return sbh * pp / tp + logits
