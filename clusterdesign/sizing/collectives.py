"""How long collectives take, inside a node, across nodes, and on a tapered fabric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from clusterdesign.sizing.busbw import share
from clusterdesign.sizing.hardware import NIC_SHARE, Accelerator, Network

Operation: TypeAlias = Literal["all-reduce", "reduce-scatter", "all-gather", "all-to-all", "broadcast", "in-network"]


def factor(operation: Operation, ranks: int) -> float:
    """Return bytes over a rank's link to bytes of the message, as nccl-tests counts bus bandwidth.

    All-reduce ``2(n-1)/n``; reduce-scatter, all-gather and all-to-all ``(n-1)/n``; broadcast and reduce 1; all-reduce
    in the network ``(n-1)/(n+1)``, by which nccl-tests converts a measured rate.
    Source: NVIDIA/nccl-tests, doc/PERFORMANCE.md.
    """
    if ranks == 1:
        return 0.0
    match operation:
        case "all-reduce":
            return 2 * (ranks - 1) / ranks
        case "broadcast":
            return 1.0
        case "in-network":
            return (ranks - 1) / (ranks + 1)
        case _:
            return (ranks - 1) / ranks


def duration(operation: Operation, size: float, ranks: int, bus: float, *, latency: float = 0.0) -> float:
    """Return seconds: ``S/B x factor``, and one latency for each step of a ring where it is given.

    Args:
        operation: which collective.
        size: S, bytes: the whole buffer, for an all-gather what every rank holds afterwards.
        ranks: n.
        bus: B, bus bandwidth in bytes/s.
        latency: seconds of a step.
    """
    steps = (2 if operation == "all-reduce" else 1) * (ranks - 1)
    return size / bus * factor(operation, ranks) + latency * steps


def hierarchical(size: float, per_node: int, nodes: int, nvlink: float, nic: float) -> tuple[float, float]:
    """Return seconds of the two levels of an all-reduce; a measured time lies between their maximum and their sum.

    ``2(g-1)/g S/B_nvlink`` and ``2(k-1)/k (S/g)/B_nic``.

    Args:
        size: S, bytes.
        per_node: g, ranks of a node.
        nodes: k.
        nvlink: bytes/s inside a node.
        nic: bytes/s of an adapter.

    Source: github.com/stas00/ml-engineering, network/README.md.
    """
    return (
        duration("all-reduce", size, per_node, nvlink),
        duration("all-reduce", size / per_node, nodes, nic),
    )


def crossing(operation: Operation, network: Network, nodes: int) -> float:
    """Return the share of a collective's bytes that crosses the spines.

    None while the nodes are within a leaf group: on rails each adapter is one hop from its like. A ring over several
    groups crosses once a group, ``1/unit`` of its bytes; an all-to-all sends ``1 - 1/G`` elsewhere. Without rails all
    of it may cross.

    Args:
        operation: which collective.
        network: the fabric.
        nodes: nodes that take part.

    Source: derived; NVIDIA RA-11333-001 says of rails that traffic "is always one hop away from the other 31 nodes".
    """
    if nodes <= 1:
        return 0.0
    if not network.rails:
        return 1.0
    groups = -(-nodes // network.unit)
    if groups == 1:
        return 0.0
    return 1 - 1 / groups if operation == "all-to-all" else 1 / network.unit


def slowdown(operation: Operation, network: Network, nodes: int) -> float:
    """Return how much longer a collective takes for taper and collisions: ``max(1, share x taper x collisions)``.

    Source: derived; no public measurement of training throughput against taper on one cluster is known.
    """
    return max(1.0, crossing(operation, network, nodes) * network.taper * network.collisions)


@dataclass(frozen=True, slots=True)
class Group:
    """Where the ranks of a parallel group sit.

    Attributes:
        ranks: how many.
        stride: distance between neighbours in the order of GPUs.
        per_node: GPUs of a node.
    """

    ranks: int
    stride: int
    per_node: int = 8

    @property
    def local(self) -> int:
        """Ranks that share a node."""
        return max(1, min(self.ranks, self.per_node // self.stride))

    @property
    def nodes(self) -> int:
        """Nodes that the group reaches over."""
        return -(-self.ranks // self.local)


def time(operation: Operation, size: float, group: Group, gpu: Accelerator, network: Network) -> float:
    """Return seconds of a collective of a group, on the path that its ranks have.

    Inside a node at NVLink's bus bandwidth. Across nodes at the rate of the adapters that the group has in a node,
    never above NVLink's; slowed down by taper and collisions where it crosses the spines.

    Args:
        operation: which collective.
        size: bytes of the whole buffer.
        group: its ranks.
        gpu: the accelerator.
        network: the fabric.
    """
    if group.ranks == 1 or size == 0:
        return 0.0
    if group.nodes == 1:
        return duration(operation, size, group.ranks, gpu.nvlink_bus * share(size, fabric=False))
    rate = min(gpu.nvlink_bus, NIC_SHARE * network.nic * group.local)
    plain = duration(operation, size, group.ranks, rate * share(size * 8 / group.local, fabric=True))
    return plain * slowdown(operation, network, group.nodes)


def hop(size: float, *, across: bool, gpu: Accelerator, network: Network) -> float:
    """Return seconds to send bytes to the neighbouring pipeline stage, across nodes or inside one."""
    if not across:
        return size / gpu.nvlink_bus
    return size / (NIC_SHARE * network.nic) * slowdown("broadcast", network, network.nodes) + network.latency
