"""How much arithmetic a training run is, and how much of a machine's peak a measured run used."""

from __future__ import annotations

from clusterdesign.sizing.architecture import Architecture

SECONDS_A_DAY = 86_400


def iteration_flops(
    layers: int, hidden: int, batch: int, sequence: int, vocabulary: int, *, selective: bool = False
) -> float:
    """Return the FLOP of one iteration of a GPT with a 4h feed-forward block.

    ``72 B L s h^2 (1 + s/6h + v/12hL)``; with ``selective`` recomputation the hardware does ``s/3h`` in place of
    ``s/6h``.

    Args:
        layers: L.
        hidden: h.
        batch: B, sequences of the global batch.
        sequence: s, tokens of a sequence.
        vocabulary: v.
        selective: count what the hardware does under selective recomputation instead of what the model needs.

    Source: arXiv:2205.05198, appendix A, equations 7 and 8. Limits: attention counted in full (non-causal),
    multi-head, no gate.
    """
    attention = sequence / ((3 if selective else 6) * hidden)
    return 72 * batch * layers * sequence * hidden**2 * (1 + attention + vocabulary / (12 * hidden * layers))


def recomputed_flops(layers: int, hidden: int, batch: int, sequence: int, vocabulary: int) -> float:
    """Return the hardware FLOP of one iteration under full recomputation; arguments as :func:`iteration_flops`.

    ``96 B s L h^2 (1 + s/6h + V/16Lh)``. Source: arXiv:2104.04473, equation 3. Limits: as above.
    """
    return (
        96 * batch * sequence * layers * hidden**2 * (1 + sequence / (6 * hidden) + vocabulary / (16 * layers * hidden))
    )


def closed_parameters(layers: int, hidden: int, sequence: int, vocabulary: int) -> float:
    """Return the parameters of a GPT: ``12 L h^2 (1 + 13/12h + (V+s)/12Lh)``.

    Source: arXiv:2104.04473, equation 2. Limits: wrong for grouped queries and gated blocks; see
    :class:`~clusterdesign.sizing.architecture.Architecture` for those.
    """
    return 12 * layers * hidden**2 * (1 + 13 / (12 * hidden) + (vocabulary + sequence) / (12 * layers * hidden))


def training_days(parameters: float, tokens: float, gpus: int, achieved: float, *, recompute: bool = False) -> float:
    """Return days of training: ``6 N D / (n X)``, or ``8 N D / (n X)`` under full recomputation.

    Args:
        parameters: N, for a mixture of experts those that a token meets.
        tokens: D.
        gpus: n.
        achieved: X, FLOP/s that one GPU achieves; with ``recompute`` the hardware's, recomputation counted.
        recompute: whether activations are recomputed in full.

    Source: arXiv:2104.04473, equation 4. Limits: 6h >> s and 12hL >> V; no failures, no restarts.
    """
    return (8 if recompute else 6) * parameters * tokens / (gpus * achieved) / SECONDS_A_DAY


def utilisation(
    parameters: float,
    layers: int,
    hidden: int,
    sequence: int,
    *,
    sequences_per_second: float,
    gpus: int,
    peak: float,
    passes: tuple[int, int] = (3, 3),
) -> float:
    """Return the share of the peak that a measured run used, 0 to 1 (MFU; HFU with other ``passes``).

    ``(p 2 N s + q L 4 d s^2) x sequences/s / (n peak)``.

    Args:
        parameters: N.
        layers: L.
        hidden: d.
        sequence: s, tokens of a sequence.
        sequences_per_second: throughput of the whole machine.
        gpus: n.
        peak: FLOP/s of one GPU.
        passes: p and q: passes over the matrices and over the attention; (3, 3) for MFU, (4, 4) for HFU under full
            recomputation, (4, 5) with a fused attention that recomputes its own.

    Source: benchmarking notes of mosaicml/llm-foundry. Limits: non-causal attention.
    """
    matrices, attention = passes
    work = matrices * 2 * parameters * sequence + attention * layers * 4 * hidden * sequence**2
    return work * sequences_per_second / (gpus * peak)


def flops_per_token(model: Architecture, sequence: int) -> float:
    """Return the FLOP of training on one token: ``6 N + 12 L h s`` with the active parameters and full attention."""
    return 6 * model.active_parameters + 12 * model.layers * model.projection * sequence
