"""Sizing: from a training task to a cluster, with every number open.

Each model is a small pure function with its source and its limits: memory, arithmetic, step time, collectives,
failures, checkpoints, storage, power. A search lays a task over GPUs in every way that fits.
"""

from clusterdesign.sizing.architecture import Architecture
from clusterdesign.sizing.hardware import Accelerator, Network
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.search import Found, Outcome, Work, search

__all__ = ["Accelerator", "Architecture", "Found", "Network", "Outcome", "Plan", "Work", "search"]
