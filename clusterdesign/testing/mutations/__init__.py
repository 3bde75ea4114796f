"""Single faults for sound designs: each breaks one thing and names the rules that must say so, and no others.

A mutation is a pure function from a design to a design. :data:`MUTATIONS` is all of them,
:func:`~clusterdesign.testing.mutations.matrix.kill_matrix` prints which rule finds which.
"""

from __future__ import annotations

from clusterdesign.testing.mutations.addresses import ADDRESSES
from clusterdesign.testing.mutations.base import Mutation, drop, mutation, put, with_part
from clusterdesign.testing.mutations.cables import CABLES
from clusterdesign.testing.mutations.cooling import COOLING
from clusterdesign.testing.mutations.decisions import DECISIONS
from clusterdesign.testing.mutations.example import example
from clusterdesign.testing.mutations.links import LINKS
from clusterdesign.testing.mutations.matrix import fresh, kill_matrix
from clusterdesign.testing.mutations.optics import OPTICS
from clusterdesign.testing.mutations.parts import PARTS
from clusterdesign.testing.mutations.power import POWER
from clusterdesign.testing.mutations.procurement import PROCUREMENT
from clusterdesign.testing.mutations.redundancy import REDUNDANCY
from clusterdesign.testing.mutations.site import SITE
from clusterdesign.testing.mutations.storage import STORAGE

MUTATIONS: tuple[Mutation, ...] = (
    *LINKS,
    *REDUNDANCY,
    *CABLES,
    *OPTICS,
    *POWER,
    *COOLING,
    *SITE,
    *STORAGE,
    *ADDRESSES,
    *PROCUREMENT,
    *PARTS,
    *DECISIONS,
)
"""Every mutation, family by family."""

__all__ = ["MUTATIONS", "Mutation", "drop", "example", "fresh", "kill_matrix", "mutation", "put", "with_part"]
