"""Rules of the site."""

from __future__ import annotations

from collections.abc import Iterator

from clusterdesign import Design
from clusterdesign.rules import Hit, Limit, rule

HIGHEST = Limit("highest", 40, "highest rack unit that a device may reach into", "site rule 7", minimum=1, maximum=60)


LIGHT = 4
"""Devices of so many units are lifted by hand anywhere."""


@rule("ACME101", "device-above-reach", "warning", limits=(HIGHEST,))
def device_above_reach(design: Design, *, highest: float) -> Iterator[Hit]:
    """A device of more than four units stands higher than two people can lift it.

    Why: The lift does not fit between the rows, so that the device is lifted by hand.
    Example: A server of 8 units at U41.
    Fix: Move the device down.
    Source: site rule 7.
    """
    for placement in design.placements:
        top = placement.u + placement.height_u - 1
        if placement.height_u > LIGHT and top > highest:
            yield Hit(
                paths=(placement.device, placement.rack),
                message=f"{placement.device} reaches up to U{top} of {placement.rack}",
                fix="move the device down",
                measured=f"U{top}",
                limit=f"U{highest:g}",
            )


RULES = (device_above_reach,)
