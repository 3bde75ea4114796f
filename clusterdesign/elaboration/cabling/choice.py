"""What the choosers share: the group of links to cable, and what is bought for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from clusterdesign.design.records import Cable as CableRecord
from clusterdesign.design.records import End
from clusterdesign.elaboration.cabling.bundles import Hole, Wire
from clusterdesign.elaboration.cabling.offer import Offer
from clusterdesign.elaboration.cabling.runs import Run, Runs
from clusterdesign.elaboration.seating import Seat, Seating
from clusterdesign.fabric import Cabling, Preference
from clusterdesign.parts import Cable, Fibre, FibreLength, Transceiver
from clusterdesign.units import Length

Choice: TypeAlias = tuple[Fibre, FibreLength, str]
"""A fibre, the length of it that is bought, and the reason."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a run.

    Attributes:
        place: how many of the lengths on sale are too short for it.
        slack: the run with its slack in words.
        needed: the length that covers both.
    """

    place: int
    slack: str
    needed: str


@dataclass(slots=True)
class Means:
    """What choosing needs: the offer, the policy, the runs, and the seats of the nodes.

    Attributes:
        seats: seat of every node by path.
        fibres: what was chosen before, by all that it depends on: thousands of runs share a few lengths.
        ends: the longest of some cables and where each medium ends, by the cables.
        asked: how often the run to a seat that is still free was looked up.
    """

    offer: Offer
    policy: Cabling
    runs: Runs
    seating: Seating
    seats: Mapping[str, Seat]
    fibres: dict[tuple[object, ...], Choice | Refusal] = field(default_factory=dict)
    ends: dict[tuple[object, ...], tuple[Length | None, str]] = field(default_factory=dict)
    asked: int = 0
    _told: dict[int, Told] = field(default_factory=dict)

    def told(self, run: Length) -> Told:
        """Return what is said of a run; thousands of cables share a few hundred."""
        found = self._told.get(run.base)
        if found is None:
            needed = self.needed(run)
            place = bisect_left(self.offer.lengths, needed.base)
            found = self._told[run.base] = Told(place, self.slack_text(run), needed.text("m", 2))
        return found

    def needed(self, run: Length) -> Length:
        """Return a run with the declared slack."""
        return run * (1 + self.policy.slack)

    def slack_text(self, run: Length) -> str:
        """Say a run and its slack: ``run 3.6 m + 10 %``."""
        return f"run {run.text('m', 2)} + {self.policy.slack * 100:g} %"


@dataclass(frozen=True, slots=True)
class Forced:
    """An override that applies to a group of links.

    Attributes:
        number: its number among the exceptions.
    """

    number: int
    part: Cable | Fibre
    because: str


@dataclass(frozen=True, slots=True)
class Group:
    """Links whose cages hang together."""

    wires: Sequence[Wire]
    preference: Preference
    forced: Forced | None

    @property
    def forced_fibre(self) -> Fibre | None:
        """The fibre that an override asks for."""
        part = self.forced.part if self.forced is not None else None
        return part if isinstance(part, Fibre) else None


@dataclass(slots=True)  # not frozen: made by the thousand and thrown away, and freezing costs four times as much
class Bought:
    """One cable to lay.

    Attributes:
        head: what its path names: ``device:cage`` or ``device:port``.
    """

    head: str
    part: Cable | Fibre
    part_number: str
    length: Length
    run: Run
    ends: tuple[End, ...]
    wires: tuple[Wire, ...]
    why: str

    def record(self, reasons: Sequence[str]) -> CableRecord:
        """Return its record; ``reasons`` say why it is no better one."""
        link = self.wires[0].link
        return CableRecord(
            path=f"cable/{self.head}",
            part=self.part.id,
            part_number=self.part_number,
            length=self.length,
            run=self.run.length,
            ends=self.ends,
            links=tuple(wire.link.path for wire in self.wires),
            fabric=link.fabric,
            tier=link.tier,
            why="; ".join((self.why, *reasons)),
            route=self.run.route,
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """What is bought for a group.

    Attributes:
        modules: transceiver by cage; empty for cables with moulded plugs.
    """

    cables: tuple[Bought, ...]
    modules: Mapping[Hole, Transceiver]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be bought.

    Attributes:
        too_long: True where parts fit but none is long enough.
    """

    reason: str
    fix: str = ""
    too_long: bool = False
    measured: str = ""
    limit: str = ""
