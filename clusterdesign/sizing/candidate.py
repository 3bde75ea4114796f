"""A cluster that is proposed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from clusterdesign.sizing import platforms, storage
from clusterdesign.sizing.fabric_counts import CAGE, PAIR, Switches
from clusterdesign.sizing.filesystems import FileSystem
from clusterdesign.sizing.memory import MemoryUse
from clusterdesign.sizing.plan import Plan
from clusterdesign.sizing.platforms import Platform
from clusterdesign.sizing.resilience import MANAGER_PORTS, Resilience
from clusterdesign.sizing.saving import Saving
from clusterdesign.sizing.search import Outcome
from clusterdesign.sizing.traffic import Load

RAILS = 8
"""Adapters of a node."""


@dataclass(frozen=True, slots=True)
class Option:
    """A cluster to be tried."""

    platform: Platform
    nodes: int
    taper: Fraction = Fraction(1)

    @property
    def name(self) -> str:
        """``h100-32``, ``h100-64-2to1``."""
        taper = "" if self.taper == 1 else f"-{self.taper.numerator}to{self.taper.denominator}"
        return f"{self.platform.name}-{self.nodes}{taper}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a candidate is not what was asked, and what would make it so.

    Attributes:
        what: what is missed.
        excess: how far, as a factor; 1 is just met.
        fix: the way out.
        kind: which of the limits it is, for documents in other languages.
    """

    what: str
    excess: float
    fix: str
    kind: Literal["time", "goodput", "storage", "rack", "racks", "hall", "water", "budget"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cluster with what it gives.

    Attributes:
        option: platform, nodes and taper.
        outcome: the fastest plan.
        kinds: the fastest plan of every kind.
        loads: bytes that a GPU sends in a step, for each of the kinds.
        unfit: kinds that do not fit, with the least memory that a plan of theirs needs.
        saving: checkpoint policy.
        days: to train: optimistic, expected, pessimistic.
        resilience: how it is run and how it survives faults.
        storage_class: what NVIDIA's reference calls good, better and best, for data and checkpoints together.
        file_systems: those that suit, the one that is taken first.
        capacity: of the shared file system.
        read: bytes/s that storage must deliver.
        boxes: storage boxes.
        switches: of the compute fabric.
        per_rack: nodes of a rack.
        power: watts of the equipment, rated.
        energy: kWh of the run, the building's included: optimistic, expected, pessimistic.
        cost: in the task's currency; None where nothing is priced.
        problems: what is missed; a candidate without any is feasible.
    """

    option: Option
    outcome: Outcome
    kinds: tuple[Outcome, ...]
    loads: tuple[tuple[Load, ...], ...]
    unfit: tuple[tuple[str, MemoryUse], ...]
    saving: Saving
    days: tuple[float, float, float]
    resilience: Resilience
    storage_class: storage.Class
    file_systems: tuple[FileSystem, ...]
    capacity: storage.Capacity
    read: float
    boxes: int
    switches: Switches
    per_rack: int
    power: float
    energy: tuple[float, float, float]
    cost: float | None
    problems: tuple[Problem, ...] = ()

    @property
    def feasible(self) -> bool:
        """Whether it is what was asked."""
        return not self.problems

    @property
    def load(self) -> tuple[Load, ...]:
        """Bytes that a GPU sends in a step under the best plan."""
        return self.loads[0]

    @property
    def compute_racks(self) -> int:
        """Racks with nodes."""
        return -(-self.bought // self.per_rack)

    @property
    def bought(self) -> int:
        """Nodes that train and those that stand by."""
        return self.option.nodes + self.resilience.spares

    @property
    def room(self) -> int:
        """Nodes that the leaves carry without another switch, those that stand by included."""
        taken = MANAGER_PORTS if self.resilience.managers else 0
        if self.switches.total == 1:
            shared = 0 if self.option.platform.storage_ports else PAIR * self.boxes
            return (platforms.radix(self.option.platform) - taken - shared) // RAILS
        seats = self.switches.leaves // RAILS * self.switches.unit
        return max(self.bought, seats - (CAGE if taken else 0))


@dataclass(frozen=True, slots=True)
class Unfit:
    """A number of nodes that no plan fits.

    Attributes:
        option: platform, nodes and taper.
        nearest: the plan that lacks least memory, with it; None where no plan divides batch, layers and GPUs.
    """

    option: Option
    nearest: tuple[Plan, MemoryUse] | None
