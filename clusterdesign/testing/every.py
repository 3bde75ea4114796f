"""Every invariant there is: those of the network, of the floor and of the records."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.testing.invariants import INVARIANTS, Invariant
from clusterdesign.testing.invariants_addresses import ADDRESSES
from clusterdesign.testing.invariants_floor import FLOOR
from clusterdesign.testing.invariants_records import RECORDS

EVERY: tuple[Invariant, ...] = (*INVARIANTS, *FLOOR, *RECORDS, *ADDRESSES)
"""All of them, in the order in which :func:`broken` runs them."""


def broken(design: Design) -> list[str]:
    """Return every violation of every invariant, each with the name of the invariant in front."""
    return [f"{invariant.__name__}: {sentence}" for invariant in EVERY for sentence in invariant(design)]
