"""The checkpoint policy: how often to save, how fast the storage must be, what is left of the time."""

from __future__ import annotations

from dataclasses import dataclass

from clusterdesign.sizing.checkpoints import (
    HOST_COPY,
    bandwidth_asynchronous,
    bandwidth_for_loss,
    checkpoint_bytes,
)
from clusterdesign.sizing.failures import (
    RATES,
    RESTART_SECONDS,
    SMALL_JOB_FACTOR,
    SMALL_JOB_NODES,
    goodput,
    mean_time_to_failure,
    with_restart,
    young,
)
from clusterdesign.sizing.memory import ADAPTER_SHARE
from clusterdesign.sizing.understood import Understood

WRITE_OUT = 300.0
"""Seconds within which a whole checkpoint should reach storage even when saving runs beside the training: a planning
value; ByteCheckpoint reports 51 s for 405B (arXiv:2407.20143)."""


@dataclass(frozen=True, slots=True)
class Saving:
    """How a run is saved.

    Attributes:
        size: bytes of a checkpoint.
        failure: mean seconds between failures.
        interval: seconds between checkpoints.
        block: seconds that a save stops the training.
        write: bytes/s that storage must take.
        goodput: share of time that trains: at the high failure rate, at the chosen one, at the low one.
    """

    size: float
    failure: float
    interval: float
    block: float
    write: float
    goodput: tuple[float, float, float]


def saving(understood: Understood, nodes: int) -> Saving:
    """Return the checkpoint policy of a run on so many nodes.

    Blocking: storage is as fast as the tolerated loss asks, ``2S/(e^2 M)``, and the interval is Young's; where the
    interval is given, half of the loss is for writing. In the background: the copy to host memory blocks, the
    interval is the best for it, and the write takes half of it, :data:`WRITE_OUT` at the most.

    Args:
        understood: the task.
        nodes: of the cluster.
    """
    parameters = understood.work.model.parameters
    trained = ADAPTER_SHARE if understood.work.kind == "lora" else 1.0
    size = checkpoint_bytes(parameters * trained)
    failure = mean_time_to_failure(nodes, understood.failure_rate)
    loss = understood.tolerated_loss
    given = understood.task.operations.interval
    if understood.asynchronous:
        block = size / (nodes * 8 * HOST_COPY)
        interval = given.to("s") if given else with_restart(block, failure, RESTART_SECONDS)
        write = max(bandwidth_asynchronous(size, interval), size / WRITE_OUT)
    elif given:
        interval = given.to("s")
        block = loss * interval / 2
        write = size / block
    else:
        write = bandwidth_for_loss(size, loss, failure)
        block = size / write
        interval = young(block, failure)
    small = SMALL_JOB_FACTOR if nodes <= SMALL_JOB_NODES else 1.0
    rates = (RATES["high"] * small, understood.failure_rate, RATES["low"])
    shares = tuple(goodput(nodes, rate, interval=interval, write=block) for rate in rates)
    return Saving(size, failure, interval, block, write, (shares[0], shares[1], shares[2]))
