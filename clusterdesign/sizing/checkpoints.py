"""How large a checkpoint is, who writes it and how fast the storage must take it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from clusterdesign.sizing.failures import write_for_loss

Content: TypeAlias = Literal["mixed-adam", "mixed-adam-without-copy", "fp32-adam", "weights"]

BYTES: dict[Content, int] = {"mixed-adam": 14, "mixed-adam-without-copy": 12, "fp32-adam": 12, "weights": 2}
"""Bytes a parameter. Mixed Adam: bf16 weight, fp32 master copy, two moments; gradients are not saved."""

HOST_COPY = 20e9
"""Bytes/s at which a GPU copies to host memory for an asynchronous save: a planning value for PCIe 5 x16 with two GPUs
a switch port; ByteCheckpoint reports 0.59 s of blocking for a 405B model on 8960 GPUs (arXiv:2407.20143)."""


def checkpoint_bytes(parameters: float, content: Content = "mixed-adam") -> float:
    """Return bytes of a checkpoint: parameters x 14 for mixed-precision Adam.

    Args:
        parameters: all of them, for a mixture of experts as well; the number of GPUs does not enter.
        content: what is saved.

    Source: mlcommons/storage, checkpointing workloads (105, 912 and 5290 GiB for 8B, 70B and 405B).
    """
    return parameters * BYTES[content]


def bytes_per_writer(parameters: float, writers: int, *, zero: int = 3) -> tuple[float, float]:
    """Return bytes that the first and every other writer saves.

    With ZeRO-3 every rank writes its part of everything; below, the first writes the model and all share the
    optimizer.

    Args:
        parameters: of the model.
        writers: ranks that write.
        zero: ZeRO stage.

    Source: mlcommons/storage, ``dlio.py``.
    """
    sharded = 3
    if zero >= sharded:
        each = 14 * parameters / writers
        return each, each
    each = 12 * parameters / writers
    return each + 2 * parameters, each


def write_bandwidth(size: float, block: float) -> float:
    """Return bytes/s of storage that saves a checkpoint within a blocking time: ``S / t``."""
    return size / block


def bandwidth_for_loss(size: float, loss: float, failure: float) -> float:
    """Return bytes/s of storage for a blocking save at a total loss: ``2 S / (e^2 M)``.

    Args:
        size: S, bytes of a checkpoint.
        loss: e, share of time that may be lost to saving and repeating.
        failure: M, mean seconds between failures.

    Source: derived from Young's optimum, at which the loss is ``sqrt(2 d / M)``.
    """
    return size / write_for_loss(loss, failure)


def bandwidth_asynchronous(size: float, interval: float, duty: float = 0.5) -> float:
    """Return bytes/s of storage for a save in the background: ``S / (interval x duty)``.

    Args:
        size: S, bytes of a checkpoint.
        interval: seconds between checkpoints.
        duty: share of the interval that the write may take; half by default, so that the other half is left to reads.
    """
    return size / (interval * duty)
