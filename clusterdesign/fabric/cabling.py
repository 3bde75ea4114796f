"""How cables are to be chosen and how far they run: declared defaults, each with its origin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pydantic import Field

from clusterdesign.parts import Declared, Distance
from clusterdesign.units import m

Preference: TypeAlias = Literal["copper", "optics", "singlemode"]
"""``copper``: passive, then active copper, then optics. ``optics``: active optical cables and multimode before
single-mode. ``singlemode``: single-mode only."""


class Cabling(Declared):
    """The cabling policy.

    The lengths below are planning defaults without a published source; they are printed as assumptions.

    Attributes:
        prefer: what to buy where several media reach.
        tiers: another preference for some tiers, ``{"leaf-spine": "optics"}``.
        slack: share added to every run before it is rounded up to a length that is sold.
        side: from a device sideways to the vertical manager of its rack, each end.
        loop: service loop of a cable within one rack.
        end: from the tray down into the rack, and service loop, each end of a cable between racks.
        rack_top: height of a rack whose part does not state it.
        panels: patch panels in every optical channel; the reach of the modules allows for two.
        panel_cord: fibre that each panel adds to the channel, counted against the reach.
        allow_discontinued: whether parts that the vendor no longer sells may be chosen.
    """

    prefer: Preference = "copper"
    tiers: Mapping[str, Preference] = {}
    slack: float = Field(default=0.10, ge=0, le=1)
    side: Distance = m(0.3)
    loop: Distance = m(0.3)
    end: Distance = m(0.6)
    rack_top: Distance = m(2.2)
    panels: int = Field(default=0, ge=0, le=2)
    panel_cord: Distance = m(2)
    allow_discontinued: bool = False

    def preference(self, tier: str) -> Preference:
        """Return the preference for a tier."""
        return self.tiers.get(tier, self.prefer)
