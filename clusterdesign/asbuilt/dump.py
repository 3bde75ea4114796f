"""What a dump of a live fabric says, whatever tool printed it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Socket: TypeAlias = tuple[int, int]
"""GUID of a node of the dump and the number of its port."""

KEPT = 20
"""Lines that could not be read and are shown; the others are only counted, so that memory stays bounded."""

MOST = 500_000
"""Ports that are kept: those of ten thousand nodes with eight rails on three levels; what comes after is told, not
kept. Half as many nodes are kept."""

LONGEST = 1000
"""Characters of a line that are looked at: no line of the tools is longer, and no other file is to fill memory."""

_AGGREGATION = re.compile(r"aggregation node", re.IGNORECASE)

# Gb/s of one lane by the name of the speed, and the least that iblinkinfo prints for it (line rate or data rate).
LANE = {"SDR": 2.5, "DDR": 5, "QDR": 10, "FDR10": 10, "FDR": 14, "EDR": 25, "HDR": 50, "NDR": 100, "XDR": 200}


@dataclass(slots=True)
class Seen:
    """A node of the dump.

    Attributes:
        name: its description, trailing blanks removed.
    """

    guid: int
    kind: Literal["switch", "adapter", "router"]
    name: str
    ports: int = 0

    @property
    def aggregation(self) -> bool:
        """Whether this is the aggregation node inside a switch, which no cable leads to."""
        return bool(_AGGREGATION.search(self.name))


@dataclass(frozen=True, slots=True)
class Speed:
    """Width and speed of a link as the tool names them: ``4xNDR``."""

    width: int
    lane: str

    @property
    def rate(self) -> float:
        """Gb/s of all lanes."""
        return self.width * LANE.get(self.lane, 0)

    def __str__(self) -> str:
        return f"{self.width}x{self.lane}"


@dataclass(slots=True)
class Dump:
    """A live fabric.

    Attributes:
        far: the other end of every connected port, entered from both ends.
        speed: width and speed of a link by its ports, where the tool prints it.
        skipped: lines that could not be read, the first :data:`KEPT` of them, as ``line 12: text``.
        skipped_count: how many there were.
        conflicts: what the dump says twice and differently.
    """

    tool: str
    nodes: dict[int, Seen] = field(default_factory=dict)
    far: dict[Socket, Socket] = field(default_factory=dict)
    speed: dict[Socket, Speed] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    skipped_count: int = 0
    conflicts: list[str] = field(default_factory=list)

    def skip(self, number: int, line: str) -> None:
        """Record a line that could not be read."""
        self.skipped_count += 1
        if len(self.skipped) < KEPT:
            self.skipped.append(f"line {number}: {line.strip()[:120]}")

    def add(self, node: Seen) -> None:
        """Add a node; one that is there already must agree."""
        known = self.nodes.get(node.guid)
        if known is None:
            if len(self.nodes) < MOST // 2:
                self.nodes[node.guid] = node
            else:
                self.conflict(f"it holds more than {MOST // 2} nodes; the rest was left out")
            return
        if (known.name and node.name and known.name != node.name) or known.kind != node.kind:
            self.conflict(f"GUID {node.guid:#018x} is {known.kind} {known.name!r} and {node.kind} {node.name!r}")
        known.name = known.name or node.name
        known.ports = known.ports or node.ports

    def connect(self, a: Socket, b: Socket, speed: Speed | None) -> None:
        """Add a link as one of its ends reports it; the other end must agree where it reports it too."""
        if len(self.far) >= MOST:
            self.conflict(f"it holds more than {MOST} ports; the rest was left out")
            return
        if a[0] not in self.nodes or b[0] not in self.nodes:
            return  # one of the nodes that were left out
        for here, there in ((a, b), (b, a)):
            known = self.far.setdefault(here, there)
            if known != there:
                self.conflict(f"port {here[1]} of {self.name(here[0])} is said to lead to two ports")
            if speed is not None:
                self.speed.setdefault(here, speed)

    def conflict(self, text: str) -> None:
        """Record, once, that the dump contradicts itself or is too large."""
        if len(self.conflicts) < KEPT and text not in self.conflicts:
            self.conflicts.append(text)

    def name(self, guid: int) -> str:
        """Return the description of a node, its GUID where it has none."""
        node = self.nodes.get(guid)
        return node.name if node and node.name else f"{guid:#018x}"

    def links(self) -> Iterator[tuple[Socket, Socket]]:
        """Yield every link once, leaving out aggregation nodes inside switches."""
        inside = {guid for guid, node in self.nodes.items() if node.aggregation}
        for a, b in self.far.items():
            if a < b and a[0] not in inside and b[0] not in inside:
                yield a, b


def lane_name(rate: float) -> str:
    """Return the name of a lane speed that a tool printed in Gb/s: 53.125 and 50 are HDR."""
    best = "SDR"
    for name, nominal in LANE.items():
        if rate >= nominal and LANE[best] <= nominal and name != "FDR10":
            best = name
    return best
