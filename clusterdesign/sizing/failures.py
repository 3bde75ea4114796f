"""How often a job fails, how often it should save, and how much of the time is left."""

from __future__ import annotations

import math

SECONDS_A_DAY = 86_400.0

RATES = {"low": 2.34e-3, "middle": 3.79e-3, "high": 6.50e-3}
"""Failures of a node in a day: RSC-2 (arXiv:2410.21680), Llama 3 405B (419 unexpected interruptions of 2048 nodes in 54
days, arXiv:2407.21783), RSC-1 (arXiv:2410.21680). Jobs of up to 1024 GPUs were measured to fail up to 3.7 times as
often as these rates say."""

SMALL_JOB_FACTOR = 3.7
"""Measured failures of a 1024-GPU job to those that the rate of its nodes gives: 28.8 h to 7.9 h (same source)."""

SMALL_JOB_NODES = 128
"""Jobs up to so many nodes take :data:`SMALL_JOB_FACTOR` into account at the pessimistic end of a range."""

RESTART_SECONDS = 600.0
"""From a failure to the next useful step: detection, diagnosis, start. MegaScale reports less than 10 minutes to
detect and diagnose, 15 to catch up (arXiv:2402.15627)."""


def mean_time_to_failure(nodes: int, rate: float) -> float:
    """Return the mean seconds between failures of a job: ``1 / (nodes x rate)``.

    Args:
        nodes: nodes of the job.
        rate: failures of a node in a day.

    Source: arXiv:2410.21680. Limits: independent failures; small jobs fail more often than hardware does.
    """
    return SECONDS_A_DAY / (nodes * rate)


def young(write: float, failure: float) -> float:
    """Return the interval between checkpoints in seconds: ``sqrt(2 d M)``.

    Args:
        write: d, seconds that a checkpoint blocks training.
        failure: M, mean seconds between failures.

    Source: Young 1974. Limits: d << M, Poisson failures.
    """
    return math.sqrt(2 * write * failure)


def daly(write: float, failure: float) -> float:
    """Return Daly's interval in seconds, first order: ``sqrt(2 d M) - d``; arguments as :func:`young`."""
    return young(write, failure) - write


def with_restart(write: float, failure: float, restart: float) -> float:
    """Return the interval in seconds that leaves most time: ``d + sqrt(2 (M+R) d + d^2)``.

    Args:
        write: d, seconds that a checkpoint blocks training.
        failure: M, mean seconds between failures.
        restart: R, seconds from a failure to the next useful step.

    Source: arXiv:2410.18124.
    """
    return write + math.sqrt(2 * (failure + restart) * write + write**2)


def goodput(nodes: int, rate: float, *, interval: float, write: float = 0.0, restart: float = RESTART_SECONDS) -> float:
    """Return the share of time that trains, 0 to 1: ``(1 - N r (u + i/2)) / (1 + w/i)``.

    Args:
        nodes: N.
        rate: r, failures of a node in a day.
        interval: i, seconds between checkpoints.
        write: w, seconds that a checkpoint blocks.
        restart: u, seconds from a failure to the next useful step.

    Source: arXiv:2410.21680, where it holds to 5 % up to 8000 GPUs. Limits: N r (u + i/2) << 1; 0 beyond.
    """
    lost = nodes * rate * (restart + interval / 2) / SECONDS_A_DAY
    return max(0.0, 1 - lost) / (1 + write / interval)


def write_for_loss(loss: float, failure: float) -> float:
    """Return the longest blocking write in seconds that keeps the total loss at Young's interval: ``e^2 M / 2``.

    Args:
        loss: e, share of time that checkpoints and repeated work may cost.
        failure: M, mean seconds between failures.
    """
    return loss**2 * failure / 2
