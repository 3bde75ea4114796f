"""What the models need to know of a GPU and of the fabric between nodes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Self, TypeAlias, TypeVar

from clusterdesign.errors import DesignError
from clusterdesign.parts import Gpu

Precision: TypeAlias = Literal["bf16", "fp8"]
"""Numbers of the matrix products; attention, logits, gradients and states stay as with bf16."""

NVLINK_SHARE = 0.80
"""Share of the one-way NVLink rate that a ring all-gather reaches: 361 to 368 of 450 GB/s on H100 and H200, nccl-tests
with NVLS off; 235 of 300 GB/s on A100 (github.com/stas00/ml-engineering, network/README.md)."""

NIC_SHARE = 0.90
"""Share of the adapters' rate that large collectives reach: 360 to 382 of 400 GB/s a node (same source)."""

MEMORY_SHARE = 0.80
"""Share of the peak memory bandwidth that element-wise kernels reach: a planning value; vendors' copy tests give 0.8
to 0.93."""

USABLE_SHARE, RESERVED = 0.92, 2 * 2**30
"""Usable memory is 0.92 of the nominal less 2 GiB for context, kernels and communication: a design choice between the
0.5 to 5 GiB that are reported."""


_T = TypeVar("_T")


def _known(gpu: Gpu, field: str, value: _T | None) -> _T:
    if value is None:
        raise DesignError(f"{field} is unknown", thing=gpu.id, fix="enter it in the catalogue with its source")
    return value


@dataclass(frozen=True, slots=True)
class Accelerator:
    """One GPU.

    Attributes:
        id: catalogue id.
        memory: bytes, nominal.
        memory_bandwidth: bytes/s, peak.
        nvlink: bytes/s in one direction.
        bf16, fp8: dense peak in FLOP/s; fp8 is None where the generation has none.
    """

    id: str
    memory: float
    memory_bandwidth: float
    nvlink: float
    bf16: float
    fp8: float | None = None

    @classmethod
    def of(cls, gpu: Gpu) -> Self:
        """Read a catalogue part.

        Raises:
            DesignError: a value that the models need is unknown.
        """
        return cls(
            gpu.id,
            _known(gpu, "memory", gpu.memory).to("B"),
            _known(gpu, "memory_bandwidth", gpu.memory_bandwidth).to("GB/s") * 1e9,
            _known(gpu, "nvlink", gpu.nvlink).to("GB/s") * 1e9 / 2,
            _known(gpu, "bf16_dense", gpu.bf16_dense) * 1e12,
            None if gpu.fp8_dense is None else gpu.fp8_dense * 1e12,
        )

    def peak(self, precision: Precision) -> float:
        """Return the dense peak in FLOP/s.

        Raises:
            DesignError: the generation does not have this precision.
        """
        if precision == "bf16":
            return self.bf16
        if self.fp8 is None:
            raise DesignError("this generation has no FP8", thing=self.id, fix='use precision = "bf16"')
        return self.fp8

    @property
    def usable(self) -> float:
        """Bytes of memory that a plan may fill."""
        return USABLE_SHARE * self.memory - RESERVED

    @property
    def nvlink_bus(self) -> float:
        """Bus bandwidth of large collectives inside a node, in bytes/s as nccl-tests counts it."""
        return NVLINK_SHARE * self.nvlink

    @property
    def stream(self) -> float:
        """Bytes/s that element-wise kernels reach."""
        return MEMORY_SHARE * self.memory_bandwidth


@dataclass(frozen=True, slots=True)
class Network:
    """The compute fabric, as collectives see it.

    Attributes:
        nodes: nodes that work on the task.
        nic: bytes/s of one adapter; each GPU has its own.
        per_node: GPUs, and adapters, of a node.
        unit: nodes of a leaf group: on rails they are one hop apart.
        taper: down to up capacity of a leaf, 1 is non-blocking.
        rails: whether leaves are rails; otherwise traffic between any two nodes may cross the spines.
        collisions: slow-down of flows that share links: 1 with adaptive routing, up to 1.4 with plain ECMP.
        latency: seconds of one hop of a ring.
    """

    nodes: int
    nic: float
    per_node: int = 8
    unit: int = 32
    taper: float = 1.0
    rails: bool = True
    collisions: float = 1.0
    latency: float = 10e-6

    @property
    def gpus(self) -> int:
        """GPUs of all nodes."""
        return self.nodes * self.per_node

    @property
    def groups(self) -> int:
        """Leaf groups."""
        return -(-self.nodes // self.unit)

    def with_nodes(self, nodes: int) -> Network:
        """Return the same fabric with another number of nodes."""
        return replace(self, nodes=nodes)
