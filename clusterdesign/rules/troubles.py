"""What elaboration could not do: each rule about it turns the records with its code into findings."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign.design.design import Design
from clusterdesign.rules.rule import Hit

NO_SUCH_LENGTH = "CBL101"
NO_CABLE_FITS = "CBL102"
RUN_UNKNOWN = "CBL103"
RACK_FULL = "RCK101"
ADDRESSES_KEPT = "ADR101"
NETWORK_SMALL = "ADR102"
SERVERS_FEW = "ADR201"

REPORTED = frozenset(
    {NO_SUCH_LENGTH, NO_CABLE_FITS, RUN_UNKNOWN, RACK_FULL, ADDRESSES_KEPT, NETWORK_SMALL, SERVERS_FEW}
)
"""Codes of troubles that have a rule of their own; the others are reported together as INT003."""


def troubles(design: Design, code: str) -> Iterator[Hit]:
    """Yield the troubles of one code."""
    for trouble in design.troubles:
        if trouble.code == code:
            yield Hit(
                paths=(trouble.path,),
                message=f"{trouble.path}: {trouble.what}",
                fix=trouble.fix,
                measured=trouble.measured,
                limit=trouble.limit,
            )
