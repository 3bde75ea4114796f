"""How much storage, how fast and in which tiers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

Class: TypeAlias = Literal["good", "better", "best"]

FILL = 0.80
"""Share of a file system that may be filled (github.com/stas00/ml-engineering, storage)."""

PROTECTION = 0.80
"""Usable to raw capacity under 8+2 protection: arithmetic; declustered and mirrored layouts differ."""

NODE = {"good": (4e9, 2e9), "better": (8e9, 4e9), "best": (40e9, 20e9)}
UNIT = {"good": (15e9, 7e9), "better": (40e9, 20e9), "best": (125e9, 62e9)}
FOUR_UNITS = {"good": (60e9, 30e9), "better": (160e9, 80e9), "best": (500e9, 250e9)}
"""Bytes/s of read and write for a node, 32 and 128 nodes: NVIDIA RA-11333-001 V11, tables 5 and 6."""

_UNIT_NODES, _FOUR_NODES = 32, 128


def guideline(nodes: int, kind: Class) -> tuple[float, float]:
    """Return bytes/s of read and write that NVIDIA's reference asks for; linear between its points.

    Args:
        nodes: nodes.
        kind: ``good`` for text that fits caches, ``better`` for compressed images, ``best`` for video and raw data.
    """
    points = ((1, NODE[kind]), (_UNIT_NODES, UNIT[kind]), (_FOUR_NODES, FOUR_UNITS[kind]))
    if nodes >= _FOUR_NODES:
        return FOUR_UNITS[kind][0] * nodes / _FOUR_NODES, FOUR_UNITS[kind][1] * nodes / _FOUR_NODES
    low, high = next(pair for pair in pairwise(points) if nodes <= pair[1][0])
    part = (nodes - low[0]) / (high[0] - low[0])
    read, write = (a + (b - a) * part for a, b in zip(low[1], high[1], strict=True))
    return read, write


_KINDS: tuple[Class, ...] = ("good", "better", "best")


def class_for_write(nodes: int, write: float) -> Class | None:
    """Return the least class whose write rate is enough; None where none is."""
    return next((kind for kind in _KINDS if guideline(nodes, kind)[1] >= write), None)


def class_for(nodes: int, read: Class, write: float) -> Class:
    """Return the least class that serves both what is read and the checkpoints.

    Args:
        nodes: of the cluster.
        read: class that the format of the data asks for.
        write: bytes/s that the checkpoints ask for.
    """
    return max(read, class_for_write(nodes, write) or "best", key=_KINDS.index)


@dataclass(frozen=True, slots=True)
class Capacity:
    """Bytes of the shared file system.

    Attributes:
        checkpoint: one of them.
        checkpoints: those that are kept.
        milestones: released weights.
        dataset: the data set with its copies.
        scratch: for users.
        fill: share of the file system that may be filled.
    """

    checkpoint: float
    checkpoints: float
    milestones: float
    dataset: float
    scratch: float
    fill: float = FILL

    @property
    def net(self) -> float:
        """Bytes in use."""
        return self.checkpoints + self.milestones + self.dataset + self.scratch

    @property
    def raw(self) -> float:
        """Bytes to buy: net over fill limit and protection."""
        return self.net / (self.fill * PROTECTION)

    @property
    def hot(self) -> float:
        """Bytes of the fast tier: two checkpoints and the data set once, over the fill limit."""
        return (2 * self.checkpoint + self.dataset) / self.fill

    @property
    def warm(self) -> float:
        """Bytes that may lie on slower media: older checkpoints, released weights, scratch, over the fill limit."""
        return (self.net - 2 * self.checkpoint - self.dataset) / self.fill

    @property
    def cold(self) -> float:
        """Bytes of an archive outside the cluster: a copy of the data set and of the released weights."""
        return self.dataset + self.milestones


def capacity(
    checkpoint: float,
    parameters: float,
    *,
    keep: int,
    milestones: int,
    dataset: float,
    scratch: float,
    fill: float = FILL,
) -> Capacity:
    """Return the capacity of the shared file system.

    ``(S keep + 2P milestones + data set + scratch) / (fill x protection)``.

    Args:
        checkpoint: S, bytes.
        parameters: P.
        keep: checkpoints kept, two at the least.
        milestones: released weights kept, 2 bytes a parameter.
        dataset: bytes of the data set with its copies.
        scratch: bytes for users.
        fill: share of the file system that may be filled.
    """
    return Capacity(checkpoint, checkpoint * max(keep, 2), 2 * parameters * milestones, dataset, scratch, fill)


def token_read(tokens_per_second: float, token_bytes: int = 4) -> float:
    """Return bytes/s that a language model reads: tokens/s x 2 to 4 bytes; next to nothing."""
    return tokens_per_second * token_bytes


def record_read(batch: int, record: float, compute: float, utilisation: float = 1.0) -> float:
    """Return bytes/s that one accelerator reads: ``batch x record / compute x utilisation``.

    Args:
        batch: records of a step.
        record: bytes.
        compute: seconds of a step.
        utilisation: share of the time that the accelerator must be busy.

    Source: mlcommons/storage, training workloads.
    """
    return batch * record / compute * utilisation


def local_cache(dataset: float, nodes: int, drives: float) -> float:
    """Return the share of a data set that the nodes' own drives hold together, each a part of it; 1 at the most."""
    return min(1.0, drives * nodes / dataset) if dataset else 1.0
